"""Brands that people name whether or not the catalog has them; only names that are hardly anything else.

Invariant: a name here is no everyday word, since it counts as a brand wherever it stands.
"""

# ruff: noqa: E501 - a list of names
from __future__ import annotations

__all__ = ["BRANDS"]

BRANDS = """
nike, adidas, puma, reebok, asics, new balance, under armour, skechers, fila, converse, timberland, crocs, birkenstock, hush puppies, dr martens, doc martens, ugg, salomon, merrell, hoka, brooks brothers, saucony, mizuno, umbro, kappa, diadora, ellesse, k swiss, lacoste, ralph lauren, polo ralph lauren, tommy hilfiger, calvin klein, hugo boss, giorgio armani, emporio armani, armani, versace, gucci, prada, burberry, hermes, louis vuitton, chanel, dior, givenchy, fendi, balenciaga, saint laurent, michael kors, kate spade, tory burch, longchamp, furla, ted baker, paul smith, barbour, patagonia, the north face, north face, arcteryx, jack wolfskin, berghaus, fjallraven, carhartt, dickies, levis, levi strauss, wrangler, pepe jeans, jack and jones, vero moda, zara, h and m, uniqlo, primark, asos, topshop, topman, boohoo, shein, marks and spencer, old navy, abercrombie, hollister, american eagle, forever 21, victorias secret, hanes, fruit of the loom, gildan, spanx, enamor, ray ban, rayban, oakley, persol, carrera, fastrack, casio, g shock, seiko, timex, rolex, tissot, garmin, fitbit, daniel wellington, pandora, samsonite, american tourister, tumi, eastpak, jansport, herschel, wildcraft, lowepro, kipling, baggit, lavie, caprese, hidesign, da milano, fabindia, biba, allen solly, van heusen, peter england, louis philippe, raymond, united colors of benetton, benetton, superdry, desigual, s oliver, tom tailor, tommy jeans, o neill, quiksilver, billabong, rip curl, dc shoes, etnies, aldo, steve madden, nine west, jimmy choo, manolo blahnik, christian louboutin, christian dior, dolce and gabbana, stella mccartney, vivienne westwood, comme des garcons, issey miyake, decathlon, quechua, kalenji, domyos, lululemon, gymshark, speedo, slazenger, yonex, spalding
"""

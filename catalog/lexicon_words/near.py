"""Kinds that stand near one another: how likely a shopper who says one is served from the other's shelves.

A line is `said: other share, other share`; what is left of 1 belongs to the kind said.
"""

from __future__ import annotations

__all__ = ["NEAR"]

NEAR = """
sneaker: casual shoe .45, sports shoe .35
loafer: casual shoe .35, formal shoe .35
boot: casual shoe .15
casual shoe: sneaker .05, sports shoe .05
sports shoe: casual shoe .1, sneaker .05
formal shoe: casual shoe .08
flip flop: sandal .2
slipper: flip flop .45, sandal .15
sandal: flats .15, heels .05, flip flop .15
flats: sandal .15, casual shoe .1
heels: sandal .07
clog: sandal .5, flip flop .1
sports sandal: sandal .3
hoodie: sweatshirt .3
sweatshirt: hoodie .2, sweater .1
sweater: sweatshirt .1, cardigan .08
cardigan: sweater .4
shrug: cardigan .2, top .2
polo shirt: tshirt .6
tshirt: top .03
top: tshirt .1, tunic .07, shirt .07
blouse: top .45, shirt .15
tank top: innerwear vest .3, top .25, tshirt .15
innerwear vest: tank top .15
camisole: top .2
kurti: kurta .3, tunic .1
kurta: kurti .1, kurta set .03
salwar suit: kurta set .4, salwar .3
churidar: leggings .3, salwar .3
tunic: top .15, kurti .1
jacket: coat .12
coat: jacket .25
raincoat: jacket .25
parka: jacket .35, coat .25
windbreaker: jacket .45
puffer jacket: jacket .3, coat .3
trench coat: coat .5
blazer: jacket .15, suit .15
suit: blazer .4
waistcoat: jacket .15
nehru jacket: waistcoat .3, jacket .3
trousers: jeans .03, track pants .06
leggings: jeggings .08, track pants .08, capris .04
jeggings: leggings .3, jeans .2
track pants: lounge pants .1, leggings .06, trousers .05
lounge pants: pajama .2, track pants .25
capris: leggings .05
pajama: nightdress .08, lounge pants .08
nightdress: pajama .08
tracksuit: track pants .08
jumpsuit: dungarees .1
romper: jumpsuit .2
panties: briefs .7
boxers: trunk .15, briefs .1
trunk: boxers .2, briefs .2
briefs: trunk .08
stocking: leggings .1
swim shorts: swimwear .3, shorts .2
clutch: handbag .1, wallet .07
wallet: clutch .03
pouch: clutch .2, mobile pouch .2
rucksack: backpack .75
backpack: rucksack .03
messenger bag: laptop bag .25, handbag .2
laptop bag: messenger bag .12, backpack .12
duffel bag: handbag .07, luggage .1
luggage: duffel bag .35
tablet sleeve: laptop bag .15
beanie: cap .6, hat .2
beret: hat .3, cap .2
hat: cap .5
cap: hat .12
scarf: stole .3, dupatta .05
stole: scarf .3
shawl: stole .55, scarf .2
necklace: pendant .3, jewelry set .08
pendant: necklace .15
bracelet: bangle .25
bangle: bracelet .15
bow tie: tie .4
tie pin: tie .3, cufflink .2
watch band: watch .3
lingerie: bra .3, panties .2
"""

"""A small dictionary from Spanish, French, German and Italian: `english = foreign words` without accents.

`TELLING` are the words that are foreign beyond doubt.
"""

# ruff: noqa: E501 - one English word a line
from __future__ import annotations

__all__ = ["FOREIGN", "TELLING"]

FOREIGN = """
black = negro, negra, negros, negras, noir, noire, noirs, noires, schwarz, schwarze, schwarzen, schwarzer, schwarzes, nero, nera, neri, nere
white = blanco, blanca, blancos, blancas, blanc, blanche, blancs, blanches, weiss, weisse, weissen, weisser, weisses, bianco, bianca, bianchi
red = rojo, roja, rojos, rojas, rouge, rouges, rot, rote, roten, roter, rotes, rosso, rossa, rossi, rosse
blue = azul, azules, bleu, bleue, bleus, bleues, blau, blaue, blauen, blauer, blaues, azzurro, azzurra
navy = marino, marine, dunkelblau, dunkelblaue, dunkelblauen
green = verde, verdes, vert, verte, verts, vertes, gruen, grun, grune, grunen, gruner, grunes, verdi
yellow = amarillo, amarilla, amarillos, amarillas, jaune, jaunes, gelb, gelbe, gelben, gelber, gelbes, giallo, gialla
pink = rosado, rosada, rosas, rose, pinke, rosafarben
purple = morado, morada, morados, purpura, violet, violette, lila, lilas, violett, viola
brown = marron, marrones, cafe, brun, brune, bruns, braun, braune, braunen, brauner, braunes, marrone, marroni
grey = gris, grises, grise, grau, graue, grauen, grauer, graues, grigio, grigia
orange = naranja, naranjas, anaranjado, orangefarben, arancione
beige = beis
gold = dorado, dorada, dore, doree, golden, goldfarben, oro, dorato
silver = plateado, plateada, plata, argente, argentee, silbern, silberne, argento
leather = cuero, piel, cuir, leder, pelle, cuoio
cotton = algodon, coton, baumwolle, cotone
wool = lana, laine, wolle
silk = seda, soie, seide, seta
linen = lino, leinen
polyester = poliester
velvet = terciopelo, velours, samt, velluto
suede = ante, gamuza, daim, wildleder, camoscio
denim = vaquera, mezclilla
lace = encaje, dentelle, spitze, pizzo
wood = madera, bois, holz, legno
plastic = plastico, plastique, plastik, plastica
rubber = goma, caucho, caoutchouc, gummi, gomma
metal = metall, metallo
synthetic = sintetico, sintetica, synthetique, synthetisch, sintetici
nylon = nailon
jacket = chaqueta, chaquetas, cazadora, veste, blouson, jacke, jacken, giacca, campera, chamarra
coat = abrigo, abrigos, manteau, mantel, cappotto, gaban
raincoat = impermeable, regenjacke, regenmantel, impermeabile, chubasquero
shirt = camisa, camisas, chemise, chemises, hemd, hemden, camicia, camicie
t shirt = camiseta, camisetas, playera, maglietta, polera
blouse = blusa, blusas, chemisier, bluse, camicetta
dress = vestido, vestidos, robe, robes, kleid, kleider, vestito
skirt = falda, faldas, jupe, jupes, rock, rocke, gonna, gonne, pollera
trousers = pantalon, pantalones, pantalons, hose, hosen, pantaloni
jeans = vaqueros, tejanos
shorts = bermudas, kurze hose, pantaloncini
shoes = zapato, zapatos, chaussure, chaussures, schuh, schuhe, schuhen, scarpa, scarpe, calzado
sneakers = zapatillas, deportivas, baskets, turnschuhe, turnschuh, tenis
boots = bota, botas, botte, bottes, bottines, stiefel, stivali, stivaletti, botines
sandals = sandalia, sandalias, sandales, sandalen, sandali
heels = tacones, talons, absatze, absatz, tacchi
slippers = pantuflas, pantoufles, chaussons, hausschuhe, pantofole
socks = calcetines, calcetin, chaussettes, chaussette, socken, calzini, medias
bag = bolso, bolsa, bolsos, sac, sacs, tasche, taschen, borsa, cartera
handbag = handtasche, borsetta
backpack = mochila, mochilas, rucksack, zaino
wallet = billetera, portefeuille, brieftasche, geldborse, portafoglio, portemonnaie
belt = cinturon, ceinture, gurtel, cintura
hat = sombrero, chapeau, hut, cappello
cap = gorra, casquette, kappe, mutze, berretto
beanie = gorro, bonnet
scarf = bufanda, echarpe, schal, sciarpa, panuelo, foulard
gloves = guantes, gants, handschuhe, guanti
tie = corbata, cravate, krawatte, cravatta
suit = traje, costume, anzug, abito
sweater = jersey, sueter, pull, pullover, maglione, chandail
sweatshirt = sudadera, felpa
cardigan = rebeca, strickjacke
watch = reloj, relojes, montre, montres, uhr, uhren, armbanduhr, orologio
sunglasses = gafas de sol, lunettes, sonnenbrille, sonnenbrillen, gafas, occhiali
necklace = collar, collier, halskette, collana
earrings = pendientes, aretes, boucles, ohrringe, orecchini
ring = anillo, bague, anello
bracelet = pulsera, armband, bracciale, brazalete
umbrella = paraguas, parapluie, regenschirm, ombrello
swimsuit = banador, maillot, badeanzug
pajama = pijama, schlafanzug, pigiama
underwear = calzoncillos, slip, unterwasche, bragas
bra = sujetador, soutien-gorge, soutien
glasses = brille
men = hombre, hombres, caballero, homme, hommes, herren, herr, manner, mann, uomo, uomini
women = mujer, mujeres, femme, femmes, dame, dames, damen, frau, frauen, donna, donne, senora
boys = nino, ninos, chico, garcon, garcons, junge, jungen, bambino, ragazzo
girls = nina, ninas, chica, fille, filles, madchen, bambina, ragazza
kids = enfant, enfants, kinder, kind, bambini
baby = bebe, bebes
i want = quiero, quisiera, veux, voudrais, mochte, will, voglio, vorrei, gustaria, deseo, aimerais, hatte gern, hatte, brauche, necesito, besoin, bisogno
looking for = busco, buscando, cherche, cherchons, suche, cerco, buscamos
without = sin, sans, ohne, senza
not = nicht, pas, kein, keine, keinen, keiner, keines, non, nunca, jamais
with = con, avec, mit
of = de, del, aus, di, von, du, des, d
for = para, pour, fur, per, por
in = en, im, dans, nel
and = y, et, und, e
or = o, ou, oder, u
but = pero, mais, aber, sondern, ma, sino
a = un, una, unos, unas, une, ein, eine, einen, einem, einer, eines, uno
the = el, la, los, las, le, les, der, die, das, den, dem, il, lo, gli, i
under = menos de, unter, bajo, debajo
less than = menos, moins, weniger, meno
more than = mas de, plus de, mehr, piu
maximum = maximo, maximal, hochstens, massimo, max, maxi, tope
at least = minimo, mindestens, minimum, almeno
between = entre, zwischen, tra, fra
euros = euro, eur
dollars = dolares, dolar
pesos = peso
size = talla, tamano, taille, grosse, taglia, pointure
large = grande, grandes, gross, grosse, grosser
small = pequeno, pequena, petit, petite, klein, kleine, piccolo
long = largo, larga, lange, langen, lungo
short = corto, corta, court, courte, kurz, kurze, kurzen
sleeve = manga, mangas, manche, manches, armel, maniche
pocket = bolsillo, bolsillos, poche, poches, taschchen, tasche mit
hood = capucha, capuche, kapuze, cappuccio
zip = cremallera, fermeture, reissverschluss
button = boton, botones, bouton, boutons, knopf, knopfe, bottoni
waterproof = wasserdicht, etanche
running = correr, courir, laufen, corsa
hiking = senderismo, randonnee, wandern
wedding = boda, mariage, hochzeit, matrimonio
winter = invierno, hiver, inverno
summer = verano, ete, sommer, estate
party = fiesta, fete, festa
work = trabajo, travail, arbeit, lavoro
sport = deporte, sportif
striped = rayas, rayado, raye, gestreift, gestreifte, righe
checked = cuadros, carreaux, kariert, karierte, quadri
plain = liso, lisa, uni, einfarbig
floral = flores, fleurs, geblumt, fiori
brand = marca, marque, marke
color = couleur, farbe, colore
price = precio, prix, preis, prezzo
please = por favor, bitte, plait, favor, prego
thanks = gracias, merci, danke, grazie
hello = hola, bonjour, hallo, salut, guten, ciao, buenos, buenas, bonsoir
i hate = odio, deteste, hasse, detesto
comfortable = comodo, comoda, comodos, comodas, confortable, confortables, bequem, bequeme, comodi
warm = calido, calida, caliente, chaud, chaude, caldo
soft = suave, doux, douce, weich, weiche, morbido
light = ligero, ligera, leger, legere, leicht, leichte, leggero
elegant = elegante, elegantes, elegante
cheap = barato, barata, economico
dark = oscuro, oscura, fonce, foncee, dunkel, dunkle, dunklen, scuro
formal = formell
casual = informal, decontracte
everyday = diario, quotidien, taglich
"""

TELLING = """
hola busco buscando quiero quisiera necesito gustaria chaqueta abrigo camisa camiseta vestido falda pantalones zapatos
zapatillas botas bolso mochila cinturon bufanda cuero algodon lana seda negro negra blanco blanca rojo roja azul amarillo
amarilla verde gris marron morado sin menos para hombre mujer unos unas una talla por favor gracias calcetines guantes
sombrero gorra reloj gafas corbata pero rosado deseo buenas buenos mangas manga
bonjour cherche voudrais veux je une des pour avec sans noire rouge bleu bleue vert verte blanche jaune gris cuir coton
laine soie veste manteau chemise jupe pantalon chaussures bottes sac ceinture echarpe gants chapeau montre lunettes moins
merci femme homme mais pas aimerais homme salut aussi taille
ich hatte gern suche mochte brauche einen eine ein und oder aus ohne mit fur schwarz schwarze schwarzen rot rote roten
roter blau blaue blauen grun grune grunen weiss weisse gelb gelbe braun braune grau graue leder baumwolle wolle seide
jacke mantel hemd kleid rock hose schuhe stiefel tasche gurtel schal handschuhe hut uhr sonnenbrille unter danke bitte
damen herren nicht keine kein aber guten hallo regenmantel kariert gestreift hosen rucksack grosse
ciao cerco vorrei voglio una giacca cappotto camicia gonna pantaloni scarpe stivali borsa zaino sciarpa guanti cappello
orologio pelle cotone rosso nero bianco giallo senza meno uomo donna grazie
"""

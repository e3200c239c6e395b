"""Materials and finishes, and the things people point at to say one.

A line is `name < wider names = other names ~ roundabout ways to say it`.
"""

# ruff: noqa: E501 - one material a line
from __future__ import annotations

__all__ = ["MATERIALS"]

MATERIALS = """
cotton = cottons, cottony, pure cotton, organic cotton, pima cotton, pima, supima, combed cotton, cotton rich, cotton fabric, cotton cloth, cotton jersey, jersey cotton, 100 % cotton ~ boll, bolls, ear swab, ear swabs, swab, swabs, q tip, q tips, cotton bud, cotton buds, fluff, bandages are made of, t shirts are made of, plantation crop, crop picked in the deep south, picked in fields, candy at the fair that shares its name, gin invented by whitney, eli whitney, mississippi crop, nappies and bandages, plasters and swabs, grows on a bush in fluffy balls, the breathable plant fibre, breathable plant fibre, soft plant fibre, natural plant fibre, what bath towels are woven from, muslin squares
polyester < synthetic = poly, polyesters, recycled polyester, poly fabric, dacron, terylene, pes, 100 % polyester ~ football shirt, football shirts, football strip, plastic bottles, pop bottles, fizzy drink bottles, water bottles melted, recycled bottles, what sports shirts are made of, sports kit fabric, plastic yarn, plastic thread, bottle plastic, leisure suit, seventies suits, drip dry seventies fabric, wash and wear stuff, stuff of leisure suits, oil based fibre, petroleum fibre, static cling, makes static, gym shirts are made of, running shirts are made of, cheap suit fabric, doesn't crease man made, crease proof man made
nylon < synthetic = nylons fabric, polyamide, nylon fabric, ripstop nylon, perlon ~ parachute, parachutes, tights are made of, fishing line, tent fabric, windbreaker fabric, toothbrush bristles, toothbrush bristle, guitar strings, stocking material, tights material, ripcord, what tents are made of, climbing rope, du pont, dupont, first fully synthetic fibre, umbrella fabric, umbrella cloth, strings on a tennis racket, ladder in my tights, ladders if you snag it, swimsuits are made of
leather = real leather, genuine leather, full grain leather, top grain leather, calfskin, calf leather, cow leather, cowhide, cow hide, hide, nappa, nappa leather, lambskin, sheepskin leather, lambs leather, goatskin, buffalo leather, hides, tanned hide, grain leather, pebbled leather, crocodile leather, patent, patent leather ~ saddle, saddles, saddler, bridle, bridles, biker, bikers, motorcyclists, motorcyclist, armchair, armchairs, mooed, cow, cows, cattle, tannery, tanned, old football, baseball glove, catcher's mitt, catchers mitt, chesterfield sofa, chesterfield, wallet stuff, boxing glove, boxing gloves, bookbinding, book bindings, horse tack, reins, used to be a cow, off a cow, from a cow, animal skin, animal hide, cobbler, cobblers, cowboys wear, holster, aged like an old satchel, car seats in a posh car, posh car seats, steering wheel in a posh car, jockey's boots, smells like a new car, smells like a saddlery, smells of a saddlery, stable tack, moo, bull, ox, punch bag, rodeo, whip
faux leather < leather, synthetic = fake leather, vegan leather, pu leather, synthetic leather, leatherette, pleather, artificial leather, imitation leather, leather look, man made leather, non leather look ~ no animals harmed, looks like hide, pretend hide, imitation hide
suede < leather = suede leather, nubuck, swede leather, microsuede, faux suede, velvety leather ~ fuzzy leather, brushed leather, napped leather, blue shoes in the elvis song, elvis sang about, brushed hide, don't step on my blue, dont step on my blue, stroke it the wrong way, stroked the wrong way
wool = woollen, woolen, woolly, merino, merino wool, lambswool, lamb's wool, virgin wool, worsted, pure wool, wool blend, shetland, wooly ~ sheep, sheeps, lamb, lambs, ewe, ewes, fleece of a sheep, sheared, shearing, shorn, shepherd, flock, baa, knitting yarn, ball of yarn, knitting needles, moths love, moths, bleating, bleats, goes baa, granny's knitting, off a sheep's back, sheeps back, jumpers are knitted from, spun from fleece, ram, new zealand hillside, hill farm, hebrides, kilts are made of, kilt
cashmere < wool = kashmir, pashmina wool, cashmere wool ~ soft goat, mountain goat, mountain goats, goat, goats, himalayan goats
mohair < wool = angora, alpaca, alpaca wool ~ angora rabbit
spandex = elastane, lycra, elastin, elastic fabric, stretch fabric ~ stretchy thread, cyclists wear, cycling shorts stuff, superhero suit, superhero costume, stretchy stuff, the stretch in leggings, snaps back, bounces back into shape, gymnast's leotard, gymnasts leotard, leotards are made of, makes it give, bit of give
silk = pure silk, mulberry silk, silky fabric, raw silk, silks, art silk, silk blend, tussar, tussar silk, dupion ~ silkworm, silkworms, worms, worm, mulberry leaves, cocoon, cocoons, moth cocoon, caterpillars spin, spun by caterpillars, spun by worms, parachutes before nylon, fine thread from china, chinese emperors, old trade road from china, ancient road to china, ancient trade route, trade route with china, fancy ties are made of, spider would envy, kimono cloth, larvae, expensive pillowcases
rayon < viscose = viscose, modal, lyocell, tencel, rayon blend, viscose rayon, micro modal, bamboo viscose, cupro ~ wood pulp, tree pulp, artificial silk, pulped trees, made from trees, eucalyptus pulp, cellulose
linen = flax, pure linen, linen blend, irish linen ~ flax plant, creases if you look at it, crumples in the heat, tablecloths, mummies wrapped, mummies were wrapped, mummy wrapping, egyptian mummies, posh tablecloth, wrinkles the moment you sit
denim = jean fabric, chambray denim, jeans material, raw denim, stonewashed denim, selvedge denim ~ jeans are made of, cowboys' trousers, cowboys trousers, gold miners wore, levi strauss
canvas = canvas fabric, duck canvas, cotton canvas, sailcloth, waxed canvas ~ artists paint on, painters paint on, sails are made of, sail, sails, tents used to be, deckchair, deckchairs, oil paintings
velvet = velour, velveteen, crushed velvet, plush fabric ~ theatre curtains, theater curtains, cinema seats, ring box lining
satin = satiny, sateen, satin finish, charmeuse ~ wedding ribbon, shiny pillowcase, boxing shorts
lace = lacy, lacework, lace fabric, crochet lace, broderie, broderie anglaise, eyelet lace ~ doily, doilies
chiffon = georgette, organza, voile, tulle, net fabric, netted, organdy, crepe, crepe fabric ~ bridal veil, floaty sheer stuff
fleece = fleecy, polar fleece, sherpa, teddy fleece, borg, sherpa fleece, microfleece, fleece lined
corduroy = cord fabric, cordoroy, needlecord ~ ridged fabric, geography teacher's trousers, geography teachers
felt = wool felt, felted, felted wool
tweed = harris tweed, herringbone tweed, tweedy ~ country squire, professor's jacket
jersey fabric = jersey knit, jersey material
flannel fabric = brushed cotton, flannelette
acrylic = acrylic yarn, all acrylic ~ cheap wool substitute, fake wool, imitation wool, pretend wool, wool without the sheep
mesh = meshy, mesh fabric, air mesh, engineered mesh, netting, fishnet fabric ~ full of tiny holes, like a net, netted like a fishing net, lets the air through, string vest
rubber = rubbery, rubberised, rubberized, gum rubber, latex, neoprene, silicone, natural rubber ~ tyre stuff, tyres are made of, car tyres, wellies are made of, erasers, eraser, wetsuit, wetsuits, what balloons are made of
plastic = pvc, vinyl, polycarbonate, resin, polyurethane, pu, tpu, eva, abs, polypropylene, acetate, acetate frame, plasticky ~ lego bricks, lego, tupperware, carrier bags, washing up bowl
metal = metallic material, metal alloy, alloy, brass, titanium, aluminium, aluminum, copper, iron, zinc alloy, gunmetal metal, steel, nickel, metals ~ cans are made of, cutlery drawer, clanks
stainless steel < metal = steel, surgical steel, stainless, inox ~ kitchen sink metal, cutlery, doesn't rust, knives and forks
gold plated < metal = gold filled, 18k gold, 14k gold, gold vermeil, gold finish, gold plating
sterling silver < metal = 925 silver, silver 925, 925 sterling, real silver, solid silver
pearl = pearls, pearly, freshwater pearl, mother of pearl, faux pearl ~ oysters, oyster, inside an oyster
crystal = crystals, rhinestone, rhinestones, diamante, swarovski, cubic zirconia, cz, diamond, diamonds, gemstone, gemstones, kundan, stone studded, american diamond, zircon, moissanite ~ girls best friend, sparkly stones
beads = beaded, bead, beadwork, beading
wood = wooden, bamboo, teak, rosewood, wood finish ~ carpenter, carpenters, trees
straw = raffia, woven straw, rattan, wicker, seagrass, jute, hemp, burlap, cork, sisal, hessian ~ scarecrow's hat, scarecrow hat, potato sacks, potato sack
fur = faux fur, fake fur, furry, shearling, sheepskin, mink, rabbit fur, fur lined, fur trim, fluffy fur ~ teddy bear outside
feather = feathers, down filled, goose down, duck down, down filling, down feather
microfiber = microfibre, micro fiber, micro fibre
synthetic = synthetics, man made, manmade, man made material, man made fabric, artificial material, artificial fabric, synthetic fabric, synthetic material, man made fibers, non natural, polymer ~ made in a lab, from a laboratory, chemical plant, nothing natural, never grew on anything, from a factory not a farm, out of a test tube
natural fabric = natural fiber, natural fibre, natural fabrics, natural materials, natural fibers
blended = blend, blended fabric, mixed fiber, mixed fibers, mix of fibers, mixed fabric, blended cotton, mixed fibres, poly blend, cotton blend, poly cotton, polycotton ~ mixture of threads, fibers mixed, not just one yarn, mixture of yarns, crossbreed of fibers, half and half
fabric = cloth, textile, textiles, woven fabric, woven cloth, woven material, some kind of cloth, proper fabric, made of cloth, cloths, made out of fabric, made of fabric ~ woven, weave, warp and weft, loom, on a loom, bolt of cloth, draper, drapers, tailor's table, haberdashery, off the roll, sold by the yard, sewing machine, cut and sewn, weaver, weavers, comes off a loom, comes on a roll, curtains are made of, curtain shop, upholsterer, seamstress would, tailor would cut, needle and thread, textures, swatch, swatches, dressmaker, dressmakers, sold by the metre, sold by the meter
quilted fabric = quilted, quilting
sequin = sequins, sequinned, sequined, glitter, glittery, glitzy, sparkly, sparkle, spangled, spangles
wool blend fabric = wool mix
towelling = terry, terry cloth, terry cotton, toweling
twill = gabardine, drill cotton
poplin = percale, broadcloth
seersucker = gingham fabric
khadi = handloom, handwoven, hand woven, homespun ~ gandhi, spinning wheel
ceramic = porcelain material, enamel, enamelled, glass, mineral glass, sapphire crystal, mineral crystal
"""

"""Kinds of accessories, bags, jewellery and other goods; the format is that of `kinds_worn`."""

# ruff: noqa: E501 - one kind a line
from __future__ import annotations

__all__ = ["KINDS_CARRIED"]

KINDS_CARRIED = """
bag < = bags, carry bag, carryall, something to carry my things in*
handbag < bag = hand bag, purse, shoulder bag, satchel, hobo bag, crossbody bag, cross body bag, crossbody, sling bag, tote bag, tote, shopper bag, bucket bag, top handle bag, ladies bag, pocketbook, hand bags, sling, baguette bag, shopping bag, saddle bag, day bag, evening bag, beach bag, work bag for women, hobo
clutch < bag, handbag = clutches, clutch bag, clutch purse, evening clutch, envelope clutch, wristlet, minaudiere, potli
backpack < bag = back pack, rucksack, school bag, knapsack, daypack, day pack, haversack, schoolbag, bookbag, book bag, hiking pack, hydration pack, mini backpack, laptop backpack, ruck sack, college bag, school backpack, travel backpack
rucksack < backpack, bag = trekking bag, trekking backpack, hiking backpack
laptop bag < bag = computer bag, laptop case, laptop sleeve, notebook bag, briefcase, brief case, office bag, something to keep my laptop in*, something to carry my laptop in*, work bag, laptop messenger, macbook case, laptop briefcase, document bag, bag for my laptop, something for my laptop*
messenger bag < bag = courier bag, despatch bag, cross body messenger
duffel bag < bag = duffle, duffle bag, duffel, gym bag, holdall, hold all, weekender, weekend bag, sports bag, kit bag, overnight bag, carry on bag, travel bag, cabin bag, gym sack, drawstring bag
luggage < bag = suitcase, trolley bag, trolley, carry on, cabin luggage, wheeled luggage, luggage set, spinner, garment bag
waist pouch < bag = bum bag, bumbag, fanny pack, belt bag, waist bag, waist pack, running belt, hip pack, moon bag
pouch < bag = makeup bag, cosmetic bag, toiletry bag, wash bag, toiletries bag, pencil case, travel pouch, vanity bag, makeup pouch, cosmetic pouch, sponge bag, dopp kit
mobile pouch < bag = phone pouch, phone bag, mobile cover, phone purse, cell phone purse
tablet sleeve < bag = tablet cover, ipad case, ipad cover, ipad sleeve, tablet case, kindle case
wallet < = billfold, card holder, cardholder, card case, card wallet, coin purse, money clip, coin pouch, notecase, trifold, bifold, wallets, bifold wallet, trifold wallet, money wallet, change purse, id holder, credit card holder, cardcase, purse for cards
passport holder < wallet = passport cover, passport wallet, travel wallet
key chain < = keychain, keyring, key ring, key fob, key case, key holder, keychains, lanyard
belt < = belts, waist belt, leather belt, suspender belt for trousers, dress belt, waistband belt, webbing belt
suspenders < = braces, suspender, trouser braces
tie < = necktie, neck tie, ties, neckties, skinny tie, silk tie, cravat, bolo tie
bow tie < tie = bowtie, dickie bow, dicky bow, bow ties
pocket square < = pocket handkerchief, handkerchief, hanky, hankie, handkerchiefs, pocket squares
cufflink < jewelry = cufflinks, cuff links, cuff link, sleeve links
tie pin < jewelry = tie clip, tie bar, tie tack, lapel pin, tie clips
accessory gift set < = gift set, accessory set, tie and cufflink set, belt and wallet set, gift box set, combo set, belt wallet combo
scarf < = scarves, neck scarf, silk scarf, head scarf, headscarf, muffler, snood, neck warmer, neckerchief, bandana, infinity scarf, neck gaiter, square scarf, winter scarf, wool scarf, bandanna, blanket scarf
stole < scarf = stoles, wrap stole, fur stole
shawl < scarf, stole = pashmina, shawls, wrap shawl, pashminas
hat < headwear = hats, sun hat, bucket hat, fedora, trilby, panama hat, straw hat, cowboy hat, floppy hat, boater, bowler hat, top hat, cloche, wide brim hat, fishing hat, safari hat, trapper hat, winter hat, something for my head*, sunhat, boonie hat, pork pie hat
cap < headwear, hat = caps, baseball cap, snapback, trucker cap, trucker hat, dad hat, peaked cap, flat cap, newsboy cap, golf cap, fitted cap, running cap, baseball hat, dad cap, visor, cricket cap, army cap, snap back, ball cap
beanie < headwear, hat, cap = beanies, woolly hat, wool hat, knit hat, knitted hat, bobble hat, toque, tuque, skull cap, knit cap, ski hat, skullcap
beret < headwear, hat = berets, french hat*
headband < headwear, hair accessory = head band, hairband, hair band, sweatband, alice band, headbands, ear warmer, earmuffs, ear muffs
balaclava < headwear = ski mask, face mask for skiing, balaclavas
headwear < = head wear, headgear, turban, hijab, fascinator, bonnet, sleep cap, shower cap, satin bonnet, durag
mask < = face mask, masks, face covering, masquerade mask
glove < = gloves, mittens, mitts, mitten, winter gloves, leather gloves, ski gloves, driving gloves, fingerless gloves, evening gloves, touchscreen gloves, work gloves, cycling gloves, gardening gloves, mitt, gauntlets, gauntlet, arm warmers, gym gloves
sunglasses < eyewear = shades, sunnies, sun glasses, aviators, wayfarers, sunglass, sun glass, aviator sunglasses, dark glasses, cat eye sunglasses, polarized sunglasses, sports sunglasses, glasses for the sun
glasses < eyewear = spectacles, eyeglasses, reading glasses, specs, spectacle frame, eyeglass frames, optical frame, readers, blue light glasses, frames, eye glasses
eyewear < = goggles, ski goggles, swimming goggles, contact lenses
watch < = watches, wrist watch, wristwatch, timepiece, time piece, chronograph, digital watch, analog watch, dress watch, dive watch, sports watch, smart watch, smartwatch, fitness tracker, pocket watch, analogue watch, something to tell the time*, wrist watches, chronograph watch
watch band < watch = watch strap, watchband, replacement strap, apple watch band, watch bands, smart watch band
jewelry < = jewellery, bling, jewels, piece of jewelry
jewelry set < jewelry = jewellery set, necklace set, bridal jewelry set, necklace and earring set
earring < jewelry = earrings, ear rings, studs, stud earrings, hoops, hoop earrings, jhumka, jhumkas, jhumki, drop earrings, danglers, ear studs, chandelier earrings, ear cuffs, ear cuff, dangly earrings, clip on earrings, huggies, statement earrings, ear jewelry
necklace < jewelry = necklaces, chain, choker, locket, pendant necklace, chains, pearl necklace, neckpiece, neck piece, mangalsutra, string of pearls, statement necklace, neck chain, lariat
pendant < jewelry, necklace = pendants, charm necklace, locket pendant
ring < jewelry = rings, wedding band, engagement ring, wedding ring, signet ring, finger ring, promise ring, eternity ring, cocktail ring, toe ring
bracelet < jewelry = bracelets, wristband, charm bracelet, friendship bracelet, bangle bracelet, tennis bracelet, wrist band, cuff bracelet, beaded bracelet
bangle < jewelry, bracelet = bangles, kada, cuff, kara, bangle set
anklet < jewelry = anklets, ankle bracelet, payal
brooch < jewelry = brooches, pin badge, enamel pin, brooch pin
nose ring < jewelry = nose stud, nose pin, nath, septum ring
body jewelry < jewelry = belly ring, navel ring, piercing, barbell, belly button ring, body piercing, nose piercing
hair accessory < = hair clip, scrunchie, hair tie, hair string, hair pin, barrette, hair claw, bobby pins, hair bow, tiara, scrunchies, hair slide, hair comb, hair clips, hair ties, claw clip, hair bows, headpiece, hair wrap, hair accessories
wig < = wigs, hair extensions, hairpiece, toupee
umbrella < = umbrellas, brolly, parasol, folding umbrella
water bottle < = sipper, bottle, water bottles, flask, drinking bottle, hydration bottle, sippers, thermos
shoe laces < shoe accessory = shoelaces, laces, shoe lace, shoelace
shoe accessory < = insoles, insole, shoe care, shoe polish, shoe accessories, shoe cream, shoe horn, shoe trees, inner soles, shoe inserts, heel grips
sports equipment < = football, soccer ball, badminton racket, tennis racket, cricket bat, basketball, yoga mat, skipping rope, volleyball, knee brace, knee pads, shin guards, swim cap, swimming cap, wrist support, ankle support, elbow pads, sports kit
perfume < = fragrance, cologne, deodorant, eau de toilette, body mist, scent, aftershave, perfumes, body spray, deo
makeup < = lipstick, nail polish, lip gloss, mascara, eyeliner, foundation, kajal, lip balm, eyeshadow, blush makeup, concealer, nail paint, lip care, lip liner, highlighter makeup, compact powder, cosmetics
skin care < = sunscreen, face wash, moisturizer, moisturiser, face cream, body lotion, hand cream, face pack, serum, cleanser, lotion, body wash, shower gel, toner, face scrub, hair oil, shampoo, conditioner, body butter, bath oil, face mask pack
"""

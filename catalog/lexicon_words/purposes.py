"""Single words that bring a kind of product to mind when none is named: sore feet for shoes, a downpour for a raincoat.

The format is that of `associations`. Only a message that names no kind at all is read by these.
"""

# ruff: noqa: E501 - one kind a line
from __future__ import annotations

__all__ = ["PURPOSES"]

PURPOSES = """
footwear: feet! foot! toe! toes! heel? ankle ankles arch! arches! instep! sole! soles! soled! cobbles? pavement? walk walks walking stroll? hike? tread! barefoot! blister! blisters! bunion! bunions! insole! laces laced lace-up step? steps? standing? podiatrist! kick? tiptoe! stomp! shod!
sports shoe: run! runs! running! jog! jogging! jogger! marathon! sprint! treadmill! track? parkrun! athletics! tennis? squash? badminton? netball? court? trail?
raincoat: rain! rains! raining! rainy! downpour! drizzle! drizzly! pouring! pours! soaked! drenched! puddles shower? showers? showery! monsoon! wet dry? splash? umbrella?
jacket: warm cold chilly! chill! freezing! frost! frosty! snow winter january december wind? windy! breeze! shiver! shivering! layer? outdoors outside shoulders? zip? sleeves? collar?
coat: warm cold freezing winter frost? january? february? december? bundle?
bag: carry! carrying! carries! lug! lugging! haul! tote! shoulder books! lunch! groceries! shopping? stuff? belongings! essentials? strap straps pack? packing? compartments! compartment!
backpack: books! school? college? campus? hike? hiking? carry back? shoulders! hands-free? trek! trekking!
laptop bag: laptop! notebook? macbook! charger! commute? office? computer! documents!
handbag: phone? keys? lipstick! purse! makeup? evening? carry? handles?
luggage: suitcase! cabin! flight! flights! airport! overhead! trip? wheels! travel? travelling? packing!
wallet: cards! card? cash! coins! coin! banknotes! notes? change? money? pocketful? receipts!
hat: head! bald! scalp! brim! crown? sunburn? sunburnt? forehead! ears? hairdo?
beanie: ears! ear? head cold? winter? freezing?
glove: fingers! finger? hands! hand? knuckles! palms! thumb! thumbs! steering? snowball! grip?
scarf: neck! throat! draught! draughty! wrap? wound? chin? nape!
belt: waist? buckle! buckles! loops! trousers? hold? notch! notches! sag! sagging! slide?
sunglasses: sun glare! squint! squinting! eyes! dazzle! dazzled! dazzling! bright? uv! lens! lenses! driving? beach? frames? shade?
watch: time! wrist! ticking! tick! dial! clock! hour! hours! punctual! late? minute? strap? stopwatch! chronograph!
earring: ears? ear? lobe! lobes! pierced! piercing! dangle! dangles! dangly!
necklace: neck? throat? collarbone! chain! chains! pendant! locket! choker!
ring: finger? proposal! propose! engaged! engagement! fiancee! fiance! vows! band? betrothed!
bracelet: wrist? charm! charms! beads? bangles!
jewelry: sparkle! sparkly! gem! gems! glitter? precious! trinket! trinkets! bling! jewels!
tie: collar? knot! knots! windsor! necktie!
sock: toes? feet? calf? calves? drawer? darn! darned! odd? boots?
pajama: sleep! sleeping! bed! bedtime! night! nights! doze! nap! napping! lie-in! duvet!
swimwear: swim! swims! swimming! pool! sea? ocean? beach? lake? dip? laps! lengths? aqua! snorkel! snorkelling! tan?
activewear: gym! workout! workouts! yoga! pilates! exercise! exercising! spin? squat! squats! stretches? sweat! sweaty! training!
dress: gown? prom! cocktail! garden? bridesmaid! twirl! frock! ball? hem? occasion? party?
trousers: legs! leg! inseam! thighs! thigh! knees! knee! crotch! pleat? crease? seat?
shirt: collar! cuffs! iron? ironing? tuck! tucked! buttons? desk? office? meeting? interview?
top: torso! chest! tummy! belly! midriff! bust? neckline! sleeves arms?
bra: bust! busty! bosom! boobs! cup! cups! cleavage! underwire! straps? nursing?
innerwear: underneath! undies! pants? knickers! waistband! under?
thermals: base-layer! ski! skiing! skis! slopes! arctic! long-johns!
sweater: jumper! knit! knitted! knits! cosy cuddly! woolly! chunky! snuggle!
suit: interview! groom! boardroom! wedding? formal? lawyer? court? promotion?
umbrella: brolly! drizzle! gust! gusts! canopy!
slipper: indoors! house? floorboards! tiles? carpet! fireside!
apron: bake? baking! baker! cook? cooking! kitchen? flour! splatter! chef!
costume: halloween! pretend! fancy-dress! superhero! pirate! witch! cosplay!
uniform: scrubs! nurse? shift? workwear! overalls!
mask: mouth! nose! germs! dust?
hair accessory: hair! fringe! ponytail! bun! plait! braid! updo!
"""

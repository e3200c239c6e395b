"""Single words that bring a value to mind, for people who describe it roundabout: bolls and swabs for cotton.

A line is `value: words`; a word with `!` brings it to mind strongly, one with `?` faintly. Several of them together
weigh more than each alone. Words that name a value outright stand in the other tables.
"""

# ruff: noqa: E501 - one value a line
from __future__ import annotations

__all__ = ["ASSOCIATIONS", "STRENGTHS"]

STRENGTHS = {"!": 0.75, "": 0.5, "?": 0.25}
"""How strongly a word brings a value to mind: a share of what naming it outright would weigh."""

ASSOCIATIONS = """
cotton: boll! bolls! swab! swabs! fluff fluffy? tuft tufts pod? pods? plantation! plantations! crop? harvest? harvested? bud? buds? bush? nappy? nappies? bandage? bandages? plaster? wadding! gauze muslin calico! bedsheet bedsheets sheets? towel? towels? hanky? lint gin? mississippi? alabama? dixie? candyfloss? whitney? jersey? bedlinen pillowcase? pillowcases? ear? ears? snowy? puffy? plant? plants? field? fields? grown? grows? picked? pickers? farmers? vest? breathes? natural? gossypium! percale? denier?
polyester: bottle bottles lemonade? fleece? petrol petroleum! oil? barrel? plastic? football? footballer? footballers? kit? kits? strip? recycled leisure? static! crackle crackles sparks? shell? suit? seventies? disco? manmade artificial? chemical chemicals? chemistry refinery! crease? creases? dacron! terylene! microfibre? gym? lycra? sportswear? pop? fizzy? soda? melted? extruded! polymer!
nylon: parachute! parachutes! parachutist! tights! stocking stockings! hosiery! ladder? ladders? laddering fishing? tent! tents! toothbrush bristle bristles guitar? string? rope? ropes? climber? climbers? umbrella? kite kites! zip? racket? rip? ripstop! wartime? gi? gis? american? windbreaker? denier! flag? flags? hammock? leotard? swimsuit?
leather: cow! cows! cowhide! cattle! moo! mooed! bull! bulls? ox hide! saddle! saddles! saddlery! saddler! bridle! bridles! reins! stirrup! stirrups! harness? whip? biker! bikers! motorcyclist motorcyclists motorbike? rocker? rockers? armchair? sofa? chesterfield! satchel? holster! belt? belts? tannery! tanned tanner? polish? polished? cobbler! shoemaker! bookbinder! boxing? glove? gloves? baseball? catcher? cricket? jockey? rodeo! cowboy? cowboys? steer? calf! buffalo! animal animals? skin? skins? farmyard? leathery hides! upholstery? dashboard? limousine? steering? patina! supple? briefcase? brogue? stable? barn? beast? once? pasture grazed! herd
faux leather: pretend! fake! imitation! mock? animal? cow? hide? vegan! lookalike! passes? convincing? peta!
suede: nap! napped! velvety! brushed fuzzy fingermark? fingermarks? elvis! brush? rain? velvet? stroke? stroked? smudge? nubuck! moleskin? peach?
wool: sheep! sheeps! lamb! lambs! ewe! ewes! ram? flock! shepherd! shepherds! sheared! shearing! shorn! shears! fleece yarn? knit? knitted? knitting! needles? moth moths! baa! bleat! bleating! welsh? yorkshire? hebridean! scottish? highland? highlands hill? hillside? pasture? merino! crochet? granny? itchy! scratchy! jumper? spun? ball? farm? paddock
cashmere: goat! goats! himalaya! himalayan! mongolia! mongolian! kashmir!
spandex: stretch! stretches! stretchy! springs? spring? bounce? bounces? snap? snaps? ping! pings! rebound! rebounds! elastic! elasticated! rubber? band? bands? cyclist! cyclists! leotard! leotards! gymnast! gymnasts! superhero! superheroes! squat squats? bend? bending? leggings? wrestler? give? gives? flex flexes hug? hugs? recoil! leotard yield? springy!
silk: worm! worms! silkworm! silkworms! mulberry! cocoon! cocoons! moth? moths? caterpillar! caterpillars! china? chinese? oriental? emperor? emperors? geisha! kimono! larva! larvae! larvas! spun? spins? spider? spiders? road? luxurious? shimmer? sheen? smooth? slippery? slinky! pillowcase? chrysalis! lustrous? threads? caravans?
rayon: pulp! pulped! wood? trees? tree? eucalyptus! cellulose! artificial? bamboo? viscose! semi? drape? drapes? flows? beech!
linen: flax! crease! creases! crumple! crumples! crumpled! rumpled! tablecloth! tablecloths! napkin? napkins? mummy! mummies! pharaoh? egypt? egyptian? riviera? mediterranean? summer? belfast? ulster? bandages?
denim: jeans! jean! cowboy! cowboys! miner! miners! nimes! levi? trousers? workwear? gold? rivets! dungaree
canvas: sail! sails! tent? tents? painter painters easel! artist! artists! deckchair! deckchairs! marquee! tarpaulin! plimsoll! plimsolls! painting? paintings? yacht? rucksack?
velvet: curtain curtains theatre! theater! plush! throne! cushion? opera? jewel? pile? stage?
acrylic: yarn? wool? sheep? jumper? paint? paints? artist? cheap? imitation? bobbles? perspex!
mesh: net! nets! netting! netted! fishnet! sieve! sieved holes! holey! hole? trellis! lattice! grid! tennis? goal? airy! breathe! breathes! breathing! ventilated! see? colander! teabag! strainer! gauze mosquito!
rubber: tyre! tyres! tire? tires? wellies! wellington? eraser! erasers! balloon! balloons! wetsuit! duck? bounce bouncy! malaysia? latex! bungee! squash? washers? hot?
plastic: lego! tupperware! carrier? bucket buckets? toy? toys? bottle? bottles? credit? tray? moulded! molded! supermarket? recycling? recyclable?
metal: tin! iron? girders! clang! clank! clink! magnet magnets! forged! foundry! blacksmith! spoon? cutlery? robot robots! armour! armor! bolt? bolts? screw? welded! rust? rusts? scrap?
stainless steel: cutlery! sink? knife? knives! fork? forks! spoon! spoons! surgeon? surgical! scalpel! rustproof! rust? saucepan! saucepans! sheffield! kettle?
gold: treasure! bullion! ingot! ingots! pirate? pirates? medal? trophy? pharaoh! midas! crown? coin? coins? winner? first? leprechaun! rainbow? ring? karat! wedding? nugget!
silver: moon moonlight! moonlit! teaspoon! teaspoons! spoon? tinsel! foil! mirror? knight? second? bullet? sixpence! dime! coins? fish? mercury? sterling! cutlery? salver!
pearl: oyster! oysters! oysters! mollusc! shell? diver? necklace? granny? string?
crystal: sparkle! sparkles! sparkly! twinkle! twinkly! glitter? ice? chandelier! disco? diamante! glint?
wood: tree! trees! carpenter! forest? timber! plank! planks! oak! log? logs? bark? sawdust! varnish! woodland!
straw: scarecrow! hay! haystack! thatch! thatched! basket! baskets? bale! wicker! farmer? reeds? woven?
fur: bear? rabbit? mink! fluffy! furry! pelt! hairy! cat? teddy? arctic? eskimo! inuit! fox?
synthetic: laboratory! lab! factory test? tube? chemist! chemists! scientist! scientists! artificial! manmade! invented! engineered? polymer! plastic? nature? natural? nothing? chemical! chemicals! unnatural! fake? grown? born?
blended: mix! mixed! mixture! blend! blends! blended! mingled! mingles! combination! combined! combo! cocktail! partly! part? purely? pure? alongside! fibre! fibres! fiber! fibers! yarns! threads? marriage! hybrid! mongrel! crossbreed! half? share? shares? another? jumble! medley!
fabric: cloth! textile! textiles! woven! weave! weaver! weavers! loom! looms! draper! drapers! tailor! tailors! tailored? seamstress! dressmaker! dressmakers! haberdasher! haberdashery! bolt? bolts? sewn! sew! sewed! sewing! stitched! stitch? stitches? thread! threads! threaded? needle! needles! yarn! curtain curtains! upholstery! upholsterer! swatch! swatches! material! stuff? cut? spun! patchwork! quilt? patch? pin? cushion? tapestry! felt? linen? roll? mill! mills! rag? scissors! pattern? pleat? hem? hems? warp! weft! texture! textures! fingers? finger? thumb? feel? feels? touch! touching! rub? rubbing? handle? woollen? draped!
regular fit: standard! ordinary! normal! usual! average! typical! everyday! conventional! regular! classic medium? middle! moderate! neither! nor? tight? loose? baggy? snug? slim? roomy? clinging! cling! clings! flapping! flap! flaps! billow! billows! billowing! hug? hugs? hugging? squeeze! squeezing! swamp! swamps! swimming? tent? sausage? peg? rack? most? people? everyone? folk? plain? sits? sit? hang? hangs? drape? unfussy? goldilocks! straightforward! run? mill? way? cut?
slim fit: slim! narrow! slender! slimmer! close! closely! tapered! taper! trim! streamlined! snug! fitted! hugging! hugs! hug! clings! cling? skim! skims! tailored! contours! silhouette? shape? shows? body? excess! spare? second? glove? drainpipe! pencil! beanpole! whippet! greyhound! flapping? billowing? baggy? loose?
relaxed fit: relaxed! loose! looser! roomy! room! baggy! slouchy! generous! ample! easy! airy? floaty! billow? breathing? wiggle! lounge? wriggle! comfortable? space! drape? squeeze? pinch? tight? cling?
comfortable: comfort! comfy! comfortable! cosy! cozy! snug? cushy! sofa! couch! settee! slouch! slouching! lounge! lounging! laze! lazing! lazy! pyjamas? pajamas? slippers? hug? hugs? cuddle! cuddles! nap! doze! dozing! pleasant! ease! easy? relax! relaxing! relaxed! bath? duvet? pillow! cloud? clouds? forget! forgetting! notice? noticing? noticed? unaware! wearing? chafe! chafes! chafing! pinch! pinching! dig! digs! digging! rub? rubs? itch? itching? irritate? fidget! fidgeting! tug? tugging? adjust? adjusting? blister! blisters! sore! ache! aches! aching! kind? gentle? gentleness? treat? sunday? armchair
soft: soft! softness! kitten! kittens! cloud! clouds! pillow! pillows! feather! feathers! marshmallow! petal! petals! bunny! rabbit? silky! baby? cheek? stroke! fluffy! velvety? butter! buttery! downy! lamb? moss?
machine washable: machine! drum! washer! launderette! laundrette! laundromat! laundry! appliance! programme? program? cycle! spin! spins! spinning! spun? dial! tumbling? load! loads! basket? utility? hotpoint! bosch! porthole! suds? powder? rinse? button? chuck! sling! bung! toss! wash? washed? washing? whites? twin? tub?
hand wash: hand! hands! basin! sink! tub! bucket! bowl! soap! soapy! suds! scrub! scrubbing! sleeves? elbow! elbows! knuckles! fingers? swish! swirl! dunk! squeeze? rubber? gloves? bath? bathroom? wash? washed? washing? drum? machine? machines? appliance? hotel? holiday? old? fashioned?
gentle cycle: gentle! gently! gentler! delicate! delicates! soft? slow! kind! kindly! kid? careful! carefully! mild? light? lightly? tender! tenderly! babying! baby? lullaby! tickle! soothing! wool? silks? lingerie! fragile! handle?
cold wash: cold! cool! chilly! chilled! icy! ice? freezing! stream! brook! tap? fridge? winter? arctic! antarctic! unheated! heat? heated? heating? hot? warm? hose! hosepipe! mountain? lake? sea? rain? polar! penguin! penguins! shiver! shivery! goosebumps! snowmelt!
warm wash: warm! warmed! warmth! tepid? bath! bathwater! bathtime! hand? mild? soup? tea? heated!
lukewarm: lukewarm! tepid! bath! baby! babys! babies! bathwater! elbow! bottle? neither? hot? cold? room? mild? blood! pool? puddle? half?
mild detergent: detergent! soap! soapy! powder! suds! bubbles? bubble? foam? mild! gentle! soft? harsh! liquid! flakes! baby? shampoo! softly? stuff? chemicals? kind? strong? eco? sensitive!
wash separately: separately! separate! alone! lonely! solitary! solo! own! itself! company! companion! companions! apart! isolated! isolation! quarantine! quarantined! private! privacy! single? only? together? mix? mixed? mixing? neighbours? friends! hermit! solitude! share? sharing? load? segregated! kept? bachelor! antisocial! crowd!
like colours: similar! matching! match? same! shade shades! hue! hues! alike! kindred! lookalikes! colour! colours! color? colors! friends? company? own? family? palette! tone! tones! siblings! twins! kin! relatives! together! share? shares? sharing? sort? sorted! grouped! companions? kind? kinds? load?
dark colours separately: dark! darks! darker! black? navy? separately! separate! apart! alone! whites! pale? light? lights! segregate! segregated! split! splits! divide! divided! load? loads? pile! piles! mix? mixed? mixing? stray! sock? ruined? pink?
color bleeds: bleed! bleeds! run! runs! running? leak! leaks! leach! leaches! seep! seeps! dye! dyes! stain! stains! ooze? tint? pink? ruin? puddle?
no bleach: bleach! bleached! bleaching! chlorine! domestos! whitener! whiteners! peroxide! swimming? pool? hairdresser! hairdressers! blonde! harsh? chemical? chemicals? toilet? strong?
no wring: wring! wringing! wrung! twist! twisting! twisted! squeeze! squeezing! squeezed! strangle! throttle! mangle! mangled!
no soak: soak! soaking! soaked! steep! steeped! steeping! submerged! sit? sitting? bucket! overnight! long? left? leave? marinate! wallow! bathe? bathing?
no tumble dry: dryer! drier! tumble! tumbling! tumbled! tumbler! drum? heat? hot? machine? spin? never? keep? away?
tumble dry: dryer! drier! tumble! tumbling! tumbled! tumbler! drum! hot? heat? fluffy? low?
dry clean: dry! cleaner! cleaners! cleaning! cleaned! professional! professionals! professionally! chemical? solvent! ticket! hanger! wire? plastic? cover? bag? counter! collect! thursday? shop? high? street? wash? machine? water? wet? soap? never? pressed?
dry in shade: shade! shaded! shady! shadow! shadows! sun! sunlight! sunshine! sunbathe! sunbathing! tree? umbrella? parasol! porch! indoors! cool? dry! drying! dried! rays! glare! tan? balcony? vampire! north?
flat dry: flat! flatly! horizontal! horizontally! lay! laid! lie! lying! lies! spread! towel! floor? table? sunbathe? dry! drying! dried! hang! hanging! hanger! hung! peg! pegs! pegged! line? pancake!
line dry: line! peg! pegs! pegged! washing? clothesline! breeze! wind? blow! blowing! flapping? garden! hang! hung! hanging! outside? outdoors? airer! drying? dry? dried?
drip dry: drip! dripping! drips! drops! hang! hung! hanging! bath! shower! rail! spin? wring? squeeze? dry! drying? dried?
inside out: inside! out? reversed! turned! turn? flip! flipped! seams! lining? wrong? back? front? reverse!
no iron: iron! ironing! ironed! ironer! press? pressing? crease? creases? wrinkle? wrinkles? steam! board!
warm iron: iron! ironing! ironed! press! pressing! pressed! warm! warmth? steam! steaming? board! hot? heat! hiss! dial? medium? crease? creases? crisp?
cool iron: iron! ironing! ironed! press! cool! cold? low! lowest! heat? dial? gentle?
iron reverse: iron! ironing! reverse! back! inside! wrong! underside! behind!
iron not on print: iron! ironing! print! picture! image! design! logo! decoration! decorations! motif! around! avoid! steer? press?
wipe clean: wipe! wiped! wiping! wipes! cloth! rag! rags! duster! dusters! dust! dusty! dusted! hanky? swipe! rub! rubbing? rubbed? buff! buffing! polish? clean! damp! dry? tissue! chamois! grime! dirt! speck! specks! smear? flannel! sweep? spectacles?
warranty: warranty! guarantee! guaranteed! months? year? years? mend! mended! repair! repaired! repairs! breaks! broken! fault! faulty! replace! replaced! replacement! promise! promised! insured! cover? covered? manufacturer! maker! makers? packs? conks! money?
waterproof: rain! raindrops! downpour! puddle! puddles! soaked! soak? drenched! drench! duck! ducks? umbrella! monsoon! wet! water! dry? storm! drizzle! leak! leaks! shower? sponge? splash! splashes! cloudburst! brolly!
water resistant: swim! swimming! pool! dive! diver! divers! diving! shower! splash! splashes! sink! wet! water! underwater! snorkel! snorkelling! bath? sea? surf! surfing! metres? depth! leak?
breathable: breathe! breathes! breathing! breath! air! airy! airflow! breeze! breezy! ventilated! ventilation! lungs! sweat? sweaty? clammy! stuffy! stifling! hot? cool? cooling? greenhouse! sauna! oven!
moisture wicking: sweat! sweaty! sweating! perspire! perspiration! perspiring! damp! clammy! moisture! wick! wicks! drips? draws! pulls! dry? puddle? soggy! gym? marathon? salt?
quick dry: dries! dry? fast! quick! quickly! minutes! hurry! jiffy! flash! overnight? soon!
insulated: cold! cosy! cozy! toasty! snug! warm! warmth! igloo! arctic! eskimo! penguin! penguins? polar! blizzard! frost! frosty! shiver! shivering! radiator! blanket! blankets! thermos! oven? freezing! icicle! icicles!
lightweight: light! feather! feathers! featherlight! weigh! weighs! weight! weightless! float? floats? balloon! burden! barely! airy! breeze? cloud? whisper! gossamer!
durable: durable! tough! sturdy! hardwearing! last! lasts! lasting! years! decade! decades! survive! survives! survivor? indestructible! bombproof! battering! abuse! knocks! rough? toddler? fall? apart? wear? tear? nails! oak? granite? tank! hardy!
stretchy: stretch! stretches! stretchy! give! gives! bend! bending! squat! squatting! yoga! flex! flexible! elastic! move? movement! twang!
elasticated: elastic! elasticated! stretchy! stretch! gather? snap! snaps! ping! waistband? gusset gussets
drawstring: string! strings! cord! cords! toggle! toggles! pull! pulls! tighten! tightens! cinch! tie? tied? knot! bow? lace?
pocket: pocket! pockets! keys! phone? coins! change? wallet? hands! stash! tuck? hankie? mint? mints? somewhere? kangaroo! pouch! sweets?
hood: hood! head! hair! ears! rain? downpour? monk! monks! riding? robin! cover? covers? cobra! pull? gnome! elf?
zip: zip! zipper! teeth! slide! slides! runner? metal? zzz! up? fasten! fastens! track?
button: button! buttons! buttonhole! buttonholes! disc! discs! fiddly! pearl? cardigan? fasten! fastens! fastened! shirt? row! rows!
snap button: popper! poppers! snap! snaps! stud! studs! press! pop! pops! click! clicks! fasten! fastens?
lace up: lace! laces! tie! tied! tying! knot! knots! bow! bows! strings! string! loops? bunny! eyelet! eyelets! criss? thread? threaded? draw! cinch! tighten! tightening!
slip on: slip! slips! slide! slides! step! pull! laces? lace? knots? tie? tying? bend? bending? stoop! stooping! kneel! kneeling! quick? easy? hurry! shoehorn! straight? fuss!
buckle: buckle! buckles! prong! prongs! pin? clasp! fasten! fastens? notch! notches! pilgrim! pilgrims! belt?
velcro: velcro! rip! ripping! tear? scratchy! hook? loop? crackle?
magnetic closure: magnet! magnets! magnetic! fridge! snap? snaps? click? pull? attracted! clicks?
cushioned: cushion! cushions! cushioned! cushioning! pillow! pillows! pillowy! bouncy! bounce! springy! spring? spongy! sponge! squashy! squishy! treading! tread? walking? clouds! cloud! marshmallow! marshmallows! trampoline! mattress! feather? soles? feet! foot! heel? heels? underfoot! underneath! standing! stand? blister? blisters? ache! aches! aching! sore! carpet! moss! breakfast? bedtime? soft! kindly! padded!
padded: padded! padding! pad! stuffed! stuffing! cushioned! cushion! cushions! quilted! quilt! squashy! bruise! bruises! bruised! protect! protects! protection! thick? soft? insteps? knot? bubble?
footbed: footbed! insole! sole? foot! feet! underfoot! underneath! stand? standing? tread! treading! walk? walking? inside?
upper: upper! top! outside? outer! above! over? toe? toes? foot? shoe? boot? body?
outsole: sole! bottom! ground! tread! underneath! grip! pavement? floor! road? gripping!
midsole: middle! sole! layer! sandwich! between! centre? mid!
tongue: tongue! flap! laces? under? instep? insteps? mouth? knot?
ankle strap: ankle! ankles! strap! straps! loop! around? round?
non slip: slip! slipping! slippery! slide! sliding! ice! icy! wet? floor! grip! grips! gripping! banana! skid! skidding! skate! skating! fall? falling? bottom? backside! tread! gecko!
branding: brand! branded! logo! label! name! maker! makers! manufacturer! badge! emblem! mark! signature! stamped! initials! printed? company!
embroidered: embroidery! embroidered! needle! needles! needlework! stitched! stitching! sewn! threads? thread? sampler! hoop?
embellished: decorated! decoration! ornament! ornaments! adorned! bling! jazzed! fancy! trimmings! garnish! magpie!
print: print! printed! picture! pictures! image! drawing! drawn! painted! artwork! cartoon! illustration! photo! photograph! stamped! graphic! slogan? poster!
chest print: chest! print! printed! picture! medal! heart? front! breast! ribs! breastbone! badge? image! drawing!
ventilation holes: holes! hole! punched! pinprick! pinpricks! pierced! perforated! perforations! dots? cheese! colander! sieve! breathing? hedgehog!
striped: stripe! stripes! zebra! zebras! deckchair! barcode! tiger? bee? bees? humbug! humbugs! lines! lined? pinstripe! pyjamas? crossing? bands! bars! prison! convict! convicts! sailor! breton! candy? butcher! butchers! rows?
checked: check! checks! chessboard! chess! draughts! squares! tartan! kilt! kilts! lumberjack! lumberjacks! picnic! plaid! grid! graph! gingham! tablecloth? waffle? windowpane! racing? flag?
floral: flower! flowers! garden! gardens! petal! petals! bloom! blooms! bouquet! bouquets! blossom! blossoms! meadow! rose? roses? daisy! daisies! florist! florists! wallpaper? botanical! chintz!
polka dot: dot! dots! spot! spots! spotty! dalmatian! dalmatians! minnie! ladybird! measles! domino? polka! leopard?
animal print: leopard! zebra! snake! tiger! cheetah! safari! jungle? savannah! serengeti! crocodile!
solid: plain! solid! unadorned! pattern! patterns! patterned? single! one? blank! nothing? fuss? frills? block! uniform? undecorated! unbroken! all? over? throughout! simple!
melange: fleck! flecked! flecks! speckled! speckle! marl! heather! salt? pepper! mottled! mixed? porridge! oatmeal!
diagonal: diagonal! slant! slanted! slanting! slope! sloping! slopes! angle! angled! askew! tilted! leaning! corner! slantways! lopsided! oblique!
round neck: neck! neckline! round! circle! circular! ring! hoop! collar? collarbone! throat! crew! curved! curve! loop? moon! plate! polo?
v neck: neck! neckline! v! vee! point! pointed! pointing! arrow! triangle! plunge! plunging! letter! geese! chevron!
polo collar: collar! collared! polo! golf! golfer! golfers! flip? turned? tennis? caddy!
high neck: neck! chin! high! turtle! tortoise! scarf! throat! giraffe! polo! tall? nuzzle!
long sleeve: sleeves! sleeve! wrist! wrists! long! arms! arm! cover? covered! cuff? cuffs? down? full! hands?
short sleeve: sleeves! sleeve! short! elbow! elbows! bicep! biceps! arms! tattoo! tattoos! half! upper? vaccination! summer?
sleeveless: sleeves! sleeveless! bare! arms! armpits! shoulders! vest! arm? without? none?
casual: casual! everyday! weekend! weekends! relaxed! pub! errands! sofa? lounging! chill! chilling! informal! saturday! dressy? barbecue! sunday! lazy? supermarket! daily! ordinary?
formal: formal! smart! office! boardroom! interview! wedding? suit! suits! ceremony! courtroom! funeral! dressy! black? tie? butler! banquet! executive! headmaster! opera!
sporty: sport! sports! sporty! gym! athlete! athletes! pitch! track! training! team! running! referee! coach! medal? medals?
case diameter: across! diameter! wide! width! wide? case! face! dial! coin! edge! side? size! span! measures! measuring!
case thickness: thick! thickness! depth! deep! slim! thin! profile! stack! tall? case! cuff?
analog: hands! hand! tick! ticking! tock! numerals! sweep! grandfather! clock! pointer! pointers! round? church! digital?
dial: face! dial! clock! numbers! circle? round?
lens width: lens! lenses! glass! eye! eyes! wide! width! across!
lens colour: lens! lenses! tint! tinted! glass! shade! shades! eye! eyes! looking? through?
frame: frame! frames! rim! rims! rimmed! surround! edge? around? holds?
card slots: card! cards! slot! slots! plastic! bank! credit! loyalty! membership! library! slit! slits! aces? poker!
compartment: compartment! compartments! section! sections! divided! divider! partition! rooms! space! chamber! filing? separate?
strap: strap! straps! shoulder! shoulders! sling! hang! hangs! across? carry!
handle: handle! handles! hold! grip! grab! carry! carrying! knuckles?
loop: loop! loops! ring? through! hook? thread? tuck? hoop! narrow? thin? skinny?
flap: flap! flaps! fold! folds! folding! lid! envelope! letterbox! over?
three fold: three! 3! thirds! fold! folds! folded! folding! leaflet! letter? concertina! brochure!
two fold: two? 2? half! halves! fold! folds! folded! folding! book! books? greetings! card? menu!
open toe: toe! toes! open! peep! peeping! peek! pedicure! nails! varnish! showing! wiggle! wiggling! air! airing! bare!
closed toe: toe! toes! closed! covered! hidden! stub! stubbed! protected!
square toe: square! squared! toe! toes! corner! corners! blunt! box! boxy!
pointed toe: point! pointed! pointy! toe! witch! winkle! pickers! elf! arrow!
heel height: heel! heels! inch! inches! tall! taller! height! high! lift! boost! tower?
reversible: reversible! reverse! flip! flipped! sides! side! swap! two? turned? both! either! inside! double!
ribbed: rib! ribs! ribbed! ridges! ridge! corrugated! grooves! radiator!
ruffle: ruffle! ruffles! frill! frills! flounce! flounces! flamenco! lasagne! petticoat! waves?
waterproof jacket: rain! downpour!
unisex: either! anyone! anybody! both! him! her! gender! bloke? girl? couple! share! shared! swap! whoever!
denim look: jeans!
tan: camel! camels! lion! lions! biscuit! biscuits! desert! dune! sandstone! teddy! digestive!
beige: sand! sandy! sandcastle! dune! dunes! oatmeal! porridge! latte! biscuit! biscuits! beach? digestive! cream? mushroom! mushrooms! putty! oat! oats! magnolia! camel? parchment! hessian?
navy: navy! sailor! sailors! blazer? midnight! admiral! police? uniform?
burgundy: wine! claret! merlot! bordeaux! port? cellar! plum? vineyard! sommelier! grape?
cream: cream! ivory! custard? clotted! vanilla! magnolia! pearl? elephant? tusk! piano? dairy!
khaki: soldier! soldiers! army! military! safari! camouflage! barracks! jungle? sergeant!
turquoise: lagoon! caribbean! aegean! maldives! peacock! tropical?
black: black! blackness! midnight! coal! tar! soot! sooty! ink! inky! raven! ravens! crow! crows! liquorice! licorice! ebony! jet! onyx! charred! burnt? night! nighttime? moonless! darkness! dark! panther! panthers! funeral! funerals! mourning! mourner! hearse! undertaker! witch! cat? blackboard! tyre tarmac! asphalt! vinyl? domino? bat? bats! batman! caviar! stout! guinness! espresso! treacle! chimney! sweep? cellar? cave? shadow? shadows? blackout! priest? nun? nuns? penguin? magpie? eclipse! pupil? spades! pitch! dungeon? lights? power? cuts? lightless! goth! goths! vampire? ninja! ninjas! obsidian! raisins? void! hole? space? oil? slick! blindfold! mascara! moon? sky?
white: white! snow! snowy! snowman! snowmen! snowflake! snowflakes! snowdrift! hail! hailstones! milk! milky! chalk! chalky! swan! swans! bride! brides! bridal! dove! doves! cloud? clouds? paper! page! blank! sheet? sheets? ghost! ghosts! polar! bear? bone! bones! ivory? lily! lilies! daisy? sugar! salt! flour! frost! frosty! ice? icing! igloo! marshmallow? marshmallows? vanilla? yoghurt? cotton? fridge! toothpaste! tooth! teeth! dentist? porcelain! bathtub! nurse? chef! chefs! wimbledon! cricket? cricketer! cricketers! blizzard! avalanche! ski? slopes? alps! goose? seagull? alabaster! pearl? pearls? rice! bleached! virgin! candle? wedding? surrender! flag? lab? tippex! meringue!
blue: blue! sky! skies! sea! seas! ocean! oceans! lagoon? pool! denim! jeans! sapphire! sapphires! cobalt! bluebell! bluebells! cornflower! cornflowers! smurf! smurfs! kingfisher! kingfishers! blueberry! blueberries! dolphin? whale? whales? lake! lakes! glacier! mediterranean! aegean! waves! wave? water? underwater? deep? police? policeman! policemen! midday? noon? cloudless! summer? swim? swimming? veins! biro! ink? everton! chelsea! facebook! peacock? hydrangea! hydrangeas! forget? nautical! marine! aquarium? horizon! baby? boys? postcard? sad? baptism? lapis! hyacinth! hyacinths! delphiniums! avatar!
red: red! tomato! tomatoes! ladybird! ladybirds! ladybug! pillar? pillars? postbox! postboxes! box? boxes? strawberry! strawberries! cherry! cherries! raspberry! raspberries! blood! bloody! bleeding? rose! roses! ruby! rubies! fire! engine! engines! flames? flame? brick! bricks? lipstick! lobster! lobsters! crab? ketchup! chilli! chillies! chili! pepper? peppers? santa! santas! christmas? holly! berries! berry? robin! robins! poppy! poppies! valentine! valentines! heart! hearts! bus! buses! telephone! stop! brake! traffic? ferrari! mars! communist! matador! bull? sunburn! sunburnt! blush? blushing? angry? anger! beetroot? watermelon! watermelons! pomegranate! cranberry! radish! radishes! apple? danger! warning! devil! devils! embers! rudolph! nose? liverpool! arsenal! alert! scarlet? cardinal! tabasco! paprika! rash? stoplight! carpet?
green: green! grass! grassy! lawn! lawns! leaf! leaves! leafy! foliage! forest! forests! wood? woods! moss! mossy! emerald! emeralds! pea! peas! frog! frogs! toad! lime! limes! cucumber! cucumbers! avocado! avocados! shamrock! shamrocks! clover! lettuce! spinach! cabbage! fern! ferns! ivy! cactus! cacti! meadow! meadows! pine? broccoli! sprout! sprouts! grasshopper! crocodile! crocodiles! alligator! kermit! hulk! shrek! ireland! irish! jungle! rainforest! hedge! hedges! park? pitch? golf? snooker! billiard! mint? parsley! basil! herbs! pesto! gooseberry! gooseberries! kiwi! envy! jealous! jealousy! algae! seaweed! lizard! lizards! caterpillar! caterpillars! grapes? asparagus! spring? go? martian! martians! wimbledon? court? sherwood! robin?
brown: brown! chocolate! chocolates! chocolatey! cocoa! conker! conkers! chestnut! chestnuts! coffee! mud! muddy! soil! earth! earthy! bark! trunk! tree? walnut! walnuts! hazelnut! hazelnuts! nut? nuts! toffee! caramel! fudge! cinnamon! nutmeg! gingerbread! bear! bears! teddy! toast? toasted? gravy! autumn? acorn! acorns! oak? mahogany! tea! cardboard! cigar! cigars! tobacco! otter! otters! hedgehog! deer! horse! horses! sparrow! sparrows! potato? potatoes? loaf! crust! bread? biscuit? biscuits? peat! log? logs? wooden? monkey! monkeys! whisky? whiskey? cola? beaver! beavers! hare? pony! latte? rust? compost! molasses! praline! brownie! brownies! ploughed! squirrel? mocha!
grey: grey! gray! cloud! clouds! cloudy! overcast! drizzle! drizzly! rain! rainy! raining! fog! foggy! mist! misty! storm! stormy! pigeon! pigeons! elephant! elephants! ash! ashes! ashen! smoke! smoky! concrete! pavement! pavements! slate! slates! pebble! pebbles! gravel! cement! donkey! donkeys! steel? lead? mouse! mice! wolf! wolves! rhino! hippo! seal? seals? battleship! battleships! gunmetal! monday! november! january? dull! dreary! gloomy! gloom! koala! koalas! dust? dusty? granite! cobbles! newspaper! pencil! pencils! squirrel! squirrels! badger? badgers? shark! sharks! heron! dishwater! dolphin? coals? barbecue? spent? grandad! grandfather? granny? hair? miserable! puddle? wet? thunder! thundercloud! roundabout! motorway! tin? nickel! iron?
pink: pink! flamingo! flamingos! flamingoes! candyfloss! candy! bubblegum! piglet! piglets! pig! pigs! barbie! blossom! blossoms! cherry? peony! peonies! salmon! prawn! prawns! shrimp! seashell! shell! rose? roses? roses? milkshake! ballet! ballerina! ballerinas! tutu! rhubarb! carnation! carnations! grapefruit! blush! blushing! cheeks! cheek! strawberry? ham! marshmallow marshmallows! panther? sunburn? tongue? girl? girls? princess! princesses! kitten? rosé! calamine! bacon? gums! lips? valentine? mouse? sherbet? fairy! fairies! champagne?
purple: purple! aubergine! aubergines! eggplant! grape! grapes! plum! plums! amethyst! lavender! violet! violets! heather! blackberry! blackberries! blackcurrant! blackcurrants! emperor! emperors! roman? cadbury! thistle! thistles! iris! irises! fig! figs! bruise! bruises! bruised? beetroot? wisteria! bishop! bishops! royalty! royal? crocus! crocuses! lilac! lilacs! prince! ribena! damson! damsons! wizard! wizards! foxglove! cabbage? provence! juice?
yellow: yellow! sun! sunny! sunshine! sunflower! sunflowers! lemon! lemons! lemony! banana! bananas! daffodil! daffodils! buttercup! buttercups! canary! canaries! butter! buttery? custard! yolk! yolks! egg? eggs? chick! chicks! duck! ducks? bee! bees! bumblebee! wasp! wasps! honey! honeycomb! pineapple! corn! sweetcorn! maize! cheese! cheddar! mustard! dandelion! dandelions! primrose! primroses! taxi! taxis! cab! cabs! minion! minions! highlighter! postit! wheat! turmeric! saffron? lightning! school? bus? simpson! simpsons! sherbet! pikachu! rapeseed! jaundice! submarine! coward! brick?
orange: orange! satsuma! satsumas! tangerine! tangerines! clementine! clementines! mandarin! mandarins! carrot! carrots! pumpkin! pumpkins! halloween! cone! cones! sunset! sunsets! goldfish! tiger! tigers! marmalade! apricot! apricots! basketball! basketballs! dutch! holland! netherlands! ginger! fox! foxes! papaya! mango? mangoes? squash? peel! peeled! zest! juice! citrus! nemo! clownfish! lava! monk! monks! traffic? amber! autumn? tango! fanta! easyjet! rust? embers? marigold! marigolds! tabby?
"""

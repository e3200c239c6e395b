"""The words that sentences about wishes are built of: known as they stand, and what a misspelt one is mended to."""

# ruff: noqa: E501 - a list of words
from __future__ import annotations

__all__ = ["COMMON", "INFORMAL"]

COMMON = """
about above actually additional after again against all allergic allowed almost already also although always another
answer any anybody anyone anything anyway apart appreciate are around ask attribute available avoid away awful bad based
basically basket because been before begin being believe below best better between beyond birthday blend bother bothered
bottom brand brands bright bring browse browsing budget but buy buying can cancel cannot cart category chance change
changed cheap cheaper check choice choose color colors colour colours come comes comfortable completely consider correct
correction cost costs could couple cover covered currently dark daughter dealer decide decided decision definitely deep
delivery depends design detail details different does doing dollars done down drop earlier easy either else enough entirely
especially ever every everyone everything exactly except exclude excluding exploring extra fabric fan feature features feel
feeling few fine fit first flexible fond for forget forgot found friend from fully further fussed fussy gift girl girls give
glad going good great guess half happy hardly hate have having heavy hello help here hold hope hoping husband idea ideally
ignore important impressed include information instead interested into itch judgement judgment just keen keep kids kind know
last later least leave left less like liked limit listing little long longer look looking loose lose lots love lower made
make making many mark match material materials matter matters maximum maybe mean meant mention mind minimum mistake mixed
money more most mother much must near necessarily necessary need needs neither never new nice none normal note nothing
number occasion offer often okay only open opinion option options or order other otherwise ought our out over own pair part
particular particularly pattern pay people perfect perhaps person pick picky picture piece place plain please plenty point
possible possibly prefer preferably preference preferences pretty previous price prices probably problem product provided
purchase put quality question questions quite rather ready really reason recommend reconsider recommendation regardless
remember remove replace require required requirement requirements rest right said same say school search season second see
seen sell send sense shade shape shipping shop shopping short should show side similar simple since sister size sizes skip
small something somewhere son sorry sort sound specific spend stand start started stay steer stick still stop stretch style
such suggest suggestion suggestions suit suitable suits summer suppose supposed sure surprise swap switch take tall tell than
thank thanks that their them then there these they thick thin thing things think this those though thought through tight
together told tomorrow too top total totally trust try trying turn type under unless until upon use used using usually value
very wait want wanted wants warm was wash washing way wear wearing wedding weight well what whatever when where which
whichever while white who whole whose why wide wife will winter wish with within without woman women wonder wondering work
works worry would wrong year years yellow yes yet you young your yourself myself himself herself themselves itself shows
"""

INFORMAL = """
id im ill ive its thats dont doesnt didnt isnt arent wasnt werent cant couldnt wouldnt shouldnt wont havent hasnt hadnt
neednt mustnt aint youre youd youll youve theyre theyd theyve theres whats hes shes were weve lets whos hows wheres gonna
wanna gotta gimme lemme kinda sorta dunno plz pls thx ty thanx cuz coz cos tho thru nite lol haha hmm hm um umm uh uhh er erm
ah oh hey hiya hi yo nah nope yep yeah yup ok okay k tbh imo btw asap fyi omg bday xmas u ur r n luv wud cud shud tees tee
jeans dunk arnt dosnt dosent doesn alot aswell ta cheers mate oops whoops innit summat owt nowt aye fab comfy cosy
"""

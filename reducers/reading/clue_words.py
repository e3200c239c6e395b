"""Words of talk that never help to find a value: said in any sentence, they point at nothing.

Invariant: none of them is a word that a listing describes a product with.
"""

# ruff: noqa: E501 - a list of words
from __future__ import annotations

from functools import cache

from catalog.lexicon_text import singular

__all__ = ["talk_words"]

_TALK = """
i me my mine myself we us our you your he him his she her they them their it its this that these those there here who whom
whose which what when where why how whether if because since until while though although unless than then so thus too very
really quite rather just only even still yet already again ever never always often sometimes usually maybe perhaps probably
possibly please thanks thank hello hi hey ok okay yes yeah no not nor am is are was were be been being do does did done
doing have has had having can could will would shall should may might must ought need want like love wish hope prefer
fancy think thought guess suppose reckon believe know knew known mean meant say said tell told talk ask asked answer see
saw seen look looked looking watch find found get got gotten getting give gave given take took taken put let go goes went
gone going come came coming make made making keep kept use used using try tried trying seem feel felt want wanted wanting
buy bought buying shop shopping pay show shown sound suit bring brought call called help helped happen turn start started
stop end live work thing things stuff something anything everything nothing someone anyone everyone one ones bit lot lots
way sort kind type idea mind sense reason fact point case word question detail matter moment time times day days week weeks
month months year years today tomorrow yesterday tonight morning afternoon evening night now later soon ago once twice people
person man woman guy lady friend mother mum mom father dad sister brother husband wife son daughter neighbour neighbor cousin
aunt uncle boss someone else other another each every all any both either neither some many much more most few less least
enough own same such about after against along among around at before behind beyond by down during except for from in inside
into near of off on onto out over past per through throughout till to toward towards under up upon with within without as
and but or ha im id ive ill its thats dont doesnt didnt isnt arent wasnt cant couldnt wont wouldnt shouldnt youre youve
theyre hes shes were weve lets theres whats a an the oh well um uh er hmm actually basically literally honestly obviously
definitely certainly absolutely exactly simply really sure certain glad happy sorry afraid great good nice lovely fine best
better bad worse worst right wrong true main important special particular specific certain whole half
far long little big old new next last first second lately recently currently anyway anyhow instead mostly mainly especially
particularly preferably ideally hopefully possible able likely supposed going gonna gotta wanna kinda sorta yep nope nah
want wants needs should needs maybe either exactly must lines anymore somehow somewhere whatever whichever whoever however
consideration consider care cared matters count counts priority requirement key rest end set
"""


@cache
def talk_words() -> frozenset[str]:
    """The words, in singular form."""
    return frozenset(singular(word) for word in _TALK.split())

"""Who wears it: the seven wearers of the vocabulary and the words for them.

A line is `wearer = words`; words after `~` name a person, and count only when the thing is for that person.
"""

# ruff: noqa: E501 - one wearer a line
from __future__ import annotations

__all__ = ["WEARERS"]

WEARERS = """
men = man, men, male, males, gent, gents, gentleman, gentlemen, guy, guys, bloke, blokes, chap, chaps, fella, fellas, fellow, lads wear, menswear, masculine cut, grown man, guy's, herren ~ husband, hubby, boyfriend, dad, father, daddy, brother, grandfather, grandpa, grandad, uncle, groom, fiance, him, himself, father in law, brother in law, stepdad, old man, partner who is a man, best man, other half who is a man, boss man, dude
women = woman, women, female, females, lady, ladies, gal, gals, womenswear, ladieswear, grown woman, womanly sizes, damen ~ wife, wifey, girlfriend, mum, mom, mother, mommy, mummy, sister, grandmother, grandma, gran, nan, nana, granny, aunt, auntie, bride, fiancee, her, herself, mother in law, sister in law, stepmum, bridesmaid, missus
unisex = unisex, either gender, gender neutral, any gender, anybody, him or her, man or woman, men or women, guy or girl, both of us, men and women, him and her, couple, couples
boys = boy, boys, little boy, toddler boy, young boy, schoolboy, teen boy, teenage boy, lad ~ son, nephew, grandson, little brother, godson, stepson
girls = girl, girls, little girl, toddler girl, young girl, schoolgirl, teen girl, teenage girl, girlie, girls wear ~ daughter, niece, granddaughter, little sister, goddaughter, stepdaughter
kids = kid, kids, child, children, childrens, youth, junior, juniors, teen, teens, teenager, youngster, youngsters, little ones, little one, tween, tweens, kiddie, school age ~ grandchild, grandkids, grandchildren
baby = baby, babies, infant, infants, newborn, newborns, toddler, toddlers, bub, bebe ~ bump
"""

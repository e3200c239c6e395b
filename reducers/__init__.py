"""Reading messages into acts, and folding events into state: pure functions, given the lexicon."""

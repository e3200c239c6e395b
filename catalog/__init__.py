"""Product rows to a compiled, memory-mapped index: the same rows give the same bytes; opening maps, never parses."""

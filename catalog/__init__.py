"""Product rows to a compiled, memory-mapped index: the same rows give the same bytes, and opening is a map, not a parse."""

"""Synthetic catalogs, simulated shoppers and scores: every number comes from a named seed and can be had again."""

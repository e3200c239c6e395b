"""What to ask, what to rank, how much to show: pure functions over state and catalog, gathered in named bundles."""

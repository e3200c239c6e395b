"""What to rank, ask and show: pure functions of state and catalog, and every sort ends in the product id."""

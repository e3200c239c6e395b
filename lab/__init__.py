"""The lab: synthetic catalogs, simulated shoppers, scoring and measurements. Nothing here runs in production."""

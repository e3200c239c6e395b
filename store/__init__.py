"""Bytes and durability: what was receipted is never lost, changed or reordered, and damage is named, not hidden."""

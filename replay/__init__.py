"""The turn, the stateless facade, the live session and the audit: all run the same step, so they cannot drift apart."""

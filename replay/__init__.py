"""The turn, the stateless facade, and the proofs: live turns and audits run the same step, so they cannot drift apart."""

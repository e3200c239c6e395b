"""The one turn and its proofs: live turns and audits run the same step, so they cannot drift apart."""

"""The best that any policy can expect on a session set: a dynamic program's value, and limits that none exceeds."""

from __future__ import annotations

from lab.bound.openings import Opening, Worth, opening_of, target_prior, worth_of
from lab.bound.report import SetBound, bound_of, fitted_exponent

__all__ = ["Opening", "SetBound", "Worth", "bound_of", "fitted_exponent", "opening_of", "target_prior", "worth_of"]

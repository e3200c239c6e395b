"""Synthetic catalogs: any number of rows in the contest kit's format, from a seed, in words of our own.

The field statistics (coverage, popularity, shelves, boilerplate, ties) follow the contest's catalog as its entrants
measured it; `tests/lab/test_synthetic_statistics.py` states each figure with its tolerance.

>>> sorted(next(rows(1, seed=1)))[:3]
['average_rating', 'categories', 'description']
"""

from lab.synthetic.files import write_rows
from lab.synthetic.rows import MAX_ROWS, REVISION, Row, row, rows

__all__ = ["MAX_ROWS", "REVISION", "Row", "row", "rows", "write_rows"]

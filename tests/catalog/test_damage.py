"""What is not a whole, undamaged index is refused: cheap faults at opening, any flipped bit by verify."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog import sections
from catalog.compiler import compile_catalog
from catalog.index import Catalog
from catalog.sections import MANIFEST, manifest_bytes
from statecore.errors import CatalogError

Row = Mapping[str, object]


@pytest.fixture(scope="module")
def whole(
    tmp_path_factory: pytest.TempPathFactory, write_rows: Callable[..., Path], make_row: Callable[..., Row]
) -> Path:
    out = tmp_path_factory.mktemp("whole")
    compile_catalog(write_rows([make_row(f"P{number}", features=["Soft wool"]) for number in range(9)]), out)
    return out


@pytest.fixture
def index(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "index"))


def data_of(directory: Path) -> Path:
    (path,) = directory.glob("catalog-*.bin")
    return path


def test_an_undamaged_index_verifies(index: Path) -> None:
    Catalog.open(index).verify()


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (None, "not a compiled catalog: No such file"),
        (b"", "the manifest is not JSON"),
        (b"\xff\xfe", "the manifest is not JSON"),
        (b"[" * 100_000, "the manifest is not JSON"),
        (b"[]", "does not say statecore-catalog"),
        (b'{"format": "other"}', "does not say statecore-catalog"),
        (b'{"format": "statecore-catalog", "version": 99}', "index version 99, this release reads 1"),
        (b'{"format": "statecore-catalog", "version": 1, "digest": ""}', "changed or damaged"),
        (manifest_bytes({"format": "statecore-catalog", "version": 1}), "not the content of one"),
    ],
)
def test_a_manifest_that_is_none_is_refused_by_name(index: Path, manifest: bytes | None, message: str) -> None:
    path = index / MANIFEST
    if manifest is None:
        path.unlink()
    else:
        path.write_bytes(manifest)
    with pytest.raises(CatalogError, match=message) as caught:
        Catalog.open(index)
    assert caught.value.path == str(path)


def test_a_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="statecore index"):
        Catalog.open(tmp_path / "nowhere")


def test_an_edited_manifest_is_refused(index: Path) -> None:
    path = index / MANIFEST
    body = json.loads(path.read_bytes())
    body["counts"]["products"] = 1
    path.write_text(json.dumps(body))
    with pytest.raises(CatalogError, match="changed or damaged"):
        Catalog.open(index)


@pytest.mark.parametrize("change", [{"offset": -64}, {"offset": 10**9}, {"shape": [10**9]}, {"shape": [-1]}])
def test_a_section_outside_of_the_file_is_refused_even_under_a_valid_digest(
    index: Path, change: dict[str, object]
) -> None:
    path = index / MANIFEST
    body = json.loads(path.read_bytes())
    del body["digest"]
    body["sections"]["product.card"] |= change
    path.write_bytes(manifest_bytes(body))
    with pytest.raises(CatalogError, match="outside of the data file"):
        Catalog.open(index)


def test_a_section_that_is_missing_or_of_another_type_is_refused(index: Path) -> None:
    path = index / MANIFEST
    body = json.loads(path.read_bytes())
    del body["digest"]
    card = body["sections"].pop("product.card")
    path.write_bytes(manifest_bytes(body))
    with pytest.raises(CatalogError, match=r"no section product\.card"):
        Catalog.open(index)
    body["sections"]["product.card"] = card | {"dtype": "<f4"}
    path.write_bytes(manifest_bytes(body))
    with pytest.raises(CatalogError, match=r"section product\.card has dtype float32"):
        Catalog.open(index)


def test_a_missing_data_file_is_refused(index: Path) -> None:
    data_of(index).unlink()
    with pytest.raises(CatalogError, match="cannot be mapped"):
        Catalog.open(index)


def test_an_index_that_is_replaced_while_it_is_opened_opens_as_the_new_one(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = json.loads((index / MANIFEST).read_bytes())
    looks = iter([new | {"file": "catalog-0000000000000000.bin"}, new])
    monkeypatch.setattr(sections, "_read_manifest", lambda _directory: next(looks))
    assert Catalog.open(index).digest.hex() == new["digest"]


@pytest.mark.parametrize("change", [-1, +1, -(10**9)])
def test_a_data_file_of_another_size_is_refused(index: Path, change: int) -> None:
    path = data_of(index)
    raw = path.read_bytes()
    path.write_bytes((raw + b"\0")[: max(0, len(raw) + change)])
    with pytest.raises(CatalogError, match="the manifest says") as caught:
        Catalog.open(index)
    assert caught.value.path == str(path)


@given(st.data())
def test_any_flipped_bit_of_the_data_is_found_by_verify(whole: Path, data: st.DataObject) -> None:
    raw = bytearray(data_of(whole).read_bytes())
    offset = data.draw(st.integers(0, len(raw) - 1))
    raw[offset] ^= 1 << data.draw(st.integers(0, 7))
    opened = Catalog.open(whole).sections
    opened.verify()
    opened._buffer = bytes(raw)  # type: ignore[assignment]  # as if the data file held these bytes
    with pytest.raises(CatalogError, match=r"section|between two sections"):
        opened.verify()


def test_verify_names_the_damaged_section(index: Path) -> None:
    entry = Catalog.open(index).sections.entries["value.text"]
    path = data_of(index)
    raw = bytearray(path.read_bytes())
    raw[entry.offset + 1] ^= 1
    path.write_bytes(raw)
    with pytest.raises(CatalogError, match=r"section value\.text"):
        Catalog.open(index).verify()


@given(st.data())
def test_any_flipped_bit_of_the_manifest_is_found_at_opening(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    raw = bytearray((whole / MANIFEST).read_bytes())
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    copy = tmp_path_factory.mktemp("flipped")
    (copy / MANIFEST).write_bytes(raw)
    (copy / data_of(whole).name).hardlink_to(data_of(whole))
    with pytest.raises(CatalogError):
        Catalog.open(copy)


def test_arrays_of_a_section_keep_their_type(index: Path) -> None:
    opened = Catalog.open(index).sections
    assert opened.array("product.card", np.int32).dtype == np.int32
    with pytest.raises(CatalogError, match="dtype int32, not float32"):
        opened.array("product.card", np.float32)
    with pytest.raises(CatalogError, match="not unsigned integers"):
        opened.unsigned("product.card")
    assert "product.card" in opened
    assert "product.cards" not in opened

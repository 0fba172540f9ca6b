"""Reads an exported table with Polars and DuckDB, and compares counts with those that the table tells.

    python parquet.py FILE.parquet COMMAND...    the command prints the table's figures as JSON
"""

import json
import subprocess
import sys

import duckdb
import polars

file, command = sys.argv[1], sys.argv[2:]
figures = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
expected = [figures[name] for name in ("entries", "positions", "won", "drawn", "lost", "longest", "endless")]

frame = polars.scan_parquet(file)
images = polars.col("images")


def images_of(condition):
    return images.filter(condition).sum()


polars_says = list(
    frame.select(
        polars.len(),
        images.sum().alias("positions"),
        *(images_of(polars.col("outcome") == word).alias(word) for word in ("win", "draw", "loss")),
        polars.col("plies").max(),
        images_of(polars.col("draw") == "endless").alias("endless"),
    )
    .collect()
    .row(0)
)
duckdb_says = list(
    duckdb.execute(
        """SELECT count(*), sum(images), sum(images) FILTER (outcome = 'win'), sum(images) FILTER (outcome = 'draw'),
                  sum(images) FILTER (outcome = 'loss'), max(plies), coalesce(sum(images) FILTER (draw = 'endless'), 0)
           FROM read_parquet(?)""",
        [file],
    ).fetchone()
)
game = {key: value for _, key, value in duckdb.execute("SELECT * FROM parquet_kv_metadata(?)", [file]).fetchall()}
assert game[b"game"].decode() == figures["game"], game
for reader, says in (("Polars", polars_says), ("DuckDB", duckdb_says)):
    assert says == expected, f"{reader} counts {says}, the table {expected}"
    print(f"{reader} counts as the table does: {says[0]:,} rows for {says[1]:,} positions")
# Each position stands there once; a draw has no plies, all else has.
once = polars.col("position").n_unique() == polars.len()
plies = (polars.col("plies").is_null() == (polars.col("outcome") == "draw")).all()
assert frame.select(once.alias("once"), plies.alias("plies")).collect().row(0) == (True, True)

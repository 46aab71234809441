# Writes the three files beside it; they hold the same rows. Run once with pyarrow 26.0.1, polars 2.1.0 and duckdb 1.5.6.
# pyarrow and polars leave NaN out of the smallest and greatest values of a row group, DuckDB counts it as the greatest.
import duckdb
import polars
import pyarrow
import pyarrow.parquet

nan = float("nan")
values = [1.0, 2.0, nan, 4.0, 5.0, nan, 7.0, 8.0, None]
columns = {
    "id": pyarrow.array(range(1, 10), pyarrow.int32()),
    "v": pyarrow.array(values, pyarrow.float64()),
    "w": pyarrow.array([number + 0.5 for number in range(1, 10)], pyarrow.float64()),
    "f": pyarrow.array(values, pyarrow.float32()),
    "s": pyarrow.array([{"v": value} for value in values], pyarrow.struct([("v", pyarrow.float64())])),
}
rows = pyarrow.table(columns)

pyarrow.parquet.write_table(rows, "pyarrow.parquet", row_group_size=4)
polars.from_arrow(rows).write_parquet("polars.parquet", row_group_size=4)
duckdb.sql("copy (select * from rows) to 'duckdb.parquet' (format parquet)")

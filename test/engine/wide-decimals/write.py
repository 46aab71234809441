# Writes wide-decimals.parquet beside it: decimals of 50 and of 20 digits, both kept in 256 bits. Run once with pyarrow 26.0.1.
import decimal

import pyarrow
import pyarrow.parquet

decimal.getcontext().prec = 80
wide = decimal.Decimal("12345678901234567890123456789012345678901234567.89")
rows = pyarrow.table(
    {
        "id": pyarrow.array([1, 2], pyarrow.int32()),
        "wide": pyarrow.array([wide, None], pyarrow.decimal256(50, 2)),
        "narrow": pyarrow.array([decimal.Decimal("1.25"), None], pyarrow.decimal256(20, 2)),
        "ratio": pyarrow.array([0.5, None], pyarrow.float64()),
    }
)
pyarrow.parquet.write_table(rows, "wide-decimals.parquet")

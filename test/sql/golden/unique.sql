-- Written by `npm run generate`; do not edit.

-- the second of two equal rows is the anomalous one; NULLs are not equal
-- duckdb
/* group by 1 */ "code";
-- postgresql
/* group by 1 */ "code";
-- sqlite
/* group by 1 */ "code";

-- several fields count together
-- duckdb
/* group by 1 */ "day";
/* group by 2 */ "shop";
-- postgresql
/* group by 1 */ "day";
/* group by 2 */ "shop";
-- sqlite
/* group by 1 */ "day";
/* group by 2 */ "shop";

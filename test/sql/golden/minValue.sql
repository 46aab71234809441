-- Written by `npm run generate`; do not edit.

-- the bound passes; NULL passes
-- duckdb
/* failing */ ("age" < 18);
-- postgresql
/* failing */ ("age" < 18);
-- mariadb
/* failing */ (`age` < 18);
-- mysql
/* failing */ (`age` < 18);
-- clickhouse
/* failing */ (`age` < 18);
-- redshift
/* failing */ ("age" < 18);
-- trino
/* failing */ ("age" < 18);
-- athena
/* failing */ ("age" < 18);
-- spark
/* failing */ (`age` < 18);
-- databricks
/* failing */ (`age` < 18);
-- bigquery
/* failing */ (`age` < 18);
-- snowflake
/* failing */ ("age" < 18);
-- oracle
/* failing */ ("age" < 18);
-- sqlserver
/* failing */ ("age" < 18);
-- sqlite
/* failing */ (case when typeof("age") in ('text', 'blob') then assay_misfit("age", 'a number') else "age" end < 18);

-- an excluded bound, and decimals
-- duckdb
/* failing */ ("price" <= 0);
-- postgresql
/* failing */ ("price" <= 0);
-- mariadb
/* failing */ (`price` <= 0);
-- mysql
/* failing */ (`price` <= 0);
-- clickhouse
/* failing */ (if(isNaN(`price`), null, `price` + 0.) <= 0);
-- redshift
/* failing */ ("price" <= 0);
-- trino
/* failing */ (if(is_nan("price"), null, "price" + 0e0) <= 0);
-- athena
/* failing */ (if(is_nan("price"), null, "price" + 0e0) <= 0);
-- spark
/* failing */ (`price` <= 0);
-- databricks
/* failing */ (`price` <= 0);
-- bigquery
/* failing */ (if(is_nan(`price`), null, `price`) <= 0);
-- snowflake
/* failing */ ("price" <= 0);
-- oracle
/* failing */ ("price" <= 0);
-- sqlserver
/* failing */ ("price" <= 0);
-- sqlite
/* failing */ (case when typeof("price") in ('text', 'blob') then assay_misfit("price", 'a number') else "price" end <= 0);

-- Written by `npm run generate`; do not edit.

-- the bound passes; NULL passes
-- duckdb
/* failing */ ("age" > 120);
-- postgresql
/* failing */ ("age" > 120);
-- mariadb
/* failing */ (`age` > 120);
-- mysql
/* failing */ (`age` > 120);
-- clickhouse
/* failing */ (`age` > 120);
-- redshift
/* failing */ ("age" > 120);
-- trino
/* failing */ ("age" > 120);
-- athena
/* failing */ ("age" > 120);
-- spark
/* failing */ (`age` > 120);
-- databricks
/* failing */ (`age` > 120);
-- bigquery
/* failing */ (`age` > 120);
-- snowflake
/* failing */ ("age" > 120);
-- oracle
/* failing */ ("age" > 120);
-- sqlserver
/* failing */ ("age" > 120);
-- sqlite
/* failing */ (case when typeof("age") in ('text', 'blob') then assay_misfit("age", 'a number') else "age" end > 120);

-- an excluded bound, and decimals
-- duckdb
/* failing */ ("share" >= 1);
-- postgresql
/* failing */ ("share" >= 1);
-- mariadb
/* failing */ (`share` >= 1);
-- mysql
/* failing */ (`share` >= 1);
-- clickhouse
/* failing */ (if(isNaN(`share`), null, `share` + 0.) >= 1);
-- redshift
/* failing */ ("share" >= 1);
-- trino
/* failing */ (if(is_nan("share"), null, "share" + 0e0) >= 1);
-- athena
/* failing */ (if(is_nan("share"), null, "share" + 0e0) >= 1);
-- spark
/* failing */ (`share` >= 1);
-- databricks
/* failing */ (`share` >= 1);
-- bigquery
/* failing */ (if(is_nan(`share`), null, `share`) >= 1);
-- snowflake
/* failing */ ("share" >= 1);
-- oracle
/* failing */ ("share" >= 1);
-- sqlserver
/* failing */ ("share" >= 1);
-- sqlite
/* failing */ (case when typeof("share") in ('text', 'blob') then assay_misfit("share", 'a number') else "share" end >= 1);

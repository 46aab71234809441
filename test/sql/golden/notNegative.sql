-- Written by `npm run generate`; do not edit.

-- zero and negative zero are not negative; NULL passes
-- duckdb
/* failing */ ("amount" < 0);
-- postgresql
/* failing */ ("amount" < 0);
-- mariadb
/* failing */ (`amount` < 0);
-- mysql
/* failing */ (`amount` < 0);
-- clickhouse
/* failing */ (if(isNaN(`amount`), null, `amount` + 0.) < 0);
-- redshift
/* failing */ ("amount" < 0);
-- trino
/* failing */ (if(is_nan("amount"), null, "amount" + 0e0) < 0);
-- athena
/* failing */ (if(is_nan("amount"), null, "amount" + 0e0) < 0);
-- spark
/* failing */ (`amount` < 0);
-- databricks
/* failing */ (`amount` < 0);
-- bigquery
/* failing */ (if(is_nan(`amount`), null, `amount`) < 0);
-- snowflake
/* failing */ ("amount" < 0);
-- oracle
/* failing */ ("amount" < 0);
-- sqlserver
/* failing */ ("amount" < 0);
-- sqlite
/* failing */ (case when typeof("amount") in ('text', 'blob') then assay_misfit("amount", 'a number') else "amount" end < 0);

-- whole numbers of every size
-- duckdb
/* failing */ ("counter" < 0);
-- postgresql
/* failing */ ("counter" < 0);
-- mariadb
/* failing */ (`counter` < 0);
-- mysql
/* failing */ (`counter` < 0);
-- clickhouse
/* failing */ (`counter` < 0);
-- redshift
/* failing */ ("counter" < 0);
-- trino
/* failing */ ("counter" < 0);
-- athena
/* failing */ ("counter" < 0);
-- spark
/* failing */ (`counter` < 0);
-- databricks
/* failing */ (`counter` < 0);
-- bigquery
/* failing */ (`counter` < 0);
-- snowflake
/* failing */ ("counter" < 0);
-- oracle
/* failing */ ("counter" < 0);
-- sqlserver
/* failing */ ("counter" < 0);
-- sqlite
/* failing */ (case when typeof("counter") in ('text', 'blob') then assay_misfit("counter", 'a number') else "counter" end < 0);

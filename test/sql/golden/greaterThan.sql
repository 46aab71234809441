-- Written by `npm run generate`; do not edit.

-- the bound fails; NULL passes
-- duckdb
/* failing */ ("quantity" <= 0);
-- postgresql
/* failing */ ("quantity" <= 0);
-- mariadb
/* failing */ (`quantity` <= 0);
-- mysql
/* failing */ (`quantity` <= 0);
-- clickhouse
/* failing */ (`quantity` <= 0);
-- redshift
/* failing */ ("quantity" <= 0);
-- trino
/* failing */ ("quantity" <= 0);
-- athena
/* failing */ ("quantity" <= 0);
-- spark
/* failing */ (`quantity` <= 0);
-- databricks
/* failing */ (`quantity` <= 0);
-- bigquery
/* failing */ (`quantity` <= 0);
-- snowflake
/* failing */ ("quantity" <= 0);
-- oracle
/* failing */ ("quantity" <= 0);
-- sqlserver
/* failing */ ("quantity" <= 0);
-- sqlite
/* failing */ (case when typeof("quantity") in ('text', 'blob') then assay_misfit("quantity", 'a number') else "quantity" end <= 0);

-- an included bound below zero
-- duckdb
/* failing */ ("balance" < -10.5);
-- postgresql
/* failing */ ("balance" < -10.5);
-- mariadb
/* failing */ (`balance` < -10.5);
-- mysql
/* failing */ (`balance` < -10.5);
-- clickhouse
/* failing */ (if(isNaN(`balance`), null, `balance` + 0.) < -10.5);
-- redshift
/* failing */ ("balance" < -10.5);
-- trino
/* failing */ (if(is_nan("balance"), null, "balance" + 0e0) < -10.5);
-- athena
/* failing */ (if(is_nan("balance"), null, "balance" + 0e0) < -10.5);
-- spark
/* failing */ (`balance` < -10.5);
-- databricks
/* failing */ (`balance` < -10.5);
-- bigquery
/* failing */ (if(is_nan(`balance`), null, `balance`) < -10.5);
-- snowflake
/* failing */ ("balance" < -10.5);
-- oracle
/* failing */ ("balance" < -10.5);
-- sqlserver
/* failing */ ("balance" < -10.5);
-- sqlite
/* failing */ (case when typeof("balance") in ('text', 'blob') then assay_misfit("balance", 'a number') else "balance" end < -10.5);

-- Written by `npm run generate`; do not edit.

-- the bound fails; NULL passes
-- duckdb
/* failing */ ("quantity" >= 100);
-- postgresql
/* failing */ ("quantity" >= 100);
-- mariadb
/* failing */ (`quantity` >= 100);
-- mysql
/* failing */ (`quantity` >= 100);
-- clickhouse
/* failing */ (`quantity` >= 100);
-- redshift
/* failing */ ("quantity" >= 100);
-- trino
/* failing */ ("quantity" >= 100);
-- athena
/* failing */ ("quantity" >= 100);
-- spark
/* failing */ (`quantity` >= 100);
-- databricks
/* failing */ (`quantity` >= 100);
-- bigquery
/* failing */ (`quantity` >= 100);
-- snowflake
/* failing */ ("quantity" >= 100);
-- oracle
/* failing */ ("quantity" >= 100);
-- sqlserver
/* failing */ ("quantity" >= 100);
-- sqlite
/* failing */ (case when typeof("quantity") in ('text', 'blob') then assay_misfit("quantity", 'a number') else "quantity" end >= 100);

-- an included bound, and whole numbers beyond 2^53
-- duckdb
/* failing */ ("counter" > 9007199254740992);
-- postgresql
/* failing */ ("counter" > 9007199254740992);
-- mariadb
/* failing */ (`counter` > 9007199254740992);
-- mysql
/* failing */ (`counter` > 9007199254740992);
-- clickhouse
/* failing */ (`counter` > 9007199254740992);
-- redshift
/* failing */ ("counter" > 9007199254740992);
-- trino
/* failing */ ("counter" > 9007199254740992);
-- athena
/* failing */ ("counter" > 9007199254740992);
-- spark
/* failing */ (`counter` > 9007199254740992);
-- databricks
/* failing */ (`counter` > 9007199254740992);
-- bigquery
/* failing */ (`counter` > 9007199254740992);
-- snowflake
/* failing */ ("counter" > 9007199254740992);
-- oracle
/* failing */ ("counter" > 9007199254740992);
-- sqlserver
/* failing */ ("counter" > 9007199254740992);
-- sqlite
/* failing */ (case when typeof("counter") in ('text', 'blob') then assay_misfit("counter", 'a number') else "counter" end > 9007199254740992);

-- Written by `npm run generate`; do not edit.

-- both bounds are inside; NULL passes
-- duckdb
/* failing */ (("age" < 0) or ("age" > 120));
-- postgresql
/* failing */ (("age" < 0) or ("age" > 120));
-- mariadb
/* failing */ ((`age` < 0) or (`age` > 120));
-- mysql
/* failing */ ((`age` < 0) or (`age` > 120));
-- clickhouse
/* failing */ ((`age` < 0) or (`age` > 120));
-- redshift
/* failing */ (("age" < 0) or ("age" > 120));
-- trino
/* failing */ (("age" < 0) or ("age" > 120));
-- athena
/* failing */ (("age" < 0) or ("age" > 120));
-- spark
/* failing */ ((`age` < 0) or (`age` > 120));
-- databricks
/* failing */ ((`age` < 0) or (`age` > 120));
-- bigquery
/* failing */ ((`age` < 0) or (`age` > 120));
-- snowflake
/* failing */ (("age" < 0) or ("age" > 120));
-- oracle
/* failing */ (("age" < 0) or ("age" > 120));
-- sqlserver
/* failing */ (("age" < 0) or ("age" > 120));
-- sqlite
/* failing */ ((case when typeof("age") in ('text', 'blob') then assay_misfit("age", 'a number') else "age" end < 0) or (case when typeof("age") in ('text', 'blob') then assay_misfit("age", 'a number') else "age" end > 120));

-- bounds between which no whole number lies fail all of them
-- duckdb
/* failing */ (("rate" < 1.2) or ("rate" > 1.8));
-- postgresql
/* failing */ (("rate" < 1.2) or ("rate" > 1.8));
-- mariadb
/* failing */ ((`rate` < 1.2) or (`rate` > 1.8));
-- mysql
/* failing */ ((`rate` < 1.2) or (`rate` > 1.8));
-- clickhouse
/* failing */ ((`rate` < 1.2) or (`rate` > 1.8));
-- redshift
/* failing */ (("rate" < 1.2) or ("rate" > 1.8));
-- trino
/* failing */ (("rate" < 1.2) or ("rate" > 1.8));
-- athena
/* failing */ (("rate" < 1.2) or ("rate" > 1.8));
-- spark
/* failing */ ((`rate` < 1.2) or (`rate` > 1.8));
-- databricks
/* failing */ ((`rate` < 1.2) or (`rate` > 1.8));
-- bigquery
/* failing */ ((`rate` < 1.2) or (`rate` > 1.8));
-- snowflake
/* failing */ (("rate" <= 1) or ("rate" > 1));
-- oracle
/* failing */ (("rate" < 1.2) or ("rate" > 1.8));
-- sqlserver
/* failing */ (("rate" < 1.2) or ("rate" > 1.8));
-- sqlite
/* failing */ ((case when typeof("rate") in ('text', 'blob') then assay_misfit("rate", 'a number') else "rate" end < 1.2) or (case when typeof("rate") in ('text', 'blob') then assay_misfit("rate", 'a number') else "rate" end > 1.8));

-- an excluded bound, and no upper one
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

-- Written by `npm run generate`; do not edit.

-- one value is enough; an empty text is one
-- duckdb
/* failing */ (("email" is null) and ("phone" is null));
-- postgresql
/* failing */ ((("email" collate "default") is null) and (("phone" collate "default") is null));
-- mariadb
/* failing */ (((convert(`email` using utf8mb4) collate utf8mb4_nopad_bin) is null) and ((convert(`phone` using utf8mb4) collate utf8mb4_nopad_bin) is null));
-- mysql
/* failing */ (((convert(`email` using utf8mb4) collate utf8mb4_0900_bin) is null) and ((convert(`phone` using utf8mb4) collate utf8mb4_0900_bin) is null));
-- clickhouse
/* failing */ ((`email` is null) and (`phone` is null));
-- redshift
/* failing */ (("email" is null) and ("phone" is null));
-- trino
/* failing */ (("email" is null) and ("phone" is null));
-- athena
/* failing */ (("email" is null) and ("phone" is null));
-- spark
/* failing */ ((`email` is null) and (`phone` is null));
-- databricks
/* failing */ ((`email` is null) and (`phone` is null));
-- bigquery
/* failing */ ((`email` is null) and (`phone` is null));
-- snowflake
/* failing */ (("email" is null) and ("phone" is null));
-- oracle
/* failing */ (("email" is null) and ("phone" is null));
-- sqlserver
/* failing */ ((("email" collate Latin1_General_100_BIN2) is null) and (("phone" collate Latin1_General_100_BIN2) is null));
-- sqlite
/* failing */ (("email" is null) and ("phone" is null));

-- fields of different types
-- duckdb
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- postgresql
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- mariadb
/* failing */ ((coalesce(`born`) is null) and (`age` is null) and (`adult` is null));
-- mysql
/* failing */ ((coalesce(`born`) is null) and (`age` is null) and (`adult` is null));
-- clickhouse
/* failing */ ((`born` is null) and (`age` is null) and (`adult` is null));
-- redshift
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- trino
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- athena
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- spark
/* failing */ ((`born` is null) and (`age` is null) and (`adult` is null));
-- databricks
/* failing */ ((`born` is null) and (`age` is null) and (`adult` is null));
-- bigquery
/* failing */ ((`born` is null) and (`age` is null) and (`adult` is null));
-- snowflake
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- oracle
/* failing */ (("born" is null) and ("age" is null) and (case when "adult" then 1 when not "adult" then 0 end is null));
-- sqlserver
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- sqlite
/* failing */ ((coalesce(case when date("born") = substr("born", 1, 10) then substr("born", 1, 10) else assay_day("born") end, "born") is null) and ("age" is null) and ("adult" is null));

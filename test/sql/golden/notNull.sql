-- Written by `npm run generate`; do not edit.

-- NULL fails; an empty text, zero and blanks are values
-- duckdb
/* failing */ ("code" is null);
-- postgresql
/* failing */ (("code" collate "default") is null);
-- mariadb
/* failing */ ((convert(`code` using utf8mb4) collate utf8mb4_nopad_bin) is null);
-- mysql
/* failing */ ((convert(`code` using utf8mb4) collate utf8mb4_0900_bin) is null);
-- clickhouse
/* failing */ (`code` is null);
-- redshift
/* failing */ ("code" is null);
-- trino
/* failing */ ("code" is null);
-- athena
/* failing */ ("code" is null);
-- spark
/* failing */ (`code` is null);
-- databricks
/* failing */ (`code` is null);
-- bigquery
/* failing */ (`code` is null);
-- snowflake
/* failing */ ("code" is null);
-- oracle
/* failing */ ("code" is null);
-- sqlserver
/* failing */ (("code" collate Latin1_General_100_BIN2) is null);
-- sqlite
/* failing */ ("code" is null);

-- one NULL among several fields is enough
-- duckdb
/* failing */ (("street" is null) or ("number" is null));
-- postgresql
/* failing */ ((("street" collate "default") is null) or ("number" is null));
-- mariadb
/* failing */ (((convert(`street` using utf8mb4) collate utf8mb4_nopad_bin) is null) or (`number` is null));
-- mysql
/* failing */ (((convert(`street` using utf8mb4) collate utf8mb4_0900_bin) is null) or (`number` is null));
-- clickhouse
/* failing */ ((`street` is null) or (`number` is null));
-- redshift
/* failing */ (("street" is null) or ("number" is null));
-- trino
/* failing */ (("street" is null) or ("number" is null));
-- athena
/* failing */ (("street" is null) or ("number" is null));
-- spark
/* failing */ ((`street` is null) or (`number` is null));
-- databricks
/* failing */ ((`street` is null) or (`number` is null));
-- bigquery
/* failing */ ((`street` is null) or (`number` is null));
-- snowflake
/* failing */ (("street" is null) or ("number" is null));
-- oracle
/* failing */ (("street" is null) or ("number" is null));
-- sqlserver
/* failing */ ((("street" collate Latin1_General_100_BIN2) is null) or ("number" is null));
-- sqlite
/* failing */ (("street" is null) or ("number" is null));

-- rows outside the filter are not judged
-- duckdb
/* failing */ ("code" is null);
-- postgresql
/* failing */ (("code" collate "default") is null);
-- mariadb
/* failing */ ((convert(`code` using utf8mb4) collate utf8mb4_nopad_bin) is null);
-- mysql
/* failing */ ((convert(`code` using utf8mb4) collate utf8mb4_0900_bin) is null);
-- clickhouse
/* failing */ (`code` is null);
-- redshift
/* failing */ ("code" is null);
-- trino
/* failing */ ("code" is null);
-- athena
/* failing */ ("code" is null);
-- spark
/* failing */ (`code` is null);
-- databricks
/* failing */ (`code` is null);
-- bigquery
/* failing */ (`code` is null);
-- snowflake
/* failing */ ("code" is null);
-- oracle
/* failing */ ("code" is null);
-- sqlserver
/* failing */ (("code" collate Latin1_General_100_BIN2) is null);
-- sqlite
/* failing */ ("code" is null);

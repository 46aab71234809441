-- Written by `npm run generate`; do not edit.

-- the given length itself passes; NULL passes
-- duckdb
/* failing */ (length("code") > 3);
-- postgresql
/* failing */ (length(("code" collate "default")) > 3);
-- mariadb
/* failing */ (char_length((convert(`code` using utf8mb4) collate utf8mb4_nopad_bin)) > 3);
-- mysql
/* failing */ (char_length((convert(`code` using utf8mb4) collate utf8mb4_0900_bin)) > 3);
-- clickhouse
/* failing */ (lengthUTF8(`code`) > 3);
-- redshift
/* failing */ (length("code") > 3);
-- trino
/* failing */ (length("code") > 3);
-- athena
/* failing */ (length("code") > 3);
-- spark
/* failing */ (length(`code`) > 3);
-- databricks
/* failing */ (length(`code`) > 3);
-- bigquery
/* failing */ (char_length(`code`) > 3);
-- snowflake
/* failing */ (length("code") > 3);
-- oracle
/* failing */ (length("code") > 3);
-- sqlserver
/* failing */ ((len(("code" collate Latin1_General_100_BIN2) collate Latin1_General_100_CI_AS_SC + char(1)) - 1) > 3);
-- sqlite
/* failing */ (case when instr("code", char(0)) > 0 then assay_length("code") else length("code") end > 3);

-- characters are counted, not bytes; blanks count
-- duckdb
/* failing */ (length("name") > 3);
-- postgresql
/* failing */ (length(("name" collate "default")) > 3);
-- mariadb
/* failing */ (char_length((convert(`name` using utf8mb4) collate utf8mb4_nopad_bin)) > 3);
-- mysql
/* failing */ (char_length((convert(`name` using utf8mb4) collate utf8mb4_0900_bin)) > 3);
-- clickhouse
/* failing */ (lengthUTF8(`name`) > 3);
-- redshift
/* failing */ (length("name") > 3);
-- trino
/* failing */ (length("name") > 3);
-- athena
/* failing */ (length("name") > 3);
-- spark
/* failing */ (length(`name`) > 3);
-- databricks
/* failing */ (length(`name`) > 3);
-- bigquery
/* failing */ (char_length(`name`) > 3);
-- snowflake
/* failing */ (length("name") > 3);
-- oracle
/* failing */ (length("name") > 3);
-- sqlserver
/* failing */ ((len(("name" collate Latin1_General_100_BIN2) collate Latin1_General_100_CI_AS_SC + char(1)) - 1) > 3);
-- sqlite
/* failing */ (case when instr("name", char(0)) > 0 then assay_length("name") else length("name") end > 3);

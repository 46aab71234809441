-- Written by `npm run generate`; do not edit.

-- equal by default; NULL is not counted, the empty text is
-- duckdb
/* group by 1 */ "code";
-- postgresql
/* group by 1 */ ("code" collate "default");
-- mariadb
/* group by 1 */ (convert(`code` using utf8mb4) collate utf8mb4_nopad_bin);
-- mysql
/* group by 1 */ (convert(`code` using utf8mb4) collate utf8mb4_0900_bin);
-- clickhouse
/* group by 1 */ `code`;
-- redshift
/* group by 1 */ "code";
-- trino
/* group by 1 */ "code";
-- athena
/* group by 1 */ "code";
-- spark
/* group by 1 */ `code`;
-- databricks
/* group by 1 */ `code`;
-- bigquery
/* group by 1 */ `code`;
-- snowflake
/* group by 1 */ "code";
-- oracle
/* group by 1 */ "code";
-- sqlserver
/* group by 1 */ ("code" collate Latin1_General_100_BIN2);
-- sqlite
/* group by 1 */ "code";

-- a relation in words
-- duckdb
/* group by 1 */ "code";
-- postgresql
/* group by 1 */ "code";
-- mariadb
/* group by 1 */ `code`;
-- mysql
/* group by 1 */ `code`;
-- clickhouse
/* group by 1 */ `code`;
-- redshift
/* group by 1 */ "code";
-- trino
/* group by 1 */ "code";
-- athena
/* group by 1 */ "code";
-- spark
/* group by 1 */ `code`;
-- databricks
/* group by 1 */ `code`;
-- bigquery
/* group by 1 */ `code`;
-- snowflake
/* group by 1 */ "code";
-- oracle
/* group by 1 */ "code";
-- sqlserver
/* group by 1 */ "code";
-- sqlite
/* group by 1 */ "code";

-- the same relation in short, over the filtered rows
-- duckdb
/* group by 1 */ "code";
-- postgresql
/* group by 1 */ "code";
-- mariadb
/* group by 1 */ `code`;
-- mysql
/* group by 1 */ `code`;
-- clickhouse
/* group by 1 */ `code`;
-- redshift
/* group by 1 */ "code";
-- trino
/* group by 1 */ "code";
-- athena
/* group by 1 */ "code";
-- spark
/* group by 1 */ `code`;
-- databricks
/* group by 1 */ `code`;
-- bigquery
/* group by 1 */ `code`;
-- snowflake
/* group by 1 */ "code";
-- oracle
/* group by 1 */ "code";
-- sqlserver
/* group by 1 */ "code";
-- sqlite
/* group by 1 */ "code";

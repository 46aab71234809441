-- Written by `npm run generate`; do not edit.

-- the second of two equal rows is the anomalous one; NULLs are not equal
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

-- several fields count together
-- duckdb
/* group by 1 */ "day";
/* group by 2 */ "shop";
-- postgresql
/* group by 1 */ ("day" collate "default");
/* group by 2 */ "shop";
-- mariadb
/* group by 1 */ (convert(`day` using utf8mb4) collate utf8mb4_nopad_bin);
/* group by 2 */ `shop`;
-- mysql
/* group by 1 */ (convert(`day` using utf8mb4) collate utf8mb4_0900_bin);
/* group by 2 */ `shop`;
-- clickhouse
/* group by 1 */ `day`;
/* group by 2 */ `shop`;
-- redshift
/* group by 1 */ "day";
/* group by 2 */ "shop";
-- trino
/* group by 1 */ "day";
/* group by 2 */ "shop";
-- athena
/* group by 1 */ "day";
/* group by 2 */ "shop";
-- spark
/* group by 1 */ `day`;
/* group by 2 */ `shop`;
-- databricks
/* group by 1 */ `day`;
/* group by 2 */ `shop`;
-- bigquery
/* group by 1 */ `day`;
/* group by 2 */ `shop`;
-- snowflake
/* group by 1 */ "day";
/* group by 2 */ "shop";
-- oracle
/* group by 1 */ "day";
/* group by 2 */ "shop";
-- sqlserver
/* group by 1 */ ("day" collate Latin1_General_100_BIN2);
/* group by 2 */ "shop";
-- sqlite
/* group by 1 */ "day";
/* group by 2 */ "shop";

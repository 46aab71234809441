-- Written by `npm run generate`; do not edit.

-- only the empty text fails; NULL passes
-- duckdb
/* failing */ ("name" = $1); -- ""
-- postgresql
/* failing */ (("name" collate "default") = $1::text); -- ""
-- mariadb
/* failing */ ((convert(`name` using utf8mb4) collate utf8mb4_nopad_bin) = ?); -- ""
-- mysql
/* failing */ ((convert(`name` using utf8mb4) collate utf8mb4_0900_bin) = ?); -- ""
-- clickhouse
/* failing */ (`name` = {p1:String}); -- ""
-- redshift
/* failing */ (("name" || chr(1)) = ($1::varchar(65535) || chr(1))); -- ""
-- trino
/* failing */ ("name" = ?); -- ""
-- athena
/* failing */ ("name" = ?); -- ""
-- spark
/* failing */ (`name` = :p1); -- ""
-- databricks
/* failing */ (`name` = :p1); -- ""
-- bigquery
/* failing */ (`name` = @p1); -- ""
-- snowflake
/* failing */ ("name" = ?); -- ""
-- oracle
/* failing */ ("name" = chr(0));
-- sqlserver
/* failing */ ((("name" collate Latin1_General_100_BIN2) + char(1)) = (@p1 + char(1))); -- ""
-- sqlite
/* failing */ ("name" = ?1); -- ""

-- rows outside the filter are not judged
-- duckdb
/* failing */ ("name" = $1); -- ""
-- postgresql
/* failing */ (("name" collate "default") = $1::text); -- ""
-- mariadb
/* failing */ ((convert(`name` using utf8mb4) collate utf8mb4_nopad_bin) = ?); -- ""
-- mysql
/* failing */ ((convert(`name` using utf8mb4) collate utf8mb4_0900_bin) = ?); -- ""
-- clickhouse
/* failing */ (`name` = {p1:String}); -- ""
-- redshift
/* failing */ (("name" || chr(1)) = ($1::varchar(65535) || chr(1))); -- ""
-- trino
/* failing */ ("name" = ?); -- ""
-- athena
/* failing */ ("name" = ?); -- ""
-- spark
/* failing */ (`name` = :p1); -- ""
-- databricks
/* failing */ (`name` = :p1); -- ""
-- bigquery
/* failing */ (`name` = @p1); -- ""
-- snowflake
/* failing */ ("name" = ?); -- ""
-- oracle
/* failing */ ("name" = chr(0));
-- sqlserver
/* failing */ ((("name" collate Latin1_General_100_BIN2) + char(1)) = (@p1 + char(1))); -- ""
-- sqlite
/* failing */ ("name" = ?1); -- ""

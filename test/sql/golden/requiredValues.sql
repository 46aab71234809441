-- Written by `npm run generate`; do not edit.

-- every listed value occurs; others do not matter
-- duckdb
/* sum as value_0 */ case when ("status" = $1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = $1) then 1 else 0 end; -- "closed"
-- postgresql
/* sum as value_0 */ case when (("status" collate "default") = $1::text) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (("status" collate "default") = $1::text) then 1 else 0 end; -- "closed"
-- mariadb
/* sum as value_0 */ case when ((convert(`status` using utf8mb4) collate utf8mb4_nopad_bin) = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ((convert(`status` using utf8mb4) collate utf8mb4_nopad_bin) = ?) then 1 else 0 end; -- "closed"
-- mysql
/* sum as value_0 */ case when ((convert(`status` using utf8mb4) collate utf8mb4_0900_bin) = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ((convert(`status` using utf8mb4) collate utf8mb4_0900_bin) = ?) then 1 else 0 end; -- "closed"
-- clickhouse
/* sum as value_0 */ case when (`status` = {p1:String}) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (`status` = {p1:String}) then 1 else 0 end; -- "closed"
-- redshift
/* sum as value_0 */ case when (("status" || chr(1)) = ($1::varchar(65535) || chr(1))) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (("status" || chr(1)) = ($1::varchar(65535) || chr(1))) then 1 else 0 end; -- "closed"
-- trino
/* sum as value_0 */ case when ("status" = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = ?) then 1 else 0 end; -- "closed"
-- athena
/* sum as value_0 */ case when ("status" = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = ?) then 1 else 0 end; -- "closed"
-- spark
/* sum as value_0 */ case when (`status` = :p1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (`status` = :p1) then 1 else 0 end; -- "closed"
-- databricks
/* sum as value_0 */ case when (`status` = :p1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (`status` = :p1) then 1 else 0 end; -- "closed"
-- bigquery
/* sum as value_0 */ case when (`status` = @p1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (`status` = @p1) then 1 else 0 end; -- "closed"
-- snowflake
/* sum as value_0 */ case when ("status" = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = ?) then 1 else 0 end; -- "closed"
-- oracle
/* sum as value_0 */ case when ("status" = :p1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = :p1) then 1 else 0 end; -- "closed"
-- sqlserver
/* sum as value_0 */ case when ((("status" collate Latin1_General_100_BIN2) + char(1)) = (@p1 + char(1))) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ((("status" collate Latin1_General_100_BIN2) + char(1)) = (@p1 + char(1))) then 1 else 0 end; -- "closed"
-- sqlite
/* sum as value_0 */ case when ("status" = ?1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = ?1) then 1 else 0 end; -- "closed"

-- letter case counts, and an empty text is a value
-- duckdb
/* sum as value_0 */ case when ("status" = $1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = $1) then 1 else 0 end; -- ""
-- postgresql
/* sum as value_0 */ case when (("status" collate "default") = $1::text) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (("status" collate "default") = $1::text) then 1 else 0 end; -- ""
-- mariadb
/* sum as value_0 */ case when ((convert(`status` using utf8mb4) collate utf8mb4_nopad_bin) = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ((convert(`status` using utf8mb4) collate utf8mb4_nopad_bin) = ?) then 1 else 0 end; -- ""
-- mysql
/* sum as value_0 */ case when ((convert(`status` using utf8mb4) collate utf8mb4_0900_bin) = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ((convert(`status` using utf8mb4) collate utf8mb4_0900_bin) = ?) then 1 else 0 end; -- ""
-- clickhouse
/* sum as value_0 */ case when (`status` = {p1:String}) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (`status` = {p1:String}) then 1 else 0 end; -- ""
-- redshift
/* sum as value_0 */ case when (("status" || chr(1)) = ($1::varchar(65535) || chr(1))) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (("status" || chr(1)) = ($1::varchar(65535) || chr(1))) then 1 else 0 end; -- ""
-- trino
/* sum as value_0 */ case when ("status" = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = ?) then 1 else 0 end; -- ""
-- athena
/* sum as value_0 */ case when ("status" = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = ?) then 1 else 0 end; -- ""
-- spark
/* sum as value_0 */ case when (`status` = :p1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (`status` = :p1) then 1 else 0 end; -- ""
-- databricks
/* sum as value_0 */ case when (`status` = :p1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (`status` = :p1) then 1 else 0 end; -- ""
-- bigquery
/* sum as value_0 */ case when (`status` = @p1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when (`status` = @p1) then 1 else 0 end; -- ""
-- snowflake
/* sum as value_0 */ case when ("status" = ?) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = ?) then 1 else 0 end; -- ""
-- oracle
/* sum as value_0 */ case when ("status" = :p1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = chr(0)) then 1 else 0 end;
-- sqlserver
/* sum as value_0 */ case when ((("status" collate Latin1_General_100_BIN2) + char(1)) = (@p1 + char(1))) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ((("status" collate Latin1_General_100_BIN2) + char(1)) = (@p1 + char(1))) then 1 else 0 end; -- ""
-- sqlite
/* sum as value_0 */ case when ("status" = ?1) then 1 else 0 end; -- "open"
/* sum as value_1 */ case when ("status" = ?1) then 1 else 0 end; -- ""

-- a value outside the filter does not count
-- duckdb
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;
-- postgresql
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;
-- mariadb
/* sum as value_0 */ case when (`grade` = 1) then 1 else 0 end;
/* sum as value_1 */ case when (`grade` = 2) then 1 else 0 end;
-- mysql
/* sum as value_0 */ case when (`grade` = 1) then 1 else 0 end;
/* sum as value_1 */ case when (`grade` = 2) then 1 else 0 end;
-- clickhouse
/* sum as value_0 */ case when (`grade` = 1) then 1 else 0 end;
/* sum as value_1 */ case when (`grade` = 2) then 1 else 0 end;
-- redshift
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;
-- trino
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;
-- athena
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;
-- spark
/* sum as value_0 */ case when (`grade` = 1) then 1 else 0 end;
/* sum as value_1 */ case when (`grade` = 2) then 1 else 0 end;
-- databricks
/* sum as value_0 */ case when (`grade` = 1) then 1 else 0 end;
/* sum as value_1 */ case when (`grade` = 2) then 1 else 0 end;
-- bigquery
/* sum as value_0 */ case when (`grade` = 1) then 1 else 0 end;
/* sum as value_1 */ case when (`grade` = 2) then 1 else 0 end;
-- snowflake
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;
-- oracle
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;
-- sqlserver
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;
-- sqlite
/* sum as value_0 */ case when ("grade" = 1) then 1 else 0 end;
/* sum as value_1 */ case when ("grade" = 2) then 1 else 0 end;

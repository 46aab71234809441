-- Written by `npm run generate`; do not edit.

-- NULL adds nothing
-- duckdb
/* sum as total */ "share";
-- postgresql
/* sum as total */ "share";
-- mariadb
/* sum as total */ `share`;
-- mysql
/* sum as total */ `share`;
-- clickhouse
/* sum as total */ `share`;
-- redshift
/* sum as total */ "share";
-- trino
/* sum as total */ "share";
-- athena
/* sum as total */ "share";
-- spark
/* sum as total */ `share`;
-- databricks
/* sum as total */ `share`;
-- bigquery
/* sum as total */ `share`;
-- snowflake
/* sum as total */ "share";
-- oracle
/* sum as total */ "share";
-- sqlserver
/* sum as total */ "share";
-- sqlite
/* sum as total */ "share";

-- whole numbers are summed and compared by every digit
-- duckdb
/* sum as total */ "cents";
-- postgresql
/* sum as total */ "cents";
-- mariadb
/* sum as total */ `cents`;
-- mysql
/* sum as total */ `cents`;
-- clickhouse
/* sum as total */ `cents`;
-- redshift
/* sum as total */ "cents";
-- trino
/* sum as total */ "cents";
-- athena
/* sum as total */ "cents";
-- spark
/* sum as total */ `cents`;
-- databricks
/* sum as total */ `cents`;
-- bigquery
/* sum as total */ `cents`;
-- snowflake
/* sum as total */ "cents";
-- oracle
/* sum as total */ "cents";
-- sqlserver
/* sum as total */ "cents";
-- sqlite
/* sum as total */ "cents";

-- a value beyond what JSON numbers hold is written as text
-- duckdb
/* sum as total */ "counter";
-- postgresql
/* sum as total */ "counter";
-- mariadb
/* sum as total */ `counter`;
-- mysql
/* sum as total */ `counter`;
-- clickhouse
/* sum as total */ `counter`;
-- redshift
/* sum as total */ "counter";
-- trino
/* sum as total */ "counter";
-- athena
/* sum as total */ "counter";
-- spark
/* sum as total */ `counter`;
-- databricks
/* sum as total */ `counter`;
-- bigquery
/* sum as total */ `counter`;
-- snowflake
/* sum as total */ "counter";
-- oracle
/* sum as total */ "counter";
-- sqlserver
/* sum as total */ "counter";
-- sqlite
/* sum as total */ "counter";

-- a sum beyond 64 bits keeps every digit
-- duckdb
/* sum as total */ "counter";
-- postgresql
/* sum as total */ "counter";
-- mariadb
/* sum as total */ `counter`;
-- mysql
/* sum as total */ `counter`;
-- clickhouse
/* sum as total */ `counter`;
-- redshift
/* sum as total */ "counter";
-- trino
/* sum as total */ "counter";
-- athena
/* sum as total */ "counter";
-- spark
/* sum as total */ `counter`;
-- databricks
/* sum as total */ `counter`;
-- bigquery
/* sum as total */ `counter`;
-- snowflake
/* sum as total */ "counter";
-- oracle
/* sum as total */ "counter";
-- sqlserver
/* sum as total */ "counter";
-- sqlite
/* sum as total */ "counter";

-- so does one below them, and the last digit counts
-- duckdb
/* sum as total */ "counter";
-- postgresql
/* sum as total */ "counter";
-- mariadb
/* sum as total */ `counter`;
-- mysql
/* sum as total */ `counter`;
-- clickhouse
/* sum as total */ `counter`;
-- redshift
/* sum as total */ "counter";
-- trino
/* sum as total */ "counter";
-- athena
/* sum as total */ "counter";
-- spark
/* sum as total */ `counter`;
-- databricks
/* sum as total */ `counter`;
-- bigquery
/* sum as total */ `counter`;
-- snowflake
/* sum as total */ "counter";
-- oracle
/* sum as total */ "counter";
-- sqlserver
/* sum as total */ "counter";
-- sqlite
/* sum as total */ "counter";

-- floating numbers are compared within a billionth of the value
-- duckdb
/* sum as total */ "share";
-- postgresql
/* sum as total */ "share";
-- mariadb
/* sum as total */ `share`;
-- mysql
/* sum as total */ `share`;
-- clickhouse
/* sum as total */ if(isNaN(`share`), null, `share` + 0.);
-- redshift
/* sum as total */ "share";
-- trino
/* sum as total */ if(is_nan("share"), null, "share" + 0e0);
-- athena
/* sum as total */ if(is_nan("share"), null, "share" + 0e0);
-- spark
/* sum as total */ `share`;
-- databricks
/* sum as total */ `share`;
-- bigquery
/* sum as total */ if(is_nan(`share`), null, `share`);
-- snowflake
/* sum as total */ "share";
-- oracle
/* sum as total */ "share";
-- sqlserver
/* sum as total */ "share";
-- sqlite
/* sum as total */ "share";

-- the filter decides what is summed
-- duckdb
/* sum as total */ "share";
-- postgresql
/* sum as total */ "share";
-- mariadb
/* sum as total */ `share`;
-- mysql
/* sum as total */ `share`;
-- clickhouse
/* sum as total */ `share`;
-- redshift
/* sum as total */ "share";
-- trino
/* sum as total */ "share";
-- athena
/* sum as total */ "share";
-- spark
/* sum as total */ `share`;
-- databricks
/* sum as total */ `share`;
-- bigquery
/* sum as total */ `share`;
-- snowflake
/* sum as total */ "share";
-- oracle
/* sum as total */ "share";
-- sqlserver
/* sum as total */ "share";
-- sqlite
/* sum as total */ "share";

-- coverage changes nothing
-- duckdb
/* sum as total */ "share";
-- postgresql
/* sum as total */ "share";
-- mariadb
/* sum as total */ `share`;
-- mysql
/* sum as total */ `share`;
-- clickhouse
/* sum as total */ `share`;
-- redshift
/* sum as total */ "share";
-- trino
/* sum as total */ "share";
-- athena
/* sum as total */ "share";
-- spark
/* sum as total */ `share`;
-- databricks
/* sum as total */ `share`;
-- bigquery
/* sum as total */ `share`;
-- snowflake
/* sum as total */ "share";
-- oracle
/* sum as total */ "share";
-- sqlserver
/* sum as total */ "share";
-- sqlite
/* sum as total */ "share";

-- Written by `npm run generate`; do not edit.

-- the given time fails; a zone is taken into account; NULL passes
-- duckdb
/* failing */ ("sent" <= timestamp '2024-02-29 10:00:00.000');
-- postgresql
/* failing */ ("sent" <= timestamp '2024-02-29 10:00:00.000');
-- mariadb
/* failing */ (coalesce(`sent`) <= timestamp '2024-02-29 10:00:00.000');
-- mysql
/* failing */ (coalesce(`sent`) <= timestamp '2024-02-29 10:00:00.000');
-- clickhouse
/* failing */ (`sent` <= toDateTime64('2024-02-29 10:00:00.000', 6, 'UTC'));
-- redshift
/* failing */ ("sent" <= timestamp '2024-02-29 10:00:00.000');
-- trino
/* failing */ ("sent" <= timestamp '2024-02-29 10:00:00.000');
-- athena
/* failing */ ("sent" <= timestamp '2024-02-29 10:00:00.000');
-- spark
/* failing */ (`sent` <= timestamp_ntz '2024-02-29 10:00:00.000');
-- databricks
/* failing */ (`sent` <= timestamp_ntz '2024-02-29 10:00:00.000');
-- bigquery
/* failing */ (datetime(`sent`) <= datetime '2024-02-29 10:00:00.000');
-- snowflake
/* failing */ ("sent" <= to_timestamp_ntz('2024-02-29 10:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.FF6'));
-- oracle
/* failing */ ("sent" <= timestamp '2024-02-29 10:00:00.000');
-- sqlserver
/* failing */ ("sent" <= cast('2024-02-29 10:00:00.000' as datetime2(6)));
-- sqlite
/* failing */ (coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')) <= '2024-02-29 10:00:00.000');

-- dates are compared by days
-- duckdb
/* failing */ ("due" <= date '2024-02-29');
-- postgresql
/* failing */ ("due" <= date '2024-02-29');
-- mariadb
/* failing */ (coalesce(`due`) <= date '2024-02-29');
-- mysql
/* failing */ (coalesce(`due`) <= date '2024-02-29');
-- clickhouse
/* failing */ (`due` <= toDate32('2024-02-29'));
-- redshift
/* failing */ ("due" <= date '2024-02-29');
-- trino
/* failing */ ("due" <= date '2024-02-29');
-- athena
/* failing */ ("due" <= date '2024-02-29');
-- spark
/* failing */ (`due` <= date '2024-02-29');
-- databricks
/* failing */ (`due` <= date '2024-02-29');
-- bigquery
/* failing */ (`due` <= date '2024-02-29');
-- snowflake
/* failing */ ("due" <= to_date('2024-02-29', 'YYYY-MM-DD'));
-- oracle
/* failing */ ("due" <= date '2024-02-29');
-- sqlserver
/* failing */ ("due" <= cast('2024-02-29' as date));
-- sqlite
/* failing */ (coalesce(case when date("due") = substr("due", 1, 10) then substr("due", 1, 10) else assay_day("due") end, assay_misfit("due", 'a date or time')) <= '2024-02-29');

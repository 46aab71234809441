-- Written by `npm run generate`; do not edit.

-- the far future fails; NULL passes
-- duckdb
/* failing */ ("born" > date '2026-01-31');
-- postgresql
/* failing */ ("born" > date '2026-01-31');
-- mariadb
/* failing */ (coalesce(`born`) > date '2026-01-31');
-- mysql
/* failing */ (coalesce(`born`) > date '2026-01-31');
-- clickhouse
/* failing */ (`born` > toDate32('2026-01-31'));
-- redshift
/* failing */ ("born" > date '2026-01-31');
-- trino
/* failing */ ("born" > date '2026-01-31');
-- athena
/* failing */ ("born" > date '2026-01-31');
-- spark
/* failing */ (`born` > date '2026-01-31');
-- databricks
/* failing */ (`born` > date '2026-01-31');
-- bigquery
/* failing */ (`born` > date '2026-01-31');
-- snowflake
/* failing */ ("born" > to_date('2026-01-31', 'YYYY-MM-DD'));
-- oracle
/* failing */ ("born" > date '2026-01-31');
-- sqlserver
/* failing */ ("born" > cast('2026-01-31' as date));
-- sqlite
/* failing */ (coalesce(case when date("born") = substr("born", 1, 10) then substr("born", 1, 10) else assay_day("born") end, assay_misfit("born", 'a date or time')) > '2026-01-31');

-- times
-- duckdb
/* failing */ ("sent" > timestamp '2026-01-31 12:00:00.000');
-- postgresql
/* failing */ ("sent" > timestamp '2026-01-31 12:00:00.000');
-- mariadb
/* failing */ (coalesce(`sent`) > timestamp '2026-01-31 12:00:00.000');
-- mysql
/* failing */ (coalesce(`sent`) > timestamp '2026-01-31 12:00:00.000');
-- clickhouse
/* failing */ (`sent` > toDateTime64('2026-01-31 12:00:00.000', 6, 'UTC'));
-- redshift
/* failing */ ("sent" > timestamp '2026-01-31 12:00:00.000');
-- trino
/* failing */ ("sent" > timestamp '2026-01-31 12:00:00.000');
-- athena
/* failing */ ("sent" > timestamp '2026-01-31 12:00:00.000');
-- spark
/* failing */ (`sent` > timestamp_ntz '2026-01-31 12:00:00.000');
-- databricks
/* failing */ (`sent` > timestamp_ntz '2026-01-31 12:00:00.000');
-- bigquery
/* failing */ (datetime(`sent`) > datetime '2026-01-31 12:00:00.000');
-- snowflake
/* failing */ ("sent" > to_timestamp_ntz('2026-01-31 12:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.FF6'));
-- oracle
/* failing */ ("sent" > timestamp '2026-01-31 12:00:00.000');
-- sqlserver
/* failing */ ("sent" > cast('2026-01-31 12:00:00.000' as datetime2(6)));
-- sqlite
/* failing */ (coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')) > '2026-01-31 12:00:00.000');

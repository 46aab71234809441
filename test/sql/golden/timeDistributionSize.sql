-- Written by `npm run generate`; do not edit.

-- months with too few rows; a row without a time is in none
-- duckdb
/* group by */ date_trunc('month', "sold");
-- postgresql
/* group by */ date_trunc('month', "sold");
-- mariadb
/* group by */ extract(year_month from coalesce(`sold`));
-- mysql
/* group by */ extract(year_month from coalesce(`sold`));
-- clickhouse
/* group by */ toYYYYMM(`sold`);
-- redshift
/* group by */ date_trunc('month', "sold");
-- trino
/* group by */ date_trunc('month', "sold");
-- athena
/* group by */ date_trunc('month', "sold");
-- spark
/* group by */ date_trunc('month', `sold`);
-- databricks
/* group by */ date_trunc('month', `sold`);
-- bigquery
/* group by */ datetime_trunc(cast(`sold` as datetime), month);
-- snowflake
/* group by */ date_trunc('month', "sold");
-- oracle
/* group by */ trunc("sold", 'MM');
-- sqlserver
/* group by */ datediff(month, datefromparts(1, 1, 1), "sold");
-- sqlite
/* group by */ substr(coalesce(case when date("sold") = substr("sold", 1, 10) then substr("sold", 1, 10) else assay_day("sold") end, assay_misfit("sold", 'a date or time')), 1, 7);

-- a week begins on Monday
-- duckdb
/* group by */ date_trunc('week', "seen");
-- postgresql
/* group by */ date_trunc('week', "seen");
-- mariadb
/* group by */ yearweek(coalesce(`seen`), 3);
-- mysql
/* group by */ yearweek(coalesce(`seen`), 3);
-- clickhouse
/* group by */ (toISOYear(`seen`) * 100 + toISOWeek(`seen`));
-- redshift
/* group by */ date_trunc('week', "seen");
-- trino
/* group by */ date_trunc('week', "seen");
-- athena
/* group by */ date_trunc('week', "seen");
-- spark
/* group by */ date_trunc('week', `seen`);
-- databricks
/* group by */ date_trunc('week', `seen`);
-- bigquery
/* group by */ datetime_trunc(cast(datetime(`seen`) as datetime), isoweek);
-- snowflake
/* group by */ dateadd(day, 1 - dayofweekiso("seen"), cast("seen" as date));
-- oracle
/* group by */ trunc("seen", 'IW');
-- sqlserver
/* group by */ (datediff(day, datefromparts(1, 1, 1), "seen") / 7);
-- sqlite
/* group by */ date(substr(coalesce(case when date("seen") = substr("seen", 1, 10) and not substr("seen", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "seen") else assay_moment("seen") end, assay_misfit("seen", 'a date or time')), 1, 10), 'weekday 0', '-6 days');

-- quarters, days and hours are told apart over the years
-- duckdb
/* group by */ date_trunc('hour', "seen");
-- postgresql
/* group by */ date_trunc('hour', "seen");
-- mariadb
/* group by */ date_format(coalesce(`seen`), '%Y-%m-%d %H');
-- mysql
/* group by */ date_format(coalesce(`seen`), '%Y-%m-%d %H');
-- clickhouse
/* group by */ formatDateTime(`seen`, '%Y-%m-%d %H');
-- redshift
/* group by */ date_trunc('hour', "seen");
-- trino
/* group by */ date_trunc('hour', cast("seen" as timestamp(6)));
-- athena
/* group by */ date_trunc('hour', cast("seen" as timestamp(6)));
-- spark
/* group by */ date_trunc('hour', `seen`);
-- databricks
/* group by */ date_trunc('hour', `seen`);
-- bigquery
/* group by */ datetime_trunc(cast(datetime(`seen`) as datetime), hour);
-- snowflake
/* group by */ date_trunc('hour', cast("seen" as timestamp_ntz));
-- oracle
/* group by */ trunc("seen", 'HH24');
-- sqlserver
/* group by */ datediff(hour, datefromparts(1, 1, 1), "seen");
-- sqlite
/* group by */ substr(coalesce(case when date("seen") = substr("seen", 1, 10) and not substr("seen", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "seen") else assay_moment("seen") end, assay_misfit("seen", 'a date or time')), 1, 13);

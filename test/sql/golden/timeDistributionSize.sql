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
-- sqlite
/* group by */ strftime('%Y-%m', date("sold"));

-- a week begins on Monday
-- duckdb
/* group by */ date_trunc('week', "seen");
-- postgresql
/* group by */ date_trunc('week', "seen");
-- mariadb
/* group by */ yearweek(coalesce(`seen`), 3);
-- mysql
/* group by */ yearweek(coalesce(`seen`), 3);
-- sqlite
/* group by */ date(strftime('%Y-%m-%d %H:%M:%f', "seen"), 'weekday 0', '-6 days');

-- quarters, days and hours are told apart over the years
-- duckdb
/* group by */ date_trunc('hour', "seen");
-- postgresql
/* group by */ date_trunc('hour', "seen");
-- mariadb
/* group by */ date_format(coalesce(`seen`), '%Y-%m-%d %H');
-- mysql
/* group by */ date_format(coalesce(`seen`), '%Y-%m-%d %H');
-- sqlite
/* group by */ strftime('%Y-%m-%d %H', strftime('%Y-%m-%d %H:%M:%f', "seen"));

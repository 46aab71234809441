-- Written by `npm run generate`; do not edit.

-- months with too few rows; a row without a time is in none
-- duckdb
/* group by */ date_trunc('month', "sold");
-- postgresql
/* group by */ date_trunc('month', "sold");
-- sqlite
/* group by */ strftime('%Y-%m', date("sold"));

-- a week begins on Monday
-- duckdb
/* group by */ date_trunc('week', "seen");
-- postgresql
/* group by */ date_trunc('week', "seen");
-- sqlite
/* group by */ date(strftime('%Y-%m-%d %H:%M:%f', "seen"), 'weekday 0', '-6 days');

-- quarters, days and hours are told apart over the years
-- duckdb
/* group by */ date_trunc('hour', "seen");
-- postgresql
/* group by */ date_trunc('hour', "seen");
-- sqlite
/* group by */ strftime('%Y-%m-%d %H', strftime('%Y-%m-%d %H:%M:%f', "seen"));

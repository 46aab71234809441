-- Written by `npm run generate`; do not edit.

-- FALSE fails, NULL passes
-- duckdb
/* failing */ (not (discount <= price
));
-- postgresql
/* failing */ (not (discount <= price
));
-- mariadb
/* failing */ (not (discount <= price
));
-- mysql
/* failing */ (not (discount <= price
));
-- clickhouse
/* failing */ (not (discount <= price
));
-- redshift
/* failing */ (not (discount <= price
));
-- trino
/* failing */ (not (discount <= price
));
-- athena
/* failing */ (not (discount <= price
));
-- spark
/* failing */ (not (discount <= price
));
-- databricks
/* failing */ (not (discount <= price
));
-- bigquery
/* failing */ (not (discount <= price
));
-- snowflake
/* failing */ (not (discount <= price
));
-- oracle
/* failing */ (not (discount <= price
));
-- sqlserver
/* failing */ (not (discount <= price
));
-- sqlite
/* failing */ (not (discount <= price
));

-- texts with quotes, and a comment at the end
-- duckdb
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- postgresql
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- mariadb
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- mysql
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- clickhouse
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- redshift
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- trino
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- athena
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- spark
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- databricks
/* failing */ (not (name = 'O\'Brien' or origin <> 'IE' -- only there
));
-- bigquery
/* failing */ (not (name = 'O\'Brien' or origin <> 'IE' -- only there
));
-- snowflake
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- oracle
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- sqlserver
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));
-- sqlite
/* failing */ (not (name = 'O''Brien' or origin <> 'IE' -- only there
));

-- rows outside the filter are not judged
-- duckdb
/* failing */ (not (price >= 0
));
-- postgresql
/* failing */ (not (price >= 0
));
-- mariadb
/* failing */ (not (price >= 0
));
-- mysql
/* failing */ (not (price >= 0
));
-- clickhouse
/* failing */ (not (price >= 0
));
-- redshift
/* failing */ (not (price >= 0
));
-- trino
/* failing */ (not (price >= 0
));
-- athena
/* failing */ (not (price >= 0
));
-- spark
/* failing */ (not (price >= 0
));
-- databricks
/* failing */ (not (price >= 0
));
-- bigquery
/* failing */ (not (price >= 0
));
-- snowflake
/* failing */ (not (price >= 0
));
-- oracle
/* failing */ (not (price >= 0
));
-- sqlserver
/* failing */ (not (price >= 0
));
-- sqlite
/* failing */ (not (price >= 0
));

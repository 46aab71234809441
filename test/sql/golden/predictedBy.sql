-- Written by `npm run generate`; do not edit.

-- the tolerance itself passes; NULL on either side passes
-- duckdb
/* failing */ (abs(("tax" - (price * 0.08
))) > 2.000000002);
-- postgresql
/* failing */ (abs(("tax" - (price * 0.08
))) > 2.000000002);
-- sqlite
/* failing */ (abs(("tax" - (price * 0.08
))) > 2.000000002);

-- a tolerance of nothing, for whole numbers
-- duckdb
/* failing */ (abs((cast("total" as hugeint) - (part * 2
))) > 0);
-- postgresql
/* failing */ (abs((cast("total" as numeric(38, 0)) - (part * 2
))) > 0);
-- sqlite
/* failing */ (abs((cast("total" as integer) - (part * 2
))) > 0);

-- times, up to a minute
-- duckdb
/* failing */ (abs((epoch_ms(cast("arrived" as timestamp)) - epoch_ms(cast(cast((planned
) as timestamp) as timestamp)))) > 60000);
-- postgresql
/* failing */ (abs((extract(epoch from ("arrived")::timestamp - (cast((planned
) as timestamp))::timestamp) * 1000)) > 60000);
-- sqlite
/* failing */ (abs(round((julianday(strftime('%Y-%m-%d %H:%M:%f', "arrived")) - julianday(strftime('%Y-%m-%d %H:%M:%f', (planned
)))) * 86400000)) > 60000);

-- Written by `npm run generate`; do not edit.

-- the tolerance itself passes; NULL on either side passes
-- duckdb
/* failing */ ((not ("tax" = (price * 0.08
))) and (abs(("tax" - (price * 0.08
))) > 2.000000002));
-- postgresql
/* failing */ ((not ("tax" = (price * 0.08
))) and (abs(("tax" - (price * 0.08
))) > 2.000000002));
-- mariadb
/* failing */ ((not (`tax` = (price * 0.08
))) and (abs((`tax` - (price * 0.08
))) > 2.000000002));
-- mysql
/* failing */ ((not (`tax` = (price * 0.08
))) and (abs((`tax` - (price * 0.08
))) > 2.000000002));
-- sqlite
/* failing */ ((not ("tax" = (price * 0.08
))) and ((case when ("tax" - (price * 0.08
)) < 0 then -(("tax" - (price * 0.08
))) else ("tax" - (price * 0.08
)) end) > 2.000000002));

-- a tolerance of nothing, for whole numbers
-- duckdb
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as hugeint) - (part * 2
))) > 0));
-- postgresql
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as numeric(38, 0)) - (part * 2
))) > 0));
-- mariadb
/* failing */ ((not (`total` = (part * 2
))) and (abs((cast(`total` as decimal(65, 0)) - (part * 2
))) > 0));
-- mysql
/* failing */ ((not (`total` = (part * 2
))) and (abs((cast(`total` as decimal(65, 0)) - (part * 2
))) > 0));
-- sqlite
/* failing */ ((not ("total" = (part * 2
))) and ((case when (cast("total" as integer) - (part * 2
)) < 0 then -((cast("total" as integer) - (part * 2
))) else (cast("total" as integer) - (part * 2
)) end) > 0));

-- times, up to a minute
-- duckdb
/* failing */ (abs((epoch_ms(cast("arrived" as timestamp)) - epoch_ms(cast(cast((planned
) as timestamp) as timestamp)))) > 60000);
-- postgresql
/* failing */ (abs((extract(epoch from ("arrived")::timestamp - (cast((planned
) as timestamp))::timestamp) * 1000)) > 60000);
-- mariadb
/* failing */ (abs((timestampdiff(microsecond, cast((planned
) as datetime(6)), coalesce(`arrived`)) / 1000)) > 60000);
-- mysql
/* failing */ (abs((timestampdiff(microsecond, cast((planned
) as datetime(6)), coalesce(`arrived`)) / 1000)) > 60000);
-- sqlite
/* failing */ ((case when round((julianday(strftime('%Y-%m-%d %H:%M:%f', "arrived")) - julianday(strftime('%Y-%m-%d %H:%M:%f', (planned
)))) * 86400000) < 0 then -(round((julianday(strftime('%Y-%m-%d %H:%M:%f', "arrived")) - julianday(strftime('%Y-%m-%d %H:%M:%f', (planned
)))) * 86400000)) else round((julianday(strftime('%Y-%m-%d %H:%M:%f', "arrived")) - julianday(strftime('%Y-%m-%d %H:%M:%f', (planned
)))) * 86400000) end) > 60000);

-- Written by `npm run generate`; do not edit.

-- equal values fail; a NULL on either side passes
-- duckdb
/* failing */ ("total" <= "part");
-- postgresql
/* failing */ ("total" <= "part");
-- mariadb
/* failing */ (`total` <= `part`);
-- mysql
/* failing */ (`total` <= `part`);
-- sqlite
/* failing */ ("total" <= "part");

-- inclusive, with a tolerance: what is short by no more than half passes
-- duckdb
/* failing */ (("total" < "part") and (not (("total" = "part") or (abs(("total" - "part")) <= 0.5000000005))));
-- postgresql
/* failing */ (("total" < "part") and (not (("total" = "part") or (abs(("total" - "part")) <= 0.5000000005))));
-- mariadb
/* failing */ ((`total` < `part`) and (not ((`total` = `part`) or (abs((`total` - `part`)) <= 0.5000000005))));
-- mysql
/* failing */ ((`total` < `part`) and (not ((`total` = `part`) or (abs((`total` - `part`)) <= 0.5000000005))));
-- sqlite
/* failing */ (("total" < "part") and (not (("total" = "part") or ((case when ("total" - "part") < 0 then -(("total" - "part")) else ("total" - "part") end) <= 0.5000000005))));

-- exclusive, with a tolerance in percent: what is too close is equal, so it fails
-- duckdb
/* failing */ (("total" < "part") or (("total" = cast("part" as hugeint)) or (((cast(abs((cast("total" as hugeint) - cast("part" as hugeint))) as double) * 100) <= (abs(cast(cast("total" as hugeint) as double)) * 10)) and ((abs(cast(cast("total" as hugeint) as double)) * 10) <= 1.7976931348623157e+308))));
-- postgresql
/* failing */ (("total" < "part") or (("total" = cast("part" as numeric(38, 0))) or (((cast(abs((cast("total" as numeric(38, 0)) - cast("part" as numeric(38, 0)))) as double precision) * 100) <= (abs(cast(cast("total" as numeric(38, 0)) as double precision)) * 10)) and ((abs(cast(cast("total" as numeric(38, 0)) as double precision)) * 10) <= 1.7976931348623157e+308))));
-- mariadb
/* failing */ ((`total` < `part`) or ((`total` = cast(`part` as decimal(65, 0))) or (((cast(abs((cast(`total` as decimal(65, 0)) - cast(`part` as decimal(65, 0)))) as double) * 100) <= (abs(cast(cast(`total` as decimal(65, 0)) as double)) * 10)) and ((abs(cast(cast(`total` as decimal(65, 0)) as double)) * 10) <= 1.7976931348623157e+308))));
-- mysql
/* failing */ ((`total` < `part`) or ((`total` = cast(`part` as decimal(65, 0))) or (((cast(abs((cast(`total` as decimal(65, 0)) - cast(`part` as decimal(65, 0)))) as double) * 100) <= (abs(cast(cast(`total` as decimal(65, 0)) as double)) * 10)) and ((abs(cast(cast(`total` as decimal(65, 0)) as double)) * 10) <= 1.7976931348623157e+308))));
-- sqlite
/* failing */ (("total" < "part") or (("total" = cast("part" as integer)) or (((cast((case when (cast("total" as integer) - cast("part" as integer)) < 0 then -((cast("total" as integer) - cast("part" as integer))) else (cast("total" as integer) - cast("part" as integer)) end) as real) * 100) <= ((case when cast(cast("total" as integer) as real) < 0 then -(cast(cast("total" as integer) as real)) else cast(cast("total" as integer) as real) end) * 10)) and (((case when cast(cast("total" as integer) as real) < 0 then -(cast(cast("total" as integer) as real)) else cast(cast("total" as integer) as real) end) * 10) <= 1.7976931348623157e+308))));

-- times, equal up to a second
-- duckdb
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((epoch_ms(cast("started" as timestamp)) - epoch_ms(cast("ended" as timestamp)))) <= 1000))));
-- postgresql
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((extract(epoch from ("started")::timestamp - ("ended")::timestamp) * 1000)) <= 1000))));
-- mariadb
/* failing */ ((coalesce(`ended`) < coalesce(`started`)) and (not ((coalesce(`ended`) = coalesce(`started`)) or (abs((timestampdiff(microsecond, coalesce(`ended`), coalesce(`started`)) / 1000)) <= 1000))));
-- mysql
/* failing */ ((coalesce(`ended`) < coalesce(`started`)) and (not ((coalesce(`ended`) = coalesce(`started`)) or (abs((timestampdiff(microsecond, coalesce(`ended`), coalesce(`started`)) / 1000)) <= 1000))));
-- sqlite
/* failing */ ((strftime('%Y-%m-%d %H:%M:%f', "ended") < strftime('%Y-%m-%d %H:%M:%f', "started")) and (not ((strftime('%Y-%m-%d %H:%M:%f', "ended") = strftime('%Y-%m-%d %H:%M:%f', "started")) or ((case when round((julianday(strftime('%Y-%m-%d %H:%M:%f', "started")) - julianday(strftime('%Y-%m-%d %H:%M:%f', "ended"))) * 86400000) < 0 then -(round((julianday(strftime('%Y-%m-%d %H:%M:%f', "started")) - julianday(strftime('%Y-%m-%d %H:%M:%f', "ended"))) * 86400000)) else round((julianday(strftime('%Y-%m-%d %H:%M:%f', "started")) - julianday(strftime('%Y-%m-%d %H:%M:%f', "ended"))) * 86400000) end) <= 1000))));

-- a date counts as its midnight beside a time
-- duckdb
/* failing */ (cast("due" as timestamp) <= cast("sent" as timestamp));
-- postgresql
/* failing */ (cast("due" as timestamp) <= cast("sent" as timestamp));
-- mariadb
/* failing */ (cast(coalesce(`due`) as datetime(6)) <= cast(coalesce(`sent`) as datetime(6)));
-- mysql
/* failing */ (cast(coalesce(`due`) as datetime(6)) <= cast(coalesce(`sent`) as datetime(6)));
-- sqlite
/* failing */ (strftime('%Y-%m-%d %H:%M:%f', date("due")) <= strftime('%Y-%m-%d %H:%M:%f', strftime('%Y-%m-%d %H:%M:%f', "sent")));

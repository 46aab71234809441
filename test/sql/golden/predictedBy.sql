-- Written by `npm run generate`; do not edit.

-- the tolerance itself passes; NULL on either side passes
-- duckdb
/* failing */ ((not ("tax" = (price * 0.08
))) and (case when (abs("tax") > 1e+290) then abs((("tax" * 0.5) - (cast((price * 0.08
) as double) * 0.5))) else abs(("tax" - (price * 0.08
))) end > case when (abs("tax") > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end));
-- postgresql
/* failing */ ((not ("tax" = (price * 0.08
))) and (case when (abs("tax") > 1e+290) then abs((("tax" * 0.5) - (cast((price * 0.08
) as double precision) * 0.5))) else abs(("tax" - (price * 0.08
))) end > case when (abs("tax") > 1e+290) then cast(1.000000001 as double precision) else cast(2.000000002 as double precision) end));
-- mariadb
/* failing */ ((not (`tax` = (price * 0.08
))) and (case when (abs(`tax`) > 1e+290) then abs(((`tax` * 0.5) - (cast((price * 0.08
) as double) * 0.5))) else abs((`tax` - (price * 0.08
))) end > case when (abs(`tax`) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end));
-- mysql
/* failing */ ((not (`tax` = (price * 0.08
))) and (case when (abs(`tax`) > 1e+290) then abs(((`tax` * 0.5) - (cast((price * 0.08
) as double) * 0.5))) else abs((`tax` - (price * 0.08
))) end > case when (abs(`tax`) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end));
-- clickhouse
/* failing */ ((not (if(isNaN(`tax`), null, `tax` + 0.) = (price * 0.08
))) and (case when (abs(if(isNaN(`tax`), null, `tax` + 0.)) > 1e+290) then abs(((if(isNaN(`tax`), null, `tax` + 0.) * 0.5) - (cast((price * 0.08
) as Nullable(Float64)) * 0.5))) else abs((if(isNaN(`tax`), null, `tax` + 0.) - (price * 0.08
))) end > case when (abs(if(isNaN(`tax`), null, `tax` + 0.)) > 1e+290) then cast(1.000000001 as Nullable(Float64)) else cast(2.000000002 as Nullable(Float64)) end));
-- redshift
/* failing */ ((not ("tax" = (price * 0.08
))) and (case when (abs("tax") > 1e+290) then abs((("tax" * 0.5) - (cast((price * 0.08
) as double precision) * 0.5))) else abs(("tax" - (price * 0.08
))) end > case when (abs("tax") > 1e+290) then cast(1.000000001 as double precision) else cast(2.000000002 as double precision) end));
-- trino
/* failing */ ((not (if(is_nan("tax"), null, "tax" + 0e0) = (price * 0.08
))) and (case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then abs(((if(is_nan("tax"), null, "tax" + 0e0) * 0.5) - (cast((price * 0.08
) as double) * 0.5))) else abs((if(is_nan("tax"), null, "tax" + 0e0) - (price * 0.08
))) end > case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end));
-- athena
/* failing */ ((not (if(is_nan("tax"), null, "tax" + 0e0) = (price * 0.08
))) and (case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then abs(((if(is_nan("tax"), null, "tax" + 0e0) * 0.5) - (cast((price * 0.08
) as double) * 0.5))) else abs((if(is_nan("tax"), null, "tax" + 0e0) - (price * 0.08
))) end > case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end));
-- spark
/* failing */ ((not (`tax` = (price * 0.08
))) and (case when (abs(`tax`) > 1e+290) then abs(((`tax` * 0.5) - (cast((price * 0.08
) as double) * 0.5))) else abs((`tax` - (price * 0.08
))) end > case when (abs(`tax`) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end));
-- databricks
/* failing */ ((not (`tax` = (price * 0.08
))) and (case when (abs(`tax`) > 1e+290) then abs(((`tax` * 0.5) - (cast((price * 0.08
) as double) * 0.5))) else abs((`tax` - (price * 0.08
))) end > case when (abs(`tax`) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end));
-- bigquery
/* failing */ ((not (if(is_nan(`tax`), null, `tax`) = (price * 0.08
))) and (case when (abs(if(is_nan(`tax`), null, `tax`)) > 1e+290) then abs(((if(is_nan(`tax`), null, `tax`) * 0.5) - (cast((price * 0.08
) as float64) * 0.5))) else abs((if(is_nan(`tax`), null, `tax`) - (price * 0.08
))) end > case when (abs(if(is_nan(`tax`), null, `tax`)) > 1e+290) then cast(1.000000001 as float64) else cast(2.000000002 as float64) end));
-- snowflake
/* failing */ ((not ("tax" = (price * 0.08
))) and (case when (abs("tax") > cast('1e+290' as float)) then abs((("tax" * 0.5) - (cast((price * 0.08
) as float) * 0.5))) else abs(("tax" - (price * 0.08
))) end > case when (abs("tax") > cast('1e+290' as float)) then cast(1.000000001 as float) else cast(2.000000002 as float) end));
-- oracle
/* failing */ ((not ("tax" = (price * 0.08
))) and (case when (abs("tax") > to_binary_double('1e+290')) then abs((("tax" * 0.5) - (cast((price * 0.08
) as binary_double) * 0.5))) else abs(("tax" - (price * 0.08
))) end > case when (abs("tax") > to_binary_double('1e+290')) then cast(1.000000001 as binary_double) else cast(2.000000002 as binary_double) end));
-- sqlserver
/* failing */ ((not ("tax" = (price * 0.08
))) and (case when (abs("tax") > 1e+290) then abs((("tax" * 0.5) - (cast((price * 0.08
) as float) * 0.5))) else abs(("tax" - (price * 0.08
))) end > case when (abs("tax") > 1e+290) then cast(1.000000001 as float) else cast(2.000000002 as float) end));
-- sqlite
/* failing */ ((not ("tax" = (price * 0.08
))) and (case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then (case when ((case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end * 0.5) - (cast((price * 0.08
) as real) * 0.5)) < 0 then -(((case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end * 0.5) - (cast((price * 0.08
) as real) * 0.5))) else ((case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end * 0.5) - (cast((price * 0.08
) as real) * 0.5)) end) else (case when (case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end - (price * 0.08
)) < 0 then -((case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end - (price * 0.08
))) else (case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end - (price * 0.08
)) end) end > case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then cast(1.000000001 as real) else cast(2.000000002 as real) end));

-- a tolerance of nothing, for whole numbers
-- duckdb
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as hugeint) - (part * 2
))) > cast(0 as double)));
-- postgresql
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as numeric(1000, 0)) - (part * 2
))) > cast(0 as double precision)));
-- mariadb
/* failing */ ((not (`total` = (part * 2
))) and (abs((cast(`total` as decimal(65, 0)) - (part * 2
))) > cast(0 as double)));
-- mysql
/* failing */ ((not (`total` = (part * 2
))) and (abs((cast(`total` as decimal(65, 0)) - (part * 2
))) > cast(0 as double)));
-- clickhouse
/* failing */ ((not (`total` = (part * 2
))) and (abs((cast(`total` as Nullable(Decimal(76, 0))) - (part * 2
))) > cast(0 as Nullable(Float64))));
-- redshift
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as numeric(38, 0)) - (part * 2
))) > cast(0 as double precision)));
-- trino
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as decimal(38, 0)) - (part * 2
))) > cast(0 as double)));
-- athena
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as decimal(38, 0)) - (part * 2
))) > cast(0 as double)));
-- spark
/* failing */ ((not (`total` = (part * 2
))) and (abs((cast(`total` as decimal(38, 0)) - (part * 2
))) > cast(0 as double)));
-- databricks
/* failing */ ((not (`total` = (part * 2
))) and (abs((cast(`total` as decimal(38, 0)) - (part * 2
))) > cast(0 as double)));
-- bigquery
/* failing */ ((not (`total` = (part * 2
))) and (abs((cast(`total` as bignumeric) - (part * 2
))) > cast(0 as float64)));
-- snowflake
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as number(38, 0)) - (part * 2
))) > cast(0 as float)));
-- oracle
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as number(38, 0)) - (part * 2
))) > cast(0 as binary_double)));
-- sqlserver
/* failing */ ((not ("total" = (part * 2
))) and (abs((cast("total" as decimal(19, 0)) - (part * 2
))) > cast(0 as float)));
-- sqlite
/* failing */ ((not ("total" = (part * 2
))) and ((case when (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - (part * 2
)) < 0 then -((cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - (part * 2
))) else (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - (part * 2
)) end) > cast(0 as real)));

-- times, up to a minute
-- duckdb
/* failing */ (abs(((epoch_us(cast("arrived" as timestamp)) - epoch_us(cast(cast((planned
) as timestamp) as timestamp))) / 1000)) > 60000);
-- postgresql
/* failing */ (abs((extract(epoch from ("arrived")::timestamp - (cast((planned
) as timestamp))::timestamp) * 1000)) > 60000);
-- mariadb
/* failing */ (abs((timestampdiff(microsecond, cast((planned
) as datetime(6)), coalesce(`arrived`)) / 1000)) > 60000);
-- mysql
/* failing */ (abs((timestampdiff(microsecond, cast((planned
) as datetime(6)), coalesce(`arrived`)) / 1000)) > 60000);
-- clickhouse
/* failing */ (abs(((toUnixTimestamp64Micro(toDateTime64(`arrived`, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(cast((planned
) as Nullable(DateTime64(6, 'UTC'))), 6, 'UTC'))) / 1000)) > 60000);
-- redshift
/* failing */ (abs((datediff('microsecond', cast(cast((planned
) as timestamp) as timestamp), cast("arrived" as timestamp)) / cast(1000 as double precision))) > 60000);
-- trino
/* failing */ (abs((date_diff('millisecond', date_trunc('millisecond', cast(cast((planned
) as timestamp(6)) as timestamp(6))), date_trunc('millisecond', cast("arrived" as timestamp(6)))) + (cast(substr(cast(cast("arrived" as timestamp(6)) as varchar), -3) as integer) - cast(substr(cast(cast(cast((planned
) as timestamp(6)) as timestamp(6)) as varchar), -3) as integer)) / 1e3)) > 60000);
-- athena
/* failing */ (abs((date_diff('millisecond', date_trunc('millisecond', cast(cast((planned
) as timestamp(6)) as timestamp(6))), date_trunc('millisecond', cast("arrived" as timestamp(6)))) + (cast(substr(cast(cast("arrived" as timestamp(6)) as varchar), -3) as integer) - cast(substr(cast(cast(cast((planned
) as timestamp(6)) as timestamp(6)) as varchar), -3) as integer)) / 1e3)) > 60000);
-- spark
/* failing */ (abs(((unix_micros(cast(`arrived` as timestamp)) - unix_micros(cast(cast((planned
) as timestamp_ntz) as timestamp))) / 1000)) > 60000);
-- databricks
/* failing */ (abs(((unix_micros(cast(`arrived` as timestamp)) - unix_micros(cast(cast((planned
) as timestamp_ntz) as timestamp))) / 1000)) > 60000);
-- bigquery
/* failing */ (abs((datetime_diff(cast(datetime(`arrived`) as datetime), cast(cast((planned
) as datetime) as datetime), microsecond) / 1000)) > 60000);
-- snowflake
/* failing */ (abs((timestampdiff(microsecond, cast(cast((planned
) as timestamp_ntz) as timestamp_ntz), cast("arrived" as timestamp_ntz)) / 1000)) > 60000);
-- oracle
/* failing */ (abs((extract(day from (cast("arrived" as timestamp(9)) - cast(to_timestamp(translate(to_char((planned
)), 'Tt', '  '), 'YYYY-MM-DD HH24:MI:SS.FF9') as timestamp(9)))) * 86400000 + extract(hour from (cast("arrived" as timestamp(9)) - cast(to_timestamp(translate(to_char((planned
)), 'Tt', '  '), 'YYYY-MM-DD HH24:MI:SS.FF9') as timestamp(9)))) * 3600000 + extract(minute from (cast("arrived" as timestamp(9)) - cast(to_timestamp(translate(to_char((planned
)), 'Tt', '  '), 'YYYY-MM-DD HH24:MI:SS.FF9') as timestamp(9)))) * 60000 + extract(second from (cast("arrived" as timestamp(9)) - cast(to_timestamp(translate(to_char((planned
)), 'Tt', '  '), 'YYYY-MM-DD HH24:MI:SS.FF9') as timestamp(9)))) * 1000)) > 60000);
-- sqlserver
/* failing */ (abs((datediff_big(microsecond, cast(cast((planned
) as datetime2(6)) as datetime2(6)), cast("arrived" as datetime2(6))) / 1000.0)) > 60000);
-- sqlite
/* failing */ ((case when round(round((julianday(substr(coalesce(case when date("arrived") = substr("arrived", 1, 10) and not substr("arrived", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "arrived") else assay_moment("arrived") end, assay_misfit("arrived", 'a date or time')), 1, 19)) - julianday(substr(case when substr((planned
), 24, 1) glob '[0-9]' then assay_moment((planned
)) else strftime('%Y-%m-%d %H:%M:%f', (planned
)) end, 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("arrived") = substr("arrived", 1, 10) and not substr("arrived", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "arrived") else assay_moment("arrived") end, assay_misfit("arrived", 'a date or time')), 20)) - ('0' || substr(case when substr((planned
), 24, 1) glob '[0-9]' then assay_moment((planned
)) else strftime('%Y-%m-%d %H:%M:%f', (planned
)) end, 20))) * 1000, 3) < 0 then -(round(round((julianday(substr(coalesce(case when date("arrived") = substr("arrived", 1, 10) and not substr("arrived", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "arrived") else assay_moment("arrived") end, assay_misfit("arrived", 'a date or time')), 1, 19)) - julianday(substr(case when substr((planned
), 24, 1) glob '[0-9]' then assay_moment((planned
)) else strftime('%Y-%m-%d %H:%M:%f', (planned
)) end, 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("arrived") = substr("arrived", 1, 10) and not substr("arrived", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "arrived") else assay_moment("arrived") end, assay_misfit("arrived", 'a date or time')), 20)) - ('0' || substr(case when substr((planned
), 24, 1) glob '[0-9]' then assay_moment((planned
)) else strftime('%Y-%m-%d %H:%M:%f', (planned
)) end, 20))) * 1000, 3)) else round(round((julianday(substr(coalesce(case when date("arrived") = substr("arrived", 1, 10) and not substr("arrived", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "arrived") else assay_moment("arrived") end, assay_misfit("arrived", 'a date or time')), 1, 19)) - julianday(substr(case when substr((planned
), 24, 1) glob '[0-9]' then assay_moment((planned
)) else strftime('%Y-%m-%d %H:%M:%f', (planned
)) end, 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("arrived") = substr("arrived", 1, 10) and not substr("arrived", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "arrived") else assay_moment("arrived") end, assay_misfit("arrived", 'a date or time')), 20)) - ('0' || substr(case when substr((planned
), 24, 1) glob '[0-9]' then assay_moment((planned
)) else strftime('%Y-%m-%d %H:%M:%f', (planned
)) end, 20))) * 1000, 3) end) > 60000);

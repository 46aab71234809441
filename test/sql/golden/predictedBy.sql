-- Written by `npm run generate`; do not edit.

-- the tolerance itself passes; NULL on either side passes
-- duckdb
/* failing */ ((abs((("tax" * case when (abs("tax") > 1e+290) then cast(0.5 as double) else cast(1 as double) end) - (cast((price * 0.08
) as double) * case when (abs("tax") > 1e+290) then cast(0.5 as double) else cast(1 as double) end))) > case when (abs("tax") > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end) and (not ("tax" = (price * 0.08
))));
-- postgresql
/* failing */ ((abs((("tax" * case when (abs("tax") > 1e+290) then cast(0.5 as double precision) else cast(1 as double precision) end) - (cast((price * 0.08
) as double precision) * case when (abs("tax") > 1e+290) then cast(0.5 as double precision) else cast(1 as double precision) end))) > case when (abs("tax") > 1e+290) then cast(1.000000001 as double precision) else cast(2.000000002 as double precision) end) and (not ("tax" = (price * 0.08
))));
-- mariadb
/* failing */ ((abs(((`tax` * case when (abs(`tax`) > 1e+290) then cast(0.5 as double) else cast(1 as double) end) - (cast((price * 0.08
) as double) * case when (abs(`tax`) > 1e+290) then cast(0.5 as double) else cast(1 as double) end))) > case when (abs(`tax`) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end) and (not (`tax` = (price * 0.08
))));
-- mysql
/* failing */ ((abs(((`tax` * case when (abs(`tax`) > 1e+290) then cast(0.5 as double) else cast(1 as double) end) - (cast((price * 0.08
) as double) * case when (abs(`tax`) > 1e+290) then cast(0.5 as double) else cast(1 as double) end))) > case when (abs(`tax`) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end) and (not (`tax` = (price * 0.08
))));
-- clickhouse
/* failing */ ((abs(((if(isNaN(`tax`), null, `tax` + 0.) * case when (abs(if(isNaN(`tax`), null, `tax` + 0.)) > 1e+290) then cast(0.5 as Nullable(Float64)) else cast(1 as Nullable(Float64)) end) - (cast((price * 0.08
) as Nullable(Float64)) * case when (abs(if(isNaN(`tax`), null, `tax` + 0.)) > 1e+290) then cast(0.5 as Nullable(Float64)) else cast(1 as Nullable(Float64)) end))) > case when (abs(if(isNaN(`tax`), null, `tax` + 0.)) > 1e+290) then cast(1.000000001 as Nullable(Float64)) else cast(2.000000002 as Nullable(Float64)) end) and (not (if(isNaN(`tax`), null, `tax` + 0.) = (price * 0.08
))));
-- redshift
/* failing */ ((abs((("tax" * case when (abs("tax") > 1e+290) then cast(0.5 as double precision) else cast(1 as double precision) end) - (cast((price * 0.08
) as double precision) * case when (abs("tax") > 1e+290) then cast(0.5 as double precision) else cast(1 as double precision) end))) > case when (abs("tax") > 1e+290) then cast(1.000000001 as double precision) else cast(2.000000002 as double precision) end) and (not ("tax" = (price * 0.08
))));
-- trino
/* failing */ ((abs(((if(is_nan("tax"), null, "tax" + 0e0) * case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then cast(0.5 as double) else cast(1 as double) end) - (cast((price * 0.08
) as double) * case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then cast(0.5 as double) else cast(1 as double) end))) > case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end) and (not (if(is_nan("tax"), null, "tax" + 0e0) = (price * 0.08
))));
-- athena
/* failing */ ((abs(((if(is_nan("tax"), null, "tax" + 0e0) * case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then cast(0.5 as double) else cast(1 as double) end) - (cast((price * 0.08
) as double) * case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then cast(0.5 as double) else cast(1 as double) end))) > case when (abs(if(is_nan("tax"), null, "tax" + 0e0)) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end) and (not (if(is_nan("tax"), null, "tax" + 0e0) = (price * 0.08
))));
-- spark
/* failing */ ((abs(((`tax` * case when (abs(`tax`) > 1e+290) then cast(0.5 as double) else cast(1 as double) end) - (cast((price * 0.08
) as double) * case when (abs(`tax`) > 1e+290) then cast(0.5 as double) else cast(1 as double) end))) > case when (abs(`tax`) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end) and (not (`tax` = (price * 0.08
))));
-- databricks
/* failing */ ((abs(((`tax` * case when (abs(`tax`) > 1e+290) then cast(0.5 as double) else cast(1 as double) end) - (cast((price * 0.08
) as double) * case when (abs(`tax`) > 1e+290) then cast(0.5 as double) else cast(1 as double) end))) > case when (abs(`tax`) > 1e+290) then cast(1.000000001 as double) else cast(2.000000002 as double) end) and (not (`tax` = (price * 0.08
))));
-- bigquery
/* failing */ ((abs(((if(is_nan(`tax`), null, `tax`) * case when (abs(if(is_nan(`tax`), null, `tax`)) > 1e+290) then cast(0.5 as float64) else cast(1 as float64) end) - (cast((price * 0.08
) as float64) * case when (abs(if(is_nan(`tax`), null, `tax`)) > 1e+290) then cast(0.5 as float64) else cast(1 as float64) end))) > case when (abs(if(is_nan(`tax`), null, `tax`)) > 1e+290) then cast(1.000000001 as float64) else cast(2.000000002 as float64) end) and (not (if(is_nan(`tax`), null, `tax`) = (price * 0.08
))));
-- snowflake
/* failing */ ((abs((("tax" * case when (abs("tax") > cast('1e+290' as float)) then cast(0.5 as float) else cast(1 as float) end) - (cast((price * 0.08
) as float) * case when (abs("tax") > cast('1e+290' as float)) then cast(0.5 as float) else cast(1 as float) end))) > case when (abs("tax") > cast('1e+290' as float)) then cast(1.000000001 as float) else cast(2.000000002 as float) end) and (not ("tax" = (price * 0.08
))));
-- oracle
/* failing */ ((abs((("tax" * case when (abs("tax") > to_binary_double('1e+290')) then cast(0.5 as binary_double) else cast(1 as binary_double) end) - (cast((price * 0.08
) as binary_double) * case when (abs("tax") > to_binary_double('1e+290')) then cast(0.5 as binary_double) else cast(1 as binary_double) end))) > case when (abs("tax") > to_binary_double('1e+290')) then cast(1.000000001 as binary_double) else cast(2.000000002 as binary_double) end) and (not ("tax" = (price * 0.08
))));
-- sqlserver
/* failing */ ((abs((("tax" * case when (abs("tax") > 1e+290) then cast(0.5 as float) else cast(1 as float) end) - (cast((price * 0.08
) as float) * case when (abs("tax") > 1e+290) then cast(0.5 as float) else cast(1 as float) end))) > case when (abs("tax") > 1e+290) then cast(1.000000001 as float) else cast(2.000000002 as float) end) and (not ("tax" = (price * 0.08
))));
-- sqlite
/* failing */ (((case when ((case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end * case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then cast(0.5 as real) else cast(1 as real) end) - (cast((price * 0.08
) as real) * case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then cast(0.5 as real) else cast(1 as real) end)) < 0 then -(((case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end * case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then cast(0.5 as real) else cast(1 as real) end) - (cast((price * 0.08
) as real) * case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then cast(0.5 as real) else cast(1 as real) end))) else ((case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end * case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then cast(0.5 as real) else cast(1 as real) end) - (cast((price * 0.08
) as real) * case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then cast(0.5 as real) else cast(1 as real) end)) end) > case when ((case when case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end < 0 then -(case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end) else case when typeof("tax") in ('text', 'blob') then assay_misfit("tax", 'a number') else "tax" end end) > 1e+290) then cast(1.000000001 as real) else cast(2.000000002 as real) end) and (not ("tax" = (price * 0.08
))));

-- a tolerance of nothing, for whole numbers
-- duckdb
/* failing */ ((abs((cast("total" as hugeint) - (part * 2
))) > cast(0 as double)) and (not ("total" = (part * 2
))));
-- postgresql
/* failing */ ((abs((cast("total" as numeric(1000, 0)) - (part * 2
))) > cast(0 as double precision)) and (not ("total" = (part * 2
))));
-- mariadb
/* failing */ ((abs((cast(`total` as decimal(65, 0)) - (part * 2
))) > cast(0 as double)) and (not (`total` = (part * 2
))));
-- mysql
/* failing */ ((abs((cast(`total` as decimal(65, 0)) - (part * 2
))) > cast(0 as double)) and (not (`total` = (part * 2
))));
-- clickhouse
/* failing */ ((abs((cast(`total` as Nullable(Decimal(76, 0))) - (part * 2
))) > cast(0 as Nullable(Float64))) and (not (`total` = (part * 2
))));
-- redshift
/* failing */ ((abs((cast("total" as numeric(38, 0)) - (part * 2
))) > cast(0 as double precision)) and (not ("total" = (part * 2
))));
-- trino
/* failing */ ((abs((cast("total" as decimal(38, 0)) - (part * 2
))) > cast(0 as double)) and (not ("total" = (part * 2
))));
-- athena
/* failing */ ((abs((cast("total" as decimal(38, 0)) - (part * 2
))) > cast(0 as double)) and (not ("total" = (part * 2
))));
-- spark
/* failing */ ((abs((cast(`total` as decimal(38, 0)) - (part * 2
))) > cast(0 as double)) and (not (`total` = (part * 2
))));
-- databricks
/* failing */ ((abs((cast(`total` as decimal(38, 0)) - (part * 2
))) > cast(0 as double)) and (not (`total` = (part * 2
))));
-- bigquery
/* failing */ ((abs((cast(`total` as bignumeric) - (part * 2
))) > cast(0 as float64)) and (not (`total` = (part * 2
))));
-- snowflake
/* failing */ ((abs((cast("total" as number(38, 0)) - (part * 2
))) > cast(0 as float)) and (not ("total" = (part * 2
))));
-- oracle
/* failing */ ((abs((cast("total" as number(38, 0)) - (part * 2
))) > cast(0 as binary_double)) and (not ("total" = (part * 2
))));
-- sqlserver
/* failing */ ((abs((cast("total" as decimal(19, 0)) - (part * 2
))) > cast(0 as float)) and (not ("total" = (part * 2
))));
-- sqlite
/* failing */ (((case when (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - (part * 2
)) < 0 then -((cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - (part * 2
))) else (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - (part * 2
)) end) > cast(0 as real)) and (not ("total" = (part * 2
))));

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

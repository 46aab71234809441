-- Written by `npm run generate`; do not edit.

-- texts are equal to the last blank; a NULL on either side passes
-- duckdb
/* failing */ (not ("billing" = "shipping"));
-- postgresql
/* failing */ (not (("billing" collate "default") = ("shipping" collate "default")));
-- mariadb
/* failing */ (not ((convert(`billing` using utf8mb4) collate utf8mb4_nopad_bin) = (convert(`shipping` using utf8mb4) collate utf8mb4_nopad_bin)));
-- mysql
/* failing */ (not ((convert(`billing` using utf8mb4) collate utf8mb4_0900_bin) = (convert(`shipping` using utf8mb4) collate utf8mb4_0900_bin)));
-- clickhouse
/* failing */ (not (`billing` = `shipping`));
-- redshift
/* failing */ (not ("billing" = "shipping"));
-- trino
/* failing */ (not ("billing" = "shipping"));
-- athena
/* failing */ (not ("billing" = "shipping"));
-- spark
/* failing */ (not (`billing` = `shipping`));
-- databricks
/* failing */ (not (`billing` = `shipping`));
-- bigquery
/* failing */ (not (`billing` = `shipping`));
-- snowflake
/* failing */ (not ("billing" = "shipping"));
-- oracle
/* failing */ (not ("billing" = "shipping"));
-- sqlserver
/* failing */ (not ((("billing" collate Latin1_General_100_BIN2) + char(1)) = (("shipping" collate Latin1_General_100_BIN2) + char(1))));
-- sqlite
/* failing */ (not ("billing" = "shipping"));

-- white space may be left aside, letter case never
-- duckdb
/* failing */ (not (trim(regexp_replace("billing", '[ \t\n\v\f\r]+', ' ', 'g'), ' ') = trim(regexp_replace("shipping", '[ \t\n\v\f\r]+', ' ', 'g'), ' ')));
-- postgresql
/* failing */ (not (trim(regexp_replace(("billing" collate "default"), '[ \t\n\v\f\r]+', ' ', 'g')) = trim(regexp_replace(("shipping" collate "default"), '[ \t\n\v\f\r]+', ' ', 'g'))));
-- mariadb
/* failing */ (not (trim(regexp_replace((convert(`billing` using utf8mb4) collate utf8mb4_nopad_bin), '[\\x09-\\x0D ]+', ' ')) = trim(regexp_replace((convert(`shipping` using utf8mb4) collate utf8mb4_nopad_bin), '[\\x09-\\x0D ]+', ' '))));
-- mysql
/* failing */ (not (trim(regexp_replace((convert(`billing` using utf8mb4) collate utf8mb4_0900_bin), '[\\x09-\\x0D ]+', ' ')) = trim(regexp_replace((convert(`shipping` using utf8mb4) collate utf8mb4_0900_bin), '[\\x09-\\x0D ]+', ' '))));
-- clickhouse
/* failing */ (not (trimBoth(replaceRegexpAll(`billing`, '[\\x09-\\x0D ]+', ' ')) = trimBoth(replaceRegexpAll(`shipping`, '[\\x09-\\x0D ]+', ' '))));
-- redshift
/* failing */ (not (trim(regexp_replace(translate("billing", chr(9) || chr(10) || chr(11) || chr(12) || chr(13), '     '), ' +', ' ', 1, 'p')) = trim(regexp_replace(translate("shipping", chr(9) || chr(10) || chr(11) || chr(12) || chr(13), '     '), ' +', ' ', 1, 'p'))));
-- trino
/* failing */ (not (trim(both ' ' from regexp_replace("billing", '[\x09-\x0D ]+', ' ')) = trim(both ' ' from regexp_replace("shipping", '[\x09-\x0D ]+', ' '))));
-- athena
/* failing */ (not (trim(both ' ' from regexp_replace("billing", '[\x09-\x0D ]+', ' ')) = trim(both ' ' from regexp_replace("shipping", '[\x09-\x0D ]+', ' '))));
-- spark
/* failing */ (not (trim(regexp_replace(`billing`, '[\\x09-\\x0D ]+', ' ')) = trim(regexp_replace(`shipping`, '[\\x09-\\x0D ]+', ' '))));
-- databricks
/* failing */ (not (trim(regexp_replace(`billing`, '[\\x09-\\x0D ]+', ' ')) = trim(regexp_replace(`shipping`, '[\\x09-\\x0D ]+', ' '))));
-- bigquery
/* failing */ (not (trim(regexp_replace(`billing`, '[\\x09-\\x0D ]+', ' '), ' ') = trim(regexp_replace(`shipping`, '[\\x09-\\x0D ]+', ' '), ' ')));
-- snowflake
/* failing */ (not (trim(regexp_replace("billing", '[\t-\r ]+', ' '), ' ') = trim(regexp_replace("shipping", '[\t-\r ]+', ' '), ' ')));
-- oracle
/* failing */ (not (nvl2("billing", nvl(trim(regexp_replace("billing", '[' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ]+', ' ')), chr(0)), null) = nvl2("shipping", nvl(trim(regexp_replace("shipping", '[' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ]+', ' ')), chr(0)), null)));
-- sqlserver
/* failing */ (not ((trim(replace(replace(replace(translate(("billing" collate Latin1_General_100_BIN2), char(9) + char(10) + char(11) + char(12) + char(13), N'     '), N' ', char(1) + char(2)), char(2) + char(1), N''), char(1) + char(2), N' ')) + char(1)) = (trim(replace(replace(replace(translate(("shipping" collate Latin1_General_100_BIN2), char(9) + char(10) + char(11) + char(12) + char(13), N'     '), N' ', char(1) + char(2)), char(2) + char(1), N''), char(1) + char(2), N' ')) + char(1))));
-- sqlite
/* failing */ (not (assay_collapse_whitespace("billing") = assay_collapse_whitespace("shipping")));

-- an absolute tolerance, met exactly
-- duckdb
/* failing */ (not (("counted" = "booked") or (abs((("counted" * 0.5) - (cast("booked" as double) * 0.5))) <= 0.025000000025000003)));
-- postgresql
/* failing */ (not (("counted" = "booked") or (abs((("counted" * 0.5) - (cast("booked" as double precision) * 0.5))) <= 0.025000000025000003)));
-- mariadb
/* failing */ (not ((`counted` = `booked`) or (abs(((`counted` * 0.5) - (cast(`booked` as double) * 0.5))) <= 0.025000000025000003)));
-- mysql
/* failing */ (not ((`counted` = `booked`) or (abs(((`counted` * 0.5) - (cast(`booked` as double) * 0.5))) <= 0.025000000025000003)));
-- clickhouse
/* failing */ (not ((if(isNaN(`counted`), null, `counted` + 0.) = if(isNaN(`booked`), null, `booked` + 0.)) or (abs(((if(isNaN(`counted`), null, `counted` + 0.) * 0.5) - (cast(if(isNaN(`booked`), null, `booked` + 0.) as Nullable(Float64)) * 0.5))) <= 0.025000000025000003)));
-- redshift
/* failing */ (not (("counted" = "booked") or (abs((("counted" * 0.5) - (cast("booked" as double precision) * 0.5))) <= 0.025000000025000003)));
-- trino
/* failing */ (not ((if(is_nan("counted"), null, "counted" + 0e0) = if(is_nan("booked"), null, "booked" + 0e0)) or (abs(((if(is_nan("counted"), null, "counted" + 0e0) * 0.5) - (cast(if(is_nan("booked"), null, "booked" + 0e0) as double) * 0.5))) <= 0.025000000025000003)));
-- athena
/* failing */ (not ((if(is_nan("counted"), null, "counted" + 0e0) = if(is_nan("booked"), null, "booked" + 0e0)) or (abs(((if(is_nan("counted"), null, "counted" + 0e0) * 0.5) - (cast(if(is_nan("booked"), null, "booked" + 0e0) as double) * 0.5))) <= 0.025000000025000003)));
-- spark
/* failing */ (not ((`counted` = `booked`) or (abs(((`counted` * 0.5) - (cast(`booked` as double) * 0.5))) <= 0.025000000025000003)));
-- databricks
/* failing */ (not ((`counted` = `booked`) or (abs(((`counted` * 0.5) - (cast(`booked` as double) * 0.5))) <= 0.025000000025000003)));
-- bigquery
/* failing */ (not ((if(is_nan(`counted`), null, `counted`) = if(is_nan(`booked`), null, `booked`)) or (abs(((if(is_nan(`counted`), null, `counted`) * 0.5) - (cast(if(is_nan(`booked`), null, `booked`) as float64) * 0.5))) <= 0.025000000025000003)));
-- snowflake
/* failing */ (not (("counted" = "booked") or (abs((("counted" * 0.5) - (cast("booked" as float) * 0.5))) <= 0.025000000025000003)));
-- oracle
/* failing */ (not (("counted" = "booked") or (abs((("counted" * 0.5) - (cast("booked" as binary_double) * 0.5))) <= 0.025000000025000003)));
-- sqlserver
/* failing */ (not (("counted" = "booked") or (abs((("counted" * 0.5) - (cast("booked" as float) * 0.5))) <= 0.025000000025000003)));
-- sqlite
/* failing */ (not (("counted" = "booked") or ((case when ((case when typeof("counted") in ('text', 'blob') then assay_misfit("counted", 'a number') else "counted" end * 0.5) - (cast(case when typeof("booked") in ('text', 'blob') then assay_misfit("booked", 'a number') else "booked" end as real) * 0.5)) < 0 then -(((case when typeof("counted") in ('text', 'blob') then assay_misfit("counted", 'a number') else "counted" end * 0.5) - (cast(case when typeof("booked") in ('text', 'blob') then assay_misfit("booked", 'a number') else "booked" end as real) * 0.5))) else ((case when typeof("counted") in ('text', 'blob') then assay_misfit("counted", 'a number') else "counted" end * 0.5) - (cast(case when typeof("booked") in ('text', 'blob') then assay_misfit("booked", 'a number') else "booked" end as real) * 0.5)) end) <= 0.025000000025000003)));

-- ten percent of the judged value
-- duckdb
/* failing */ (not (("target" = cast("actual" as hugeint)) or ((cast(abs((cast("target" as hugeint) - cast("actual" as hugeint))) as double) * 100) <= (abs(cast(cast("target" as hugeint) as double)) * 10))));
-- postgresql
/* failing */ (not (("target" = cast("actual" as numeric(1000, 0))) or ((cast(abs((cast("target" as numeric(1000, 0)) - cast("actual" as numeric(1000, 0)))) as double precision) * 100) <= (abs(cast(cast("target" as numeric(1000, 0)) as double precision)) * 10))));
-- mariadb
/* failing */ (not ((`target` = cast(`actual` as decimal(65, 0))) or ((cast(abs((cast(`target` as decimal(65, 0)) - cast(`actual` as decimal(65, 0)))) as double) * 100) <= (abs(cast(cast(`target` as decimal(65, 0)) as double)) * 10))));
-- mysql
/* failing */ (not ((`target` = cast(`actual` as decimal(65, 0))) or ((cast(abs((cast(`target` as decimal(65, 0)) - cast(`actual` as decimal(65, 0)))) as double) * 100) <= (abs(cast(cast(`target` as decimal(65, 0)) as double)) * 10))));
-- clickhouse
/* failing */ (not ((`target` = cast(`actual` as Nullable(Decimal(76, 0)))) or ((cast(abs((cast(`target` as Nullable(Decimal(76, 0))) - cast(`actual` as Nullable(Decimal(76, 0))))) as Nullable(Float64)) * 100) <= (abs(cast(cast(`target` as Nullable(Decimal(76, 0))) as Nullable(Float64))) * 10))));
-- redshift
/* failing */ (not (("target" = cast("actual" as numeric(38, 0))) or ((cast(abs((cast("target" as numeric(38, 0)) - cast("actual" as numeric(38, 0)))) as double precision) * 100) <= (abs(cast(cast("target" as numeric(38, 0)) as double precision)) * 10))));
-- trino
/* failing */ (not (("target" = cast("actual" as decimal(38, 0))) or ((cast(abs((cast("target" as decimal(38, 0)) - cast("actual" as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast("target" as decimal(38, 0)) as double)) * 10))));
-- athena
/* failing */ (not (("target" = cast("actual" as decimal(38, 0))) or ((cast(abs((cast("target" as decimal(38, 0)) - cast("actual" as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast("target" as decimal(38, 0)) as double)) * 10))));
-- spark
/* failing */ (not ((`target` = cast(`actual` as decimal(38, 0))) or ((cast(abs((cast(`target` as decimal(38, 0)) - cast(`actual` as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast(`target` as decimal(38, 0)) as double)) * 10))));
-- databricks
/* failing */ (not ((`target` = cast(`actual` as decimal(38, 0))) or ((cast(abs((cast(`target` as decimal(38, 0)) - cast(`actual` as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast(`target` as decimal(38, 0)) as double)) * 10))));
-- bigquery
/* failing */ (not ((`target` = cast(`actual` as bignumeric)) or ((cast(abs((cast(`target` as bignumeric) - cast(`actual` as bignumeric))) as float64) * 100) <= (abs(cast(cast(`target` as bignumeric) as float64)) * 10))));
-- snowflake
/* failing */ (not (("target" = cast("actual" as number(38, 0))) or ((cast(abs((cast("target" as number(38, 0)) - cast("actual" as number(38, 0)))) as float) * 100) <= (abs(cast(cast("target" as number(38, 0)) as float)) * 10))));
-- oracle
/* failing */ (not (("target" = cast("actual" as number(38, 0))) or ((cast(abs((cast("target" as number(38, 0)) - cast("actual" as number(38, 0)))) as binary_double) * 100) <= (abs(cast(cast("target" as number(38, 0)) as binary_double)) * 10))));
-- sqlserver
/* failing */ (not (("target" = cast("actual" as decimal(38, 0))) or ((cast(abs((cast("target" as decimal(38, 0)) - cast("actual" as decimal(38, 0)))) as float) * 100) <= (abs(cast(cast("target" as decimal(38, 0)) as float)) * 10))));
-- sqlite
/* failing */ (not (("target" = cast(case when typeof("actual") in ('text', 'blob') then assay_misfit("actual", 'a number') else "actual" end as integer)) or ((cast((case when (cast(case when typeof("target") in ('text', 'blob') then assay_misfit("target", 'a number') else "target" end as integer) - cast(case when typeof("actual") in ('text', 'blob') then assay_misfit("actual", 'a number') else "actual" end as integer)) < 0 then -((cast(case when typeof("target") in ('text', 'blob') then assay_misfit("target", 'a number') else "target" end as integer) - cast(case when typeof("actual") in ('text', 'blob') then assay_misfit("actual", 'a number') else "actual" end as integer))) else (cast(case when typeof("target") in ('text', 'blob') then assay_misfit("target", 'a number') else "target" end as integer) - cast(case when typeof("actual") in ('text', 'blob') then assay_misfit("actual", 'a number') else "actual" end as integer)) end) as real) * 100) <= ((case when cast(cast(case when typeof("target") in ('text', 'blob') then assay_misfit("target", 'a number') else "target" end as integer) as real) < 0 then -(cast(cast(case when typeof("target") in ('text', 'blob') then assay_misfit("target", 'a number') else "target" end as integer) as real)) else cast(cast(case when typeof("target") in ('text', 'blob') then assay_misfit("target", 'a number') else "target" end as integer) as real) end) * 10))));

-- whole numbers are exact beyond 2^53
-- duckdb
/* failing */ (not ("id" = "copy"));
-- postgresql
/* failing */ (not ("id" = "copy"));
-- mariadb
/* failing */ (not (`id` = `copy`));
-- mysql
/* failing */ (not (`id` = `copy`));
-- clickhouse
/* failing */ (not (`id` = `copy`));
-- redshift
/* failing */ (not ("id" = "copy"));
-- trino
/* failing */ (not ("id" = "copy"));
-- athena
/* failing */ (not ("id" = "copy"));
-- spark
/* failing */ (not (`id` = `copy`));
-- databricks
/* failing */ (not (`id` = `copy`));
-- bigquery
/* failing */ (not (`id` = `copy`));
-- snowflake
/* failing */ (not ("id" = "copy"));
-- oracle
/* failing */ (not ("id" = "copy"));
-- sqlserver
/* failing */ (not ("id" = "copy"));
-- sqlite
/* failing */ (not ("id" = "copy"));

-- times up to a second apart, the full second excluded
-- duckdb
/* failing */ (not (("sent" = "received") or (abs(((epoch_us(cast("received" as timestamp)) - epoch_us(cast("sent" as timestamp))) / 1000)) < 1000)));
-- postgresql
/* failing */ (not (("sent" = "received") or (abs((extract(epoch from ("received")::timestamp - ("sent")::timestamp) * 1000)) < 1000)));
-- mariadb
/* failing */ (not ((coalesce(`sent`) = coalesce(`received`)) or (abs((timestampdiff(microsecond, coalesce(`sent`), coalesce(`received`)) / 1000)) < 1000)));
-- mysql
/* failing */ (not ((coalesce(`sent`) = coalesce(`received`)) or (abs((timestampdiff(microsecond, coalesce(`sent`), coalesce(`received`)) / 1000)) < 1000)));
-- clickhouse
/* failing */ (not ((`sent` = `received`) or (abs(((toUnixTimestamp64Micro(toDateTime64(`received`, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(`sent`, 6, 'UTC'))) / 1000)) < 1000)));
-- redshift
/* failing */ (not (("sent" = "received") or (abs((datediff('microsecond', cast("sent" as timestamp), cast("received" as timestamp)) / cast(1000 as double precision))) < 1000)));
-- trino
/* failing */ (not (("sent" = "received") or (abs((date_diff('millisecond', date_trunc('millisecond', cast("sent" as timestamp(6))), date_trunc('millisecond', cast("received" as timestamp(6)))) + (cast(substr(cast(cast("received" as timestamp(6)) as varchar), -3) as integer) - cast(substr(cast(cast("sent" as timestamp(6)) as varchar), -3) as integer)) / 1e3)) < 1000)));
-- athena
/* failing */ (not (("sent" = "received") or (abs((date_diff('millisecond', date_trunc('millisecond', cast("sent" as timestamp(6))), date_trunc('millisecond', cast("received" as timestamp(6)))) + (cast(substr(cast(cast("received" as timestamp(6)) as varchar), -3) as integer) - cast(substr(cast(cast("sent" as timestamp(6)) as varchar), -3) as integer)) / 1e3)) < 1000)));
-- spark
/* failing */ (not ((`sent` = `received`) or (abs(((unix_micros(cast(`received` as timestamp)) - unix_micros(cast(`sent` as timestamp))) / 1000)) < 1000)));
-- databricks
/* failing */ (not ((`sent` = `received`) or (abs(((unix_micros(cast(`received` as timestamp)) - unix_micros(cast(`sent` as timestamp))) / 1000)) < 1000)));
-- bigquery
/* failing */ (not ((datetime(`sent`) = datetime(`received`)) or (abs((datetime_diff(cast(datetime(`received`) as datetime), cast(datetime(`sent`) as datetime), microsecond) / 1000)) < 1000)));
-- snowflake
/* failing */ (not (("sent" = "received") or (abs((timestampdiff(microsecond, cast("sent" as timestamp_ntz), cast("received" as timestamp_ntz)) / 1000)) < 1000)));
-- oracle
/* failing */ (not (("sent" = "received") or (abs((extract(day from (cast("received" as timestamp(9)) - cast("sent" as timestamp(9)))) * 86400000 + extract(hour from (cast("received" as timestamp(9)) - cast("sent" as timestamp(9)))) * 3600000 + extract(minute from (cast("received" as timestamp(9)) - cast("sent" as timestamp(9)))) * 60000 + extract(second from (cast("received" as timestamp(9)) - cast("sent" as timestamp(9)))) * 1000)) < 1000)));
-- sqlserver
/* failing */ (not (("sent" = "received") or (abs((datediff_big(microsecond, cast("sent" as datetime2(6)), cast("received" as datetime2(6))) / 1000.0)) < 1000)));
-- sqlite
/* failing */ (not ((coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, "sent") = coalesce(case when date("received") = substr("received", 1, 10) and not substr("received", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "received") else assay_moment("received") end, "received")) or ((case when round(round((julianday(substr(coalesce(case when date("received") = substr("received", 1, 10) and not substr("received", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "received") else assay_moment("received") end, assay_misfit("received", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("received") = substr("received", 1, 10) and not substr("received", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "received") else assay_moment("received") end, assay_misfit("received", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')), 20))) * 1000, 3) < 0 then -(round(round((julianday(substr(coalesce(case when date("received") = substr("received", 1, 10) and not substr("received", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "received") else assay_moment("received") end, assay_misfit("received", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("received") = substr("received", 1, 10) and not substr("received", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "received") else assay_moment("received") end, assay_misfit("received", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')), 20))) * 1000, 3)) else round(round((julianday(substr(coalesce(case when date("received") = substr("received", 1, 10) and not substr("received", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "received") else assay_moment("received") end, assay_misfit("received", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("received") = substr("received", 1, 10) and not substr("received", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "received") else assay_moment("received") end, assay_misfit("received", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')), 20))) * 1000, 3) end) < 1000)));

-- true and false
-- duckdb
/* failing */ (not ("paid" = "settled"));
-- postgresql
/* failing */ (not ("paid" = "settled"));
-- mariadb
/* failing */ (not (`paid` = `settled`));
-- mysql
/* failing */ (not (`paid` = `settled`));
-- clickhouse
/* failing */ (not (`paid` = `settled`));
-- redshift
/* failing */ (not ("paid" = "settled"));
-- trino
/* failing */ (not ("paid" = "settled"));
-- athena
/* failing */ (not ("paid" = "settled"));
-- spark
/* failing */ (not (`paid` = `settled`));
-- databricks
/* failing */ (not (`paid` = `settled`));
-- bigquery
/* failing */ (not (`paid` = `settled`));
-- snowflake
/* failing */ (not ("paid" = "settled"));
-- oracle
/* failing */ (not (case when "paid" then 1 when not "paid" then 0 end = case when "settled" then 1 when not "settled" then 0 end));
-- sqlserver
/* failing */ (not ("paid" = "settled"));
-- sqlite
/* failing */ (not ("paid" = "settled"));

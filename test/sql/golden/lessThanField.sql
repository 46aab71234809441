-- Written by `npm run generate`; do not edit.

-- equal values fail; a NULL on either side passes
-- duckdb
/* failing */ ("part" >= "total");
-- postgresql
/* failing */ ("part" >= "total");
-- mariadb
/* failing */ (`part` >= `total`);
-- mysql
/* failing */ (`part` >= `total`);
-- clickhouse
/* failing */ (if(isNaN(`part`), null, `part` + 0.) >= `total`);
-- redshift
/* failing */ ("part" >= "total");
-- trino
/* failing */ (if(is_nan("part"), null, "part" + 0e0) >= "total");
-- athena
/* failing */ (if(is_nan("part"), null, "part" + 0e0) >= "total");
-- spark
/* failing */ (`part` >= `total`);
-- databricks
/* failing */ (`part` >= `total`);
-- bigquery
/* failing */ (if(is_nan(`part`), null, `part`) >= `total`);
-- snowflake
/* failing */ ("part" >= "total");
-- oracle
/* failing */ ("part" >= "total");
-- sqlserver
/* failing */ ("part" >= "total");
-- sqlite
/* failing */ (case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end >= case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end);

-- inclusive, with a tolerance: what is short by no more than half passes
-- duckdb
/* failing */ (("part" > "total") and (not (("part" = "total") or (case when ((abs("part") > 1e+300) or (abs(cast("total" as double)) > 1e+300)) then abs((case when (abs("part") > 1) then ("part" * 0.5) else 0 end - case when (abs(cast("total" as double)) > 1) then (cast("total" as double) * 0.5) else 0 end)) else abs(("part" - "total")) end <= case when ((abs("part") > 1e+300) or (abs(cast("total" as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- postgresql
/* failing */ (("part" > "total") and (not (("part" = "total") or (case when ((abs("part") > 1e+300) or (abs(cast("total" as double precision)) > 1e+300)) then abs((case when (abs("part") > 1) then ("part" * 0.5) else 0 end - case when (abs(cast("total" as double precision)) > 1) then (cast("total" as double precision) * 0.5) else 0 end)) else abs(("part" - "total")) end <= case when ((abs("part") > 1e+300) or (abs(cast("total" as double precision)) > 1e+300)) then cast(0.25000000025 as double precision) else cast(0.5000000005 as double precision) end))));
-- mariadb
/* failing */ ((`part` > `total`) and (not ((`part` = `total`) or (case when ((abs(`part`) > 1e+300) or (abs(cast(`total` as double)) > 1e+300)) then abs((case when (abs(`part`) > 1) then (`part` * 0.5) else 0 end - case when (abs(cast(`total` as double)) > 1) then (cast(`total` as double) * 0.5) else 0 end)) else abs((`part` - `total`)) end <= case when ((abs(`part`) > 1e+300) or (abs(cast(`total` as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- mysql
/* failing */ ((`part` > `total`) and (not ((`part` = `total`) or (case when ((abs(`part`) > 1e+300) or (abs(cast(`total` as double)) > 1e+300)) then abs((case when (abs(`part`) > 1) then (`part` * 0.5) else 0 end - case when (abs(cast(`total` as double)) > 1) then (cast(`total` as double) * 0.5) else 0 end)) else abs((`part` - `total`)) end <= case when ((abs(`part`) > 1e+300) or (abs(cast(`total` as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- clickhouse
/* failing */ ((if(isNaN(`part`), null, `part` + 0.) > if(isNaN(`total`), null, `total` + 0.)) and (not ((if(isNaN(`part`), null, `part` + 0.) = if(isNaN(`total`), null, `total` + 0.)) or (case when ((abs(if(isNaN(`part`), null, `part` + 0.)) > 1e+300) or (abs(cast(if(isNaN(`total`), null, `total` + 0.) as Nullable(Float64))) > 1e+300)) then abs((case when (abs(if(isNaN(`part`), null, `part` + 0.)) > 1) then (if(isNaN(`part`), null, `part` + 0.) * 0.5) else 0 end - case when (abs(cast(if(isNaN(`total`), null, `total` + 0.) as Nullable(Float64))) > 1) then (cast(if(isNaN(`total`), null, `total` + 0.) as Nullable(Float64)) * 0.5) else 0 end)) else abs((if(isNaN(`part`), null, `part` + 0.) - if(isNaN(`total`), null, `total` + 0.))) end <= case when ((abs(if(isNaN(`part`), null, `part` + 0.)) > 1e+300) or (abs(cast(if(isNaN(`total`), null, `total` + 0.) as Nullable(Float64))) > 1e+300)) then cast(0.25000000025 as Nullable(Float64)) else cast(0.5000000005 as Nullable(Float64)) end))));
-- redshift
/* failing */ (("part" > "total") and (not (("part" = "total") or (case when ((abs("part") > 1e+300) or (abs(cast("total" as double precision)) > 1e+300)) then abs((case when (abs("part") > 1) then ("part" * 0.5) else 0 end - case when (abs(cast("total" as double precision)) > 1) then (cast("total" as double precision) * 0.5) else 0 end)) else abs(("part" - "total")) end <= case when ((abs("part") > 1e+300) or (abs(cast("total" as double precision)) > 1e+300)) then cast(0.25000000025 as double precision) else cast(0.5000000005 as double precision) end))));
-- trino
/* failing */ ((if(is_nan("part"), null, "part" + 0e0) > if(is_nan("total"), null, "total" + 0e0)) and (not ((if(is_nan("part"), null, "part" + 0e0) = if(is_nan("total"), null, "total" + 0e0)) or (case when ((abs(if(is_nan("part"), null, "part" + 0e0)) > 1e+300) or (abs(cast(if(is_nan("total"), null, "total" + 0e0) as double)) > 1e+300)) then abs((case when (abs(if(is_nan("part"), null, "part" + 0e0)) > 1) then (if(is_nan("part"), null, "part" + 0e0) * 0.5) else 0 end - case when (abs(cast(if(is_nan("total"), null, "total" + 0e0) as double)) > 1) then (cast(if(is_nan("total"), null, "total" + 0e0) as double) * 0.5) else 0 end)) else abs((if(is_nan("part"), null, "part" + 0e0) - if(is_nan("total"), null, "total" + 0e0))) end <= case when ((abs(if(is_nan("part"), null, "part" + 0e0)) > 1e+300) or (abs(cast(if(is_nan("total"), null, "total" + 0e0) as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- athena
/* failing */ ((if(is_nan("part"), null, "part" + 0e0) > if(is_nan("total"), null, "total" + 0e0)) and (not ((if(is_nan("part"), null, "part" + 0e0) = if(is_nan("total"), null, "total" + 0e0)) or (case when ((abs(if(is_nan("part"), null, "part" + 0e0)) > 1e+300) or (abs(cast(if(is_nan("total"), null, "total" + 0e0) as double)) > 1e+300)) then abs((case when (abs(if(is_nan("part"), null, "part" + 0e0)) > 1) then (if(is_nan("part"), null, "part" + 0e0) * 0.5) else 0 end - case when (abs(cast(if(is_nan("total"), null, "total" + 0e0) as double)) > 1) then (cast(if(is_nan("total"), null, "total" + 0e0) as double) * 0.5) else 0 end)) else abs((if(is_nan("part"), null, "part" + 0e0) - if(is_nan("total"), null, "total" + 0e0))) end <= case when ((abs(if(is_nan("part"), null, "part" + 0e0)) > 1e+300) or (abs(cast(if(is_nan("total"), null, "total" + 0e0) as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- spark
/* failing */ ((`part` > `total`) and (not ((`part` = `total`) or (case when ((abs(`part`) > 1e+300) or (abs(cast(`total` as double)) > 1e+300)) then abs((case when (abs(`part`) > 1) then (`part` * 0.5) else 0 end - case when (abs(cast(`total` as double)) > 1) then (cast(`total` as double) * 0.5) else 0 end)) else abs((`part` - `total`)) end <= case when ((abs(`part`) > 1e+300) or (abs(cast(`total` as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- databricks
/* failing */ ((`part` > `total`) and (not ((`part` = `total`) or (case when ((abs(`part`) > 1e+300) or (abs(cast(`total` as double)) > 1e+300)) then abs((case when (abs(`part`) > 1) then (`part` * 0.5) else 0 end - case when (abs(cast(`total` as double)) > 1) then (cast(`total` as double) * 0.5) else 0 end)) else abs((`part` - `total`)) end <= case when ((abs(`part`) > 1e+300) or (abs(cast(`total` as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- bigquery
/* failing */ ((if(is_nan(`part`), null, `part`) > if(is_nan(`total`), null, `total`)) and (not ((if(is_nan(`part`), null, `part`) = if(is_nan(`total`), null, `total`)) or (case when ((abs(if(is_nan(`part`), null, `part`)) > 1e+300) or (abs(cast(if(is_nan(`total`), null, `total`) as float64)) > 1e+300)) then abs((case when (abs(if(is_nan(`part`), null, `part`)) > 1) then (if(is_nan(`part`), null, `part`) * 0.5) else 0 end - case when (abs(cast(if(is_nan(`total`), null, `total`) as float64)) > 1) then (cast(if(is_nan(`total`), null, `total`) as float64) * 0.5) else 0 end)) else abs((if(is_nan(`part`), null, `part`) - if(is_nan(`total`), null, `total`))) end <= case when ((abs(if(is_nan(`part`), null, `part`)) > 1e+300) or (abs(cast(if(is_nan(`total`), null, `total`) as float64)) > 1e+300)) then cast(0.25000000025 as float64) else cast(0.5000000005 as float64) end))));
-- snowflake
/* failing */ (("part" > "total") and (not (("part" = "total") or (case when ((abs("part") > cast('1e+300' as float)) or (abs(cast("total" as float)) > cast('1e+300' as float))) then abs((case when (abs("part") > 1) then ("part" * 0.5) else 0 end - case when (abs(cast("total" as float)) > 1) then (cast("total" as float) * 0.5) else 0 end)) else abs(("part" - "total")) end <= case when ((abs("part") > cast('1e+300' as float)) or (abs(cast("total" as float)) > cast('1e+300' as float))) then cast(0.25000000025 as float) else cast(0.5000000005 as float) end))));
-- oracle
/* failing */ (("part" > "total") and (not (("part" = "total") or (case when ((abs("part") > to_binary_double('1e+300')) or (abs(cast("total" as binary_double)) > to_binary_double('1e+300'))) then abs((case when (abs("part") > 1) then ("part" * 0.5) else 0 end - case when (abs(cast("total" as binary_double)) > 1) then (cast("total" as binary_double) * 0.5) else 0 end)) else abs(("part" - "total")) end <= case when ((abs("part") > to_binary_double('1e+300')) or (abs(cast("total" as binary_double)) > to_binary_double('1e+300'))) then cast(0.25000000025 as binary_double) else cast(0.5000000005 as binary_double) end))));
-- sqlserver
/* failing */ (("part" > "total") and (not (("part" = "total") or (case when ((abs("part") > 1e+300) or (abs(cast("total" as float)) > 1e+300)) then abs((case when (abs("part") > 1) then ("part" * 0.5) else 0 end - case when (abs(cast("total" as float)) > 1) then (cast("total" as float) * 0.5) else 0 end)) else abs(("part" - "total")) end <= case when ((abs("part") > 1e+300) or (abs(cast("total" as float)) > 1e+300)) then cast(0.25000000025 as float) else cast(0.5000000005 as float) end))));
-- sqlite
/* failing */ ((case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end > case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) and (not (("part" = "total") or (case when (((case when case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end < 0 then -(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) else case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end end) > 1e+300) or ((case when cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) < 0 then -(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real)) else cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) end) > 1e+300)) then (case when (case when ((case when case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end < 0 then -(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) else case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end end) > 1) then (case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end * 0.5) else 0 end - case when ((case when cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) < 0 then -(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real)) else cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) end) > 1) then (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) * 0.5) else 0 end) < 0 then -((case when ((case when case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end < 0 then -(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) else case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end end) > 1) then (case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end * 0.5) else 0 end - case when ((case when cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) < 0 then -(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real)) else cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) end) > 1) then (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) * 0.5) else 0 end)) else (case when ((case when case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end < 0 then -(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) else case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end end) > 1) then (case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end * 0.5) else 0 end - case when ((case when cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) < 0 then -(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real)) else cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) end) > 1) then (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) * 0.5) else 0 end) end) else (case when (case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end - case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) < 0 then -((case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end - case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end)) else (case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end - case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) end) end <= case when (((case when case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end < 0 then -(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) else case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end end) > 1e+300) or ((case when cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) < 0 then -(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real)) else cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as real) end) > 1e+300)) then cast(0.25000000025 as real) else cast(0.5000000005 as real) end))));

-- whole numbers, with a tolerance that is none
-- duckdb
/* failing */ (("part" > "total") and (not (("part" = cast("total" as hugeint)) or (abs((cast("part" as hugeint) - cast("total" as hugeint))) <= 0))));
-- postgresql
/* failing */ (("part" > "total") and (not (("part" = cast("total" as numeric(1000, 0))) or (abs((cast("part" as numeric(1000, 0)) - cast("total" as numeric(1000, 0)))) <= 0))));
-- mariadb
/* failing */ ((`part` > `total`) and (not ((`part` = cast(`total` as decimal(65, 0))) or (abs((cast(`part` as decimal(65, 0)) - cast(`total` as decimal(65, 0)))) <= 0))));
-- mysql
/* failing */ ((`part` > `total`) and (not ((`part` = cast(`total` as decimal(65, 0))) or (abs((cast(`part` as decimal(65, 0)) - cast(`total` as decimal(65, 0)))) <= 0))));
-- clickhouse
/* failing */ ((`part` > `total`) and (not ((`part` = cast(`total` as Nullable(Decimal(76, 0)))) or (abs((cast(`part` as Nullable(Decimal(76, 0))) - cast(`total` as Nullable(Decimal(76, 0))))) <= 0))));
-- redshift
/* failing */ (("part" > "total") and (not (("part" = cast("total" as numeric(38, 0))) or (abs((cast("part" as numeric(38, 0)) - cast("total" as numeric(38, 0)))) <= 0))));
-- trino
/* failing */ (("part" > "total") and (not (("part" = cast("total" as decimal(38, 0))) or (abs((cast("part" as decimal(38, 0)) - cast("total" as decimal(38, 0)))) <= 0))));
-- athena
/* failing */ (("part" > "total") and (not (("part" = cast("total" as decimal(38, 0))) or (abs((cast("part" as decimal(38, 0)) - cast("total" as decimal(38, 0)))) <= 0))));
-- spark
/* failing */ ((`part` > `total`) and (not ((`part` = cast(`total` as decimal(38, 0))) or (abs((cast(`part` as decimal(38, 0)) - cast(`total` as decimal(38, 0)))) <= 0))));
-- databricks
/* failing */ ((`part` > `total`) and (not ((`part` = cast(`total` as decimal(38, 0))) or (abs((cast(`part` as decimal(38, 0)) - cast(`total` as decimal(38, 0)))) <= 0))));
-- bigquery
/* failing */ ((`part` > `total`) and (not ((`part` = cast(`total` as bignumeric)) or (abs((cast(`part` as bignumeric) - cast(`total` as bignumeric))) <= 0))));
-- snowflake
/* failing */ (("part" > "total") and (not (("part" = cast("total" as number(38, 0))) or (abs((cast("part" as number(38, 0)) - cast("total" as number(38, 0)))) <= 0))));
-- oracle
/* failing */ (("part" > "total") and (not (("part" = cast("total" as number(38, 0))) or (abs((cast("part" as number(38, 0)) - cast("total" as number(38, 0)))) <= 0))));
-- sqlserver
/* failing */ (("part" > "total") and (not (("part" = cast("total" as decimal(19, 0))) or (abs((cast("part" as decimal(19, 0)) - cast("total" as decimal(19, 0)))) <= 0))));
-- sqlite
/* failing */ ((case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end > case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) and (not (("part" = cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer)) or ((case when (cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) - cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer)) < 0 then -((cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) - cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer))) else (cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) - cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer)) end) <= 0))));

-- exclusive, with a tolerance in percent: what is too close is equal, so it fails
-- duckdb
/* failing */ (("part" > "total") or (("part" = cast("total" as hugeint)) or (((cast(abs((cast("part" as hugeint) - cast("total" as hugeint))) as double) * 100) <= (abs(cast(cast("part" as hugeint) as double)) * 10)) and (abs(cast(cast("part" as hugeint) as double)) <= 1.7976931348623157e+308))));
-- postgresql
/* failing */ (("part" > "total") or (("part" = cast("total" as numeric(1000, 0))) or (((cast(abs((cast("part" as numeric(1000, 0)) - cast("total" as numeric(1000, 0)))) as double precision) * 100) <= (abs(cast(cast("part" as numeric(1000, 0)) as double precision)) * 10)) and (abs(cast(cast("part" as numeric(1000, 0)) as double precision)) <= 1.7976931348623157e+308))));
-- mariadb
/* failing */ ((`part` > `total`) or ((`part` = cast(`total` as decimal(65, 0))) or (((cast(abs((cast(`part` as decimal(65, 0)) - cast(`total` as decimal(65, 0)))) as double) * 100) <= (abs(cast(cast(`part` as decimal(65, 0)) as double)) * 10)) and (abs(cast(cast(`part` as decimal(65, 0)) as double)) <= 1.7976931348623157e+308))));
-- mysql
/* failing */ ((`part` > `total`) or ((`part` = cast(`total` as decimal(65, 0))) or (((cast(abs((cast(`part` as decimal(65, 0)) - cast(`total` as decimal(65, 0)))) as double) * 100) <= (abs(cast(cast(`part` as decimal(65, 0)) as double)) * 10)) and (abs(cast(cast(`part` as decimal(65, 0)) as double)) <= 1.7976931348623157e+308))));
-- clickhouse
/* failing */ ((`part` > `total`) or ((`part` = cast(`total` as Nullable(Decimal(76, 0)))) or (((cast(abs((cast(`part` as Nullable(Decimal(76, 0))) - cast(`total` as Nullable(Decimal(76, 0))))) as Nullable(Float64)) * 100) <= (abs(cast(cast(`part` as Nullable(Decimal(76, 0))) as Nullable(Float64))) * 10)) and (abs(cast(cast(`part` as Nullable(Decimal(76, 0))) as Nullable(Float64))) <= 1.7976931348623157e+308))));
-- redshift
/* failing */ (("part" > "total") or (("part" = cast("total" as numeric(38, 0))) or (((cast(abs((cast("part" as numeric(38, 0)) - cast("total" as numeric(38, 0)))) as double precision) * 100) <= (abs(cast(cast("part" as numeric(38, 0)) as double precision)) * 10)) and (abs(cast(cast("part" as numeric(38, 0)) as double precision)) <= 1.7976931348623157e+308))));
-- trino
/* failing */ (("part" > "total") or (("part" = cast("total" as decimal(38, 0))) or (((cast(abs((cast("part" as decimal(38, 0)) - cast("total" as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast("part" as decimal(38, 0)) as double)) * 10)) and (abs(cast(cast("part" as decimal(38, 0)) as double)) <= 1.7976931348623157e+308))));
-- athena
/* failing */ (("part" > "total") or (("part" = cast("total" as decimal(38, 0))) or (((cast(abs((cast("part" as decimal(38, 0)) - cast("total" as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast("part" as decimal(38, 0)) as double)) * 10)) and (abs(cast(cast("part" as decimal(38, 0)) as double)) <= 1.7976931348623157e+308))));
-- spark
/* failing */ ((`part` > `total`) or ((`part` = cast(`total` as decimal(38, 0))) or (((cast(abs((cast(`part` as decimal(38, 0)) - cast(`total` as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast(`part` as decimal(38, 0)) as double)) * 10)) and (abs(cast(cast(`part` as decimal(38, 0)) as double)) <= 1.7976931348623157e+308))));
-- databricks
/* failing */ ((`part` > `total`) or ((`part` = cast(`total` as decimal(38, 0))) or (((cast(abs((cast(`part` as decimal(38, 0)) - cast(`total` as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast(`part` as decimal(38, 0)) as double)) * 10)) and (abs(cast(cast(`part` as decimal(38, 0)) as double)) <= 1.7976931348623157e+308))));
-- bigquery
/* failing */ ((`part` > `total`) or ((`part` = cast(`total` as bignumeric)) or (((cast(abs((cast(`part` as bignumeric) - cast(`total` as bignumeric))) as float64) * 100) <= (abs(cast(cast(`part` as bignumeric) as float64)) * 10)) and (abs(cast(cast(`part` as bignumeric) as float64)) <= 1.7976931348623157e+308))));
-- snowflake
/* failing */ (("part" > "total") or (("part" = cast("total" as number(38, 0))) or (((cast(abs((cast("part" as number(38, 0)) - cast("total" as number(38, 0)))) as float) * 100) <= (abs(cast(cast("part" as number(38, 0)) as float)) * 10)) and (abs(cast(cast("part" as number(38, 0)) as float)) <= cast('1.7976931348623157e+308' as float)))));
-- oracle
/* failing */ (("part" > "total") or (("part" = cast("total" as number(38, 0))) or (((cast(abs((cast("part" as number(38, 0)) - cast("total" as number(38, 0)))) as binary_double) * 100) <= (abs(cast(cast("part" as number(38, 0)) as binary_double)) * 10)) and (abs(cast(cast("part" as number(38, 0)) as binary_double)) <= to_binary_double('1.7976931348623157e+308')))));
-- sqlserver
/* failing */ (("part" > "total") or (("part" = cast("total" as decimal(19, 0))) or (((cast(abs((cast("part" as decimal(19, 0)) - cast("total" as decimal(19, 0)))) as float) * 100) <= (abs(cast(cast("part" as decimal(19, 0)) as float)) * 10)) and (abs(cast(cast("part" as decimal(19, 0)) as float)) <= 1.7976931348623157e+308))));
-- sqlite
/* failing */ ((case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end > case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) or (("part" = cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer)) or (((cast((case when (cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) - cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer)) < 0 then -((cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) - cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer))) else (cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) - cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer)) end) as real) * 100) <= ((case when cast(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) as real) < 0 then -(cast(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) as real)) else cast(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) as real) end) * 10)) and ((case when cast(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) as real) < 0 then -(cast(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) as real)) else cast(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer) as real) end) <= 1.7976931348623157e+308))));

-- times, equal up to a second
-- duckdb
/* failing */ (("started" > "ended") and (not (("started" = "ended") or (abs(((epoch_us(cast("ended" as timestamp)) - epoch_us(cast("started" as timestamp))) / 1000)) <= 1000))));
-- postgresql
/* failing */ (("started" > "ended") and (not (("started" = "ended") or (abs((extract(epoch from ("ended")::timestamp - ("started")::timestamp) * 1000)) <= 1000))));
-- mariadb
/* failing */ ((coalesce(`started`) > coalesce(`ended`)) and (not ((coalesce(`started`) = coalesce(`ended`)) or (abs((timestampdiff(microsecond, coalesce(`started`), coalesce(`ended`)) / 1000)) <= 1000))));
-- mysql
/* failing */ ((coalesce(`started`) > coalesce(`ended`)) and (not ((coalesce(`started`) = coalesce(`ended`)) or (abs((timestampdiff(microsecond, coalesce(`started`), coalesce(`ended`)) / 1000)) <= 1000))));
-- clickhouse
/* failing */ ((`started` > `ended`) and (not ((`started` = `ended`) or (abs(((toUnixTimestamp64Micro(toDateTime64(`ended`, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(`started`, 6, 'UTC'))) / 1000)) <= 1000))));
-- redshift
/* failing */ (("started" > "ended") and (not (("started" = "ended") or (abs((datediff('microsecond', cast("started" as timestamp), cast("ended" as timestamp)) / cast(1000 as double precision))) <= 1000))));
-- trino
/* failing */ (("started" > "ended") and (not (("started" = "ended") or (abs((date_diff('millisecond', date_trunc('millisecond', cast("started" as timestamp(6))), date_trunc('millisecond', cast("ended" as timestamp(6)))) + (cast(substr(cast(cast("ended" as timestamp(6)) as varchar), -3) as integer) - cast(substr(cast(cast("started" as timestamp(6)) as varchar), -3) as integer)) / 1e3)) <= 1000))));
-- athena
/* failing */ (("started" > "ended") and (not (("started" = "ended") or (abs((date_diff('millisecond', date_trunc('millisecond', cast("started" as timestamp(6))), date_trunc('millisecond', cast("ended" as timestamp(6)))) + (cast(substr(cast(cast("ended" as timestamp(6)) as varchar), -3) as integer) - cast(substr(cast(cast("started" as timestamp(6)) as varchar), -3) as integer)) / 1e3)) <= 1000))));
-- spark
/* failing */ ((`started` > `ended`) and (not ((`started` = `ended`) or (abs(((unix_micros(cast(`ended` as timestamp)) - unix_micros(cast(`started` as timestamp))) / 1000)) <= 1000))));
-- databricks
/* failing */ ((`started` > `ended`) and (not ((`started` = `ended`) or (abs(((unix_micros(cast(`ended` as timestamp)) - unix_micros(cast(`started` as timestamp))) / 1000)) <= 1000))));
-- bigquery
/* failing */ ((datetime(`started`) > datetime(`ended`)) and (not ((datetime(`started`) = datetime(`ended`)) or (abs((datetime_diff(cast(datetime(`ended`) as datetime), cast(datetime(`started`) as datetime), microsecond) / 1000)) <= 1000))));
-- snowflake
/* failing */ (("started" > "ended") and (not (("started" = "ended") or (abs((timestampdiff(microsecond, cast("started" as timestamp_ntz), cast("ended" as timestamp_ntz)) / 1000)) <= 1000))));
-- oracle
/* failing */ (("started" > "ended") and (not (("started" = "ended") or (abs((extract(day from (cast("ended" as timestamp(9)) - cast("started" as timestamp(9)))) * 86400000 + extract(hour from (cast("ended" as timestamp(9)) - cast("started" as timestamp(9)))) * 3600000 + extract(minute from (cast("ended" as timestamp(9)) - cast("started" as timestamp(9)))) * 60000 + extract(second from (cast("ended" as timestamp(9)) - cast("started" as timestamp(9)))) * 1000)) <= 1000))));
-- sqlserver
/* failing */ (("started" > "ended") and (not (("started" = "ended") or (abs((datediff_big(microsecond, cast("started" as datetime2(6)), cast("ended" as datetime2(6))) / 1000.0)) <= 1000))));
-- sqlite
/* failing */ ((coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')) > coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time'))) and (not ((coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, "started") = coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, "ended")) or ((case when round(round((julianday(substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 20))) * 1000, 3) < 0 then -(round(round((julianday(substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 20))) * 1000, 3)) else round(round((julianday(substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 20))) * 1000, 3) end) <= 1000))));

-- a date counts as its midnight beside a time
-- duckdb
/* failing */ (cast("sent" as timestamp) >= cast("due" as timestamp));
-- postgresql
/* failing */ (cast("sent" as timestamp) >= cast("due" as timestamp));
-- mariadb
/* failing */ (cast(coalesce(`sent`) as datetime(6)) >= cast(coalesce(`due`) as datetime(6)));
-- mysql
/* failing */ (cast(coalesce(`sent`) as datetime(6)) >= cast(coalesce(`due`) as datetime(6)));
-- clickhouse
/* failing */ (cast(`sent` as Nullable(DateTime64(6, 'UTC'))) >= cast(`due` as Nullable(DateTime64(6, 'UTC'))));
-- redshift
/* failing */ (cast("sent" as timestamp) >= cast("due" as timestamp));
-- trino
/* failing */ (cast("sent" as timestamp(6)) >= cast("due" as timestamp(6)));
-- athena
/* failing */ (cast("sent" as timestamp(6)) >= cast("due" as timestamp(6)));
-- spark
/* failing */ (cast(`sent` as timestamp_ntz) >= cast(`due` as timestamp_ntz));
-- databricks
/* failing */ (cast(`sent` as timestamp_ntz) >= cast(`due` as timestamp_ntz));
-- bigquery
/* failing */ (cast(datetime(`sent`) as datetime) >= cast(`due` as datetime));
-- snowflake
/* failing */ (cast("sent" as timestamp_ntz) >= cast("due" as timestamp_ntz));
-- oracle
/* failing */ (to_timestamp(translate(to_char("sent"), 'Tt', '  '), 'YYYY-MM-DD HH24:MI:SS.FF9') >= to_timestamp(translate(to_char("due"), 'Tt', '  '), 'YYYY-MM-DD HH24:MI:SS.FF9'));
-- sqlserver
/* failing */ (cast("sent" as datetime2(6)) >= cast("due" as datetime2(6)));
-- sqlite
/* failing */ (case when substr(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')), 24, 1) glob '[0-9]' then assay_moment(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time'))) else strftime('%Y-%m-%d %H:%M:%f', coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time'))) end >= case when substr(coalesce(case when date("due") = substr("due", 1, 10) then substr("due", 1, 10) else assay_day("due") end, assay_misfit("due", 'a date or time')), 24, 1) glob '[0-9]' then assay_moment(coalesce(case when date("due") = substr("due", 1, 10) then substr("due", 1, 10) else assay_day("due") end, assay_misfit("due", 'a date or time'))) else strftime('%Y-%m-%d %H:%M:%f', coalesce(case when date("due") = substr("due", 1, 10) then substr("due", 1, 10) else assay_day("due") end, assay_misfit("due", 'a date or time'))) end);

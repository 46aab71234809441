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
-- clickhouse
/* failing */ (`total` <= if(isNaN(`part`), null, `part` + 0.));
-- redshift
/* failing */ ("total" <= "part");
-- trino
/* failing */ ("total" <= if(is_nan("part"), null, "part" + 0e0));
-- athena
/* failing */ ("total" <= if(is_nan("part"), null, "part" + 0e0));
-- spark
/* failing */ (`total` <= `part`);
-- databricks
/* failing */ (`total` <= `part`);
-- bigquery
/* failing */ (`total` <= if(is_nan(`part`), null, `part`));
-- snowflake
/* failing */ ("total" <= "part");
-- oracle
/* failing */ ("total" <= "part");
-- sqlserver
/* failing */ ("total" <= "part");
-- sqlite
/* failing */ (case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end <= case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end);

-- inclusive, with a tolerance: what is short by no more than half passes
-- duckdb
/* failing */ (("total" < "part") and (not (("total" = "part") or (case when ((abs("total") > 1e+300) or (abs(cast("part" as double)) > 1e+300)) then abs((case when (abs("total") > 1) then ("total" * 0.5) else 0 end - case when (abs(cast("part" as double)) > 1) then (cast("part" as double) * 0.5) else 0 end)) else abs(("total" - "part")) end <= case when ((abs("total") > 1e+300) or (abs(cast("part" as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- postgresql
/* failing */ (("total" < "part") and (not (("total" = "part") or (case when ((abs("total") > 1e+300) or (abs(cast("part" as double precision)) > 1e+300)) then abs((case when (abs("total") > 1) then ("total" * 0.5) else 0 end - case when (abs(cast("part" as double precision)) > 1) then (cast("part" as double precision) * 0.5) else 0 end)) else abs(("total" - "part")) end <= case when ((abs("total") > 1e+300) or (abs(cast("part" as double precision)) > 1e+300)) then cast(0.25000000025 as double precision) else cast(0.5000000005 as double precision) end))));
-- mariadb
/* failing */ ((`total` < `part`) and (not ((`total` = `part`) or (case when ((abs(`total`) > 1e+300) or (abs(cast(`part` as double)) > 1e+300)) then abs((case when (abs(`total`) > 1) then (`total` * 0.5) else 0 end - case when (abs(cast(`part` as double)) > 1) then (cast(`part` as double) * 0.5) else 0 end)) else abs((`total` - `part`)) end <= case when ((abs(`total`) > 1e+300) or (abs(cast(`part` as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- mysql
/* failing */ ((`total` < `part`) and (not ((`total` = `part`) or (case when ((abs(`total`) > 1e+300) or (abs(cast(`part` as double)) > 1e+300)) then abs((case when (abs(`total`) > 1) then (`total` * 0.5) else 0 end - case when (abs(cast(`part` as double)) > 1) then (cast(`part` as double) * 0.5) else 0 end)) else abs((`total` - `part`)) end <= case when ((abs(`total`) > 1e+300) or (abs(cast(`part` as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- clickhouse
/* failing */ ((if(isNaN(`total`), null, `total` + 0.) < if(isNaN(`part`), null, `part` + 0.)) and (not ((if(isNaN(`total`), null, `total` + 0.) = if(isNaN(`part`), null, `part` + 0.)) or (case when ((abs(if(isNaN(`total`), null, `total` + 0.)) > 1e+300) or (abs(cast(if(isNaN(`part`), null, `part` + 0.) as Nullable(Float64))) > 1e+300)) then abs((case when (abs(if(isNaN(`total`), null, `total` + 0.)) > 1) then (if(isNaN(`total`), null, `total` + 0.) * 0.5) else 0 end - case when (abs(cast(if(isNaN(`part`), null, `part` + 0.) as Nullable(Float64))) > 1) then (cast(if(isNaN(`part`), null, `part` + 0.) as Nullable(Float64)) * 0.5) else 0 end)) else abs((if(isNaN(`total`), null, `total` + 0.) - if(isNaN(`part`), null, `part` + 0.))) end <= case when ((abs(if(isNaN(`total`), null, `total` + 0.)) > 1e+300) or (abs(cast(if(isNaN(`part`), null, `part` + 0.) as Nullable(Float64))) > 1e+300)) then cast(0.25000000025 as Nullable(Float64)) else cast(0.5000000005 as Nullable(Float64)) end))));
-- redshift
/* failing */ (("total" < "part") and (not (("total" = "part") or (case when ((abs("total") > 1e+300) or (abs(cast("part" as double precision)) > 1e+300)) then abs((case when (abs("total") > 1) then ("total" * 0.5) else 0 end - case when (abs(cast("part" as double precision)) > 1) then (cast("part" as double precision) * 0.5) else 0 end)) else abs(("total" - "part")) end <= case when ((abs("total") > 1e+300) or (abs(cast("part" as double precision)) > 1e+300)) then cast(0.25000000025 as double precision) else cast(0.5000000005 as double precision) end))));
-- trino
/* failing */ ((if(is_nan("total"), null, "total" + 0e0) < if(is_nan("part"), null, "part" + 0e0)) and (not ((if(is_nan("total"), null, "total" + 0e0) = if(is_nan("part"), null, "part" + 0e0)) or (case when ((abs(if(is_nan("total"), null, "total" + 0e0)) > 1e+300) or (abs(cast(if(is_nan("part"), null, "part" + 0e0) as double)) > 1e+300)) then abs((case when (abs(if(is_nan("total"), null, "total" + 0e0)) > 1) then (if(is_nan("total"), null, "total" + 0e0) * 0.5) else 0 end - case when (abs(cast(if(is_nan("part"), null, "part" + 0e0) as double)) > 1) then (cast(if(is_nan("part"), null, "part" + 0e0) as double) * 0.5) else 0 end)) else abs((if(is_nan("total"), null, "total" + 0e0) - if(is_nan("part"), null, "part" + 0e0))) end <= case when ((abs(if(is_nan("total"), null, "total" + 0e0)) > 1e+300) or (abs(cast(if(is_nan("part"), null, "part" + 0e0) as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- athena
/* failing */ ((if(is_nan("total"), null, "total" + 0e0) < if(is_nan("part"), null, "part" + 0e0)) and (not ((if(is_nan("total"), null, "total" + 0e0) = if(is_nan("part"), null, "part" + 0e0)) or (case when ((abs(if(is_nan("total"), null, "total" + 0e0)) > 1e+300) or (abs(cast(if(is_nan("part"), null, "part" + 0e0) as double)) > 1e+300)) then abs((case when (abs(if(is_nan("total"), null, "total" + 0e0)) > 1) then (if(is_nan("total"), null, "total" + 0e0) * 0.5) else 0 end - case when (abs(cast(if(is_nan("part"), null, "part" + 0e0) as double)) > 1) then (cast(if(is_nan("part"), null, "part" + 0e0) as double) * 0.5) else 0 end)) else abs((if(is_nan("total"), null, "total" + 0e0) - if(is_nan("part"), null, "part" + 0e0))) end <= case when ((abs(if(is_nan("total"), null, "total" + 0e0)) > 1e+300) or (abs(cast(if(is_nan("part"), null, "part" + 0e0) as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- spark
/* failing */ ((`total` < `part`) and (not ((`total` = `part`) or (case when ((abs(`total`) > 1e+300) or (abs(cast(`part` as double)) > 1e+300)) then abs((case when (abs(`total`) > 1) then (`total` * 0.5) else 0 end - case when (abs(cast(`part` as double)) > 1) then (cast(`part` as double) * 0.5) else 0 end)) else abs((`total` - `part`)) end <= case when ((abs(`total`) > 1e+300) or (abs(cast(`part` as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- databricks
/* failing */ ((`total` < `part`) and (not ((`total` = `part`) or (case when ((abs(`total`) > 1e+300) or (abs(cast(`part` as double)) > 1e+300)) then abs((case when (abs(`total`) > 1) then (`total` * 0.5) else 0 end - case when (abs(cast(`part` as double)) > 1) then (cast(`part` as double) * 0.5) else 0 end)) else abs((`total` - `part`)) end <= case when ((abs(`total`) > 1e+300) or (abs(cast(`part` as double)) > 1e+300)) then cast(0.25000000025 as double) else cast(0.5000000005 as double) end))));
-- bigquery
/* failing */ ((if(is_nan(`total`), null, `total`) < if(is_nan(`part`), null, `part`)) and (not ((if(is_nan(`total`), null, `total`) = if(is_nan(`part`), null, `part`)) or (case when ((abs(if(is_nan(`total`), null, `total`)) > 1e+300) or (abs(cast(if(is_nan(`part`), null, `part`) as float64)) > 1e+300)) then abs((case when (abs(if(is_nan(`total`), null, `total`)) > 1) then (if(is_nan(`total`), null, `total`) * 0.5) else 0 end - case when (abs(cast(if(is_nan(`part`), null, `part`) as float64)) > 1) then (cast(if(is_nan(`part`), null, `part`) as float64) * 0.5) else 0 end)) else abs((if(is_nan(`total`), null, `total`) - if(is_nan(`part`), null, `part`))) end <= case when ((abs(if(is_nan(`total`), null, `total`)) > 1e+300) or (abs(cast(if(is_nan(`part`), null, `part`) as float64)) > 1e+300)) then cast(0.25000000025 as float64) else cast(0.5000000005 as float64) end))));
-- snowflake
/* failing */ (("total" < "part") and (not (("total" = "part") or (case when ((abs("total") > cast('1e+300' as float)) or (abs(cast("part" as float)) > cast('1e+300' as float))) then abs((case when (abs("total") > 1) then ("total" * 0.5) else 0 end - case when (abs(cast("part" as float)) > 1) then (cast("part" as float) * 0.5) else 0 end)) else abs(("total" - "part")) end <= case when ((abs("total") > cast('1e+300' as float)) or (abs(cast("part" as float)) > cast('1e+300' as float))) then cast(0.25000000025 as float) else cast(0.5000000005 as float) end))));
-- oracle
/* failing */ (("total" < "part") and (not (("total" = "part") or (case when ((abs("total") > to_binary_double('1e+300')) or (abs(cast("part" as binary_double)) > to_binary_double('1e+300'))) then abs((case when (abs("total") > 1) then ("total" * 0.5) else 0 end - case when (abs(cast("part" as binary_double)) > 1) then (cast("part" as binary_double) * 0.5) else 0 end)) else abs(("total" - "part")) end <= case when ((abs("total") > to_binary_double('1e+300')) or (abs(cast("part" as binary_double)) > to_binary_double('1e+300'))) then cast(0.25000000025 as binary_double) else cast(0.5000000005 as binary_double) end))));
-- sqlserver
/* failing */ (("total" < "part") and (not (("total" = "part") or (case when ((abs("total") > 1e+300) or (abs(cast("part" as float)) > 1e+300)) then abs((case when (abs("total") > 1) then ("total" * 0.5) else 0 end - case when (abs(cast("part" as float)) > 1) then (cast("part" as float) * 0.5) else 0 end)) else abs(("total" - "part")) end <= case when ((abs("total") > 1e+300) or (abs(cast("part" as float)) > 1e+300)) then cast(0.25000000025 as float) else cast(0.5000000005 as float) end))));
-- sqlite
/* failing */ ((case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end < case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) and (not (("total" = "part") or (case when (((case when case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end < 0 then -(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) else case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end end) > 1e+300) or ((case when cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) < 0 then -(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real)) else cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) end) > 1e+300)) then (case when (case when ((case when case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end < 0 then -(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) else case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end end) > 1) then (case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end * 0.5) else 0 end - case when ((case when cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) < 0 then -(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real)) else cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) end) > 1) then (cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) * 0.5) else 0 end) < 0 then -((case when ((case when case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end < 0 then -(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) else case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end end) > 1) then (case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end * 0.5) else 0 end - case when ((case when cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) < 0 then -(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real)) else cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) end) > 1) then (cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) * 0.5) else 0 end)) else (case when ((case when case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end < 0 then -(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) else case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end end) > 1) then (case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end * 0.5) else 0 end - case when ((case when cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) < 0 then -(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real)) else cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) end) > 1) then (cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) * 0.5) else 0 end) end) else (case when (case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end - case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) < 0 then -((case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end - case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end)) else (case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end - case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) end) end <= case when (((case when case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end < 0 then -(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end) else case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end end) > 1e+300) or ((case when cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) < 0 then -(cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real)) else cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as real) end) > 1e+300)) then cast(0.25000000025 as real) else cast(0.5000000005 as real) end))));

-- whole numbers, with a tolerance that is none
-- duckdb
/* failing */ (("total" < "part") and (not (("total" = cast("part" as hugeint)) or (abs((cast("total" as hugeint) - cast("part" as hugeint))) <= 0))));
-- postgresql
/* failing */ (("total" < "part") and (not (("total" = cast("part" as numeric(1000, 0))) or (abs((cast("total" as numeric(1000, 0)) - cast("part" as numeric(1000, 0)))) <= 0))));
-- mariadb
/* failing */ ((`total` < `part`) and (not ((`total` = cast(`part` as decimal(65, 0))) or (abs((cast(`total` as decimal(65, 0)) - cast(`part` as decimal(65, 0)))) <= 0))));
-- mysql
/* failing */ ((`total` < `part`) and (not ((`total` = cast(`part` as decimal(65, 0))) or (abs((cast(`total` as decimal(65, 0)) - cast(`part` as decimal(65, 0)))) <= 0))));
-- clickhouse
/* failing */ ((`total` < `part`) and (not ((`total` = cast(`part` as Nullable(Decimal(76, 0)))) or (abs((cast(`total` as Nullable(Decimal(76, 0))) - cast(`part` as Nullable(Decimal(76, 0))))) <= 0))));
-- redshift
/* failing */ (("total" < "part") and (not (("total" = cast("part" as numeric(38, 0))) or (abs((cast("total" as numeric(38, 0)) - cast("part" as numeric(38, 0)))) <= 0))));
-- trino
/* failing */ (("total" < "part") and (not (("total" = cast("part" as decimal(38, 0))) or (abs((cast("total" as decimal(38, 0)) - cast("part" as decimal(38, 0)))) <= 0))));
-- athena
/* failing */ (("total" < "part") and (not (("total" = cast("part" as decimal(38, 0))) or (abs((cast("total" as decimal(38, 0)) - cast("part" as decimal(38, 0)))) <= 0))));
-- spark
/* failing */ ((`total` < `part`) and (not ((`total` = cast(`part` as decimal(38, 0))) or (abs((cast(`total` as decimal(38, 0)) - cast(`part` as decimal(38, 0)))) <= 0))));
-- databricks
/* failing */ ((`total` < `part`) and (not ((`total` = cast(`part` as decimal(38, 0))) or (abs((cast(`total` as decimal(38, 0)) - cast(`part` as decimal(38, 0)))) <= 0))));
-- bigquery
/* failing */ ((`total` < `part`) and (not ((`total` = cast(`part` as bignumeric)) or (abs((cast(`total` as bignumeric) - cast(`part` as bignumeric))) <= 0))));
-- snowflake
/* failing */ (("total" < "part") and (not (("total" = cast("part" as number(38, 0))) or (abs((cast("total" as number(38, 0)) - cast("part" as number(38, 0)))) <= 0))));
-- oracle
/* failing */ (("total" < "part") and (not (("total" = cast("part" as number(38, 0))) or (abs((cast("total" as number(38, 0)) - cast("part" as number(38, 0)))) <= 0))));
-- sqlserver
/* failing */ (("total" < "part") and (not (("total" = cast("part" as decimal(19, 0))) or (abs((cast("total" as decimal(19, 0)) - cast("part" as decimal(19, 0)))) <= 0))));
-- sqlite
/* failing */ ((case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end < case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) and (not (("total" = cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer)) or ((case when (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer)) < 0 then -((cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer))) else (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer)) end) <= 0))));

-- exclusive, with a tolerance in percent: what is too close is equal, so it fails
-- duckdb
/* failing */ (("total" < "part") or (("total" = cast("part" as hugeint)) or (((cast(abs((cast("total" as hugeint) - cast("part" as hugeint))) as double) * 100) <= (abs(cast(cast("total" as hugeint) as double)) * 10)) and (abs(cast(cast("total" as hugeint) as double)) <= 1.7976931348623157e+308))));
-- postgresql
/* failing */ (("total" < "part") or (("total" = cast("part" as numeric(1000, 0))) or (((cast(abs((cast("total" as numeric(1000, 0)) - cast("part" as numeric(1000, 0)))) as double precision) * 100) <= (abs(cast(cast("total" as numeric(1000, 0)) as double precision)) * 10)) and (abs(cast(cast("total" as numeric(1000, 0)) as double precision)) <= 1.7976931348623157e+308))));
-- mariadb
/* failing */ ((`total` < `part`) or ((`total` = cast(`part` as decimal(65, 0))) or (((cast(abs((cast(`total` as decimal(65, 0)) - cast(`part` as decimal(65, 0)))) as double) * 100) <= (abs(cast(cast(`total` as decimal(65, 0)) as double)) * 10)) and (abs(cast(cast(`total` as decimal(65, 0)) as double)) <= 1.7976931348623157e+308))));
-- mysql
/* failing */ ((`total` < `part`) or ((`total` = cast(`part` as decimal(65, 0))) or (((cast(abs((cast(`total` as decimal(65, 0)) - cast(`part` as decimal(65, 0)))) as double) * 100) <= (abs(cast(cast(`total` as decimal(65, 0)) as double)) * 10)) and (abs(cast(cast(`total` as decimal(65, 0)) as double)) <= 1.7976931348623157e+308))));
-- clickhouse
/* failing */ ((`total` < `part`) or ((`total` = cast(`part` as Nullable(Decimal(76, 0)))) or (((cast(abs((cast(`total` as Nullable(Decimal(76, 0))) - cast(`part` as Nullable(Decimal(76, 0))))) as Nullable(Float64)) * 100) <= (abs(cast(cast(`total` as Nullable(Decimal(76, 0))) as Nullable(Float64))) * 10)) and (abs(cast(cast(`total` as Nullable(Decimal(76, 0))) as Nullable(Float64))) <= 1.7976931348623157e+308))));
-- redshift
/* failing */ (("total" < "part") or (("total" = cast("part" as numeric(38, 0))) or (((cast(abs((cast("total" as numeric(38, 0)) - cast("part" as numeric(38, 0)))) as double precision) * 100) <= (abs(cast(cast("total" as numeric(38, 0)) as double precision)) * 10)) and (abs(cast(cast("total" as numeric(38, 0)) as double precision)) <= 1.7976931348623157e+308))));
-- trino
/* failing */ (("total" < "part") or (("total" = cast("part" as decimal(38, 0))) or (((cast(abs((cast("total" as decimal(38, 0)) - cast("part" as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast("total" as decimal(38, 0)) as double)) * 10)) and (abs(cast(cast("total" as decimal(38, 0)) as double)) <= 1.7976931348623157e+308))));
-- athena
/* failing */ (("total" < "part") or (("total" = cast("part" as decimal(38, 0))) or (((cast(abs((cast("total" as decimal(38, 0)) - cast("part" as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast("total" as decimal(38, 0)) as double)) * 10)) and (abs(cast(cast("total" as decimal(38, 0)) as double)) <= 1.7976931348623157e+308))));
-- spark
/* failing */ ((`total` < `part`) or ((`total` = cast(`part` as decimal(38, 0))) or (((cast(abs((cast(`total` as decimal(38, 0)) - cast(`part` as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast(`total` as decimal(38, 0)) as double)) * 10)) and (abs(cast(cast(`total` as decimal(38, 0)) as double)) <= 1.7976931348623157e+308))));
-- databricks
/* failing */ ((`total` < `part`) or ((`total` = cast(`part` as decimal(38, 0))) or (((cast(abs((cast(`total` as decimal(38, 0)) - cast(`part` as decimal(38, 0)))) as double) * 100) <= (abs(cast(cast(`total` as decimal(38, 0)) as double)) * 10)) and (abs(cast(cast(`total` as decimal(38, 0)) as double)) <= 1.7976931348623157e+308))));
-- bigquery
/* failing */ ((`total` < `part`) or ((`total` = cast(`part` as bignumeric)) or (((cast(abs((cast(`total` as bignumeric) - cast(`part` as bignumeric))) as float64) * 100) <= (abs(cast(cast(`total` as bignumeric) as float64)) * 10)) and (abs(cast(cast(`total` as bignumeric) as float64)) <= 1.7976931348623157e+308))));
-- snowflake
/* failing */ (("total" < "part") or (("total" = cast("part" as number(38, 0))) or (((cast(abs((cast("total" as number(38, 0)) - cast("part" as number(38, 0)))) as float) * 100) <= (abs(cast(cast("total" as number(38, 0)) as float)) * 10)) and (abs(cast(cast("total" as number(38, 0)) as float)) <= cast('1.7976931348623157e+308' as float)))));
-- oracle
/* failing */ (("total" < "part") or (("total" = cast("part" as number(38, 0))) or (((cast(abs((cast("total" as number(38, 0)) - cast("part" as number(38, 0)))) as binary_double) * 100) <= (abs(cast(cast("total" as number(38, 0)) as binary_double)) * 10)) and (abs(cast(cast("total" as number(38, 0)) as binary_double)) <= to_binary_double('1.7976931348623157e+308')))));
-- sqlserver
/* failing */ (("total" < "part") or (("total" = cast("part" as decimal(19, 0))) or (((cast(abs((cast("total" as decimal(19, 0)) - cast("part" as decimal(19, 0)))) as float) * 100) <= (abs(cast(cast("total" as decimal(19, 0)) as float)) * 10)) and (abs(cast(cast("total" as decimal(19, 0)) as float)) <= 1.7976931348623157e+308))));
-- sqlite
/* failing */ ((case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end < case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end) or (("total" = cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer)) or (((cast((case when (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer)) < 0 then -((cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer))) else (cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) - cast(case when typeof("part") in ('text', 'blob') then assay_misfit("part", 'a number') else "part" end as integer)) end) as real) * 100) <= ((case when cast(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) as real) < 0 then -(cast(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) as real)) else cast(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) as real) end) * 10)) and ((case when cast(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) as real) < 0 then -(cast(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) as real)) else cast(cast(case when typeof("total") in ('text', 'blob') then assay_misfit("total", 'a number') else "total" end as integer) as real) end) <= 1.7976931348623157e+308))));

-- times, equal up to a second
-- duckdb
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs(((epoch_us(cast("started" as timestamp)) - epoch_us(cast("ended" as timestamp))) / 1000)) <= 1000))));
-- postgresql
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((extract(epoch from ("started")::timestamp - ("ended")::timestamp) * 1000)) <= 1000))));
-- mariadb
/* failing */ ((coalesce(`ended`) < coalesce(`started`)) and (not ((coalesce(`ended`) = coalesce(`started`)) or (abs((timestampdiff(microsecond, coalesce(`ended`), coalesce(`started`)) / 1000)) <= 1000))));
-- mysql
/* failing */ ((coalesce(`ended`) < coalesce(`started`)) and (not ((coalesce(`ended`) = coalesce(`started`)) or (abs((timestampdiff(microsecond, coalesce(`ended`), coalesce(`started`)) / 1000)) <= 1000))));
-- clickhouse
/* failing */ ((`ended` < `started`) and (not ((`ended` = `started`) or (abs(((toUnixTimestamp64Micro(toDateTime64(`started`, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(`ended`, 6, 'UTC'))) / 1000)) <= 1000))));
-- redshift
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((datediff('microsecond', cast("ended" as timestamp), cast("started" as timestamp)) / cast(1000 as double precision))) <= 1000))));
-- trino
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((date_diff('millisecond', date_trunc('millisecond', cast("ended" as timestamp(6))), date_trunc('millisecond', cast("started" as timestamp(6)))) + (cast(substr(cast(cast("started" as timestamp(6)) as varchar), -3) as integer) - cast(substr(cast(cast("ended" as timestamp(6)) as varchar), -3) as integer)) / 1e3)) <= 1000))));
-- athena
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((date_diff('millisecond', date_trunc('millisecond', cast("ended" as timestamp(6))), date_trunc('millisecond', cast("started" as timestamp(6)))) + (cast(substr(cast(cast("started" as timestamp(6)) as varchar), -3) as integer) - cast(substr(cast(cast("ended" as timestamp(6)) as varchar), -3) as integer)) / 1e3)) <= 1000))));
-- spark
/* failing */ ((`ended` < `started`) and (not ((`ended` = `started`) or (abs(((unix_micros(cast(`started` as timestamp)) - unix_micros(cast(`ended` as timestamp))) / 1000)) <= 1000))));
-- databricks
/* failing */ ((`ended` < `started`) and (not ((`ended` = `started`) or (abs(((unix_micros(cast(`started` as timestamp)) - unix_micros(cast(`ended` as timestamp))) / 1000)) <= 1000))));
-- bigquery
/* failing */ ((datetime(`ended`) < datetime(`started`)) and (not ((datetime(`ended`) = datetime(`started`)) or (abs((datetime_diff(cast(datetime(`started`) as datetime), cast(datetime(`ended`) as datetime), microsecond) / 1000)) <= 1000))));
-- snowflake
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((timestampdiff(microsecond, cast("ended" as timestamp_ntz), cast("started" as timestamp_ntz)) / 1000)) <= 1000))));
-- oracle
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((extract(day from (cast("started" as timestamp(9)) - cast("ended" as timestamp(9)))) * 86400000 + extract(hour from (cast("started" as timestamp(9)) - cast("ended" as timestamp(9)))) * 3600000 + extract(minute from (cast("started" as timestamp(9)) - cast("ended" as timestamp(9)))) * 60000 + extract(second from (cast("started" as timestamp(9)) - cast("ended" as timestamp(9)))) * 1000)) <= 1000))));
-- sqlserver
/* failing */ (("ended" < "started") and (not (("ended" = "started") or (abs((datediff_big(microsecond, cast("ended" as datetime2(6)), cast("started" as datetime2(6))) / 1000.0)) <= 1000))));
-- sqlite
/* failing */ ((coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')) < coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time'))) and (not ((coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, "ended") = coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, "started")) or ((case when round(round((julianday(substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 20))) * 1000, 3) < 0 then -(round(round((julianday(substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 20))) * 1000, 3)) else round(round((julianday(substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 1, 19)) - julianday(substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 1, 19))) * 86400) * 1000 + (('0' || substr(coalesce(case when date("started") = substr("started", 1, 10) and not substr("started", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "started") else assay_moment("started") end, assay_misfit("started", 'a date or time')), 20)) - ('0' || substr(coalesce(case when date("ended") = substr("ended", 1, 10) and not substr("ended", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "ended") else assay_moment("ended") end, assay_misfit("ended", 'a date or time')), 20))) * 1000, 3) end) <= 1000))));

-- a date counts as its midnight beside a time
-- duckdb
/* failing */ (cast("due" as timestamp) <= cast("sent" as timestamp));
-- postgresql
/* failing */ (cast("due" as timestamp) <= cast("sent" as timestamp));
-- mariadb
/* failing */ (cast(coalesce(`due`) as datetime(6)) <= cast(coalesce(`sent`) as datetime(6)));
-- mysql
/* failing */ (cast(coalesce(`due`) as datetime(6)) <= cast(coalesce(`sent`) as datetime(6)));
-- clickhouse
/* failing */ (cast(`due` as Nullable(DateTime64(6, 'UTC'))) <= cast(`sent` as Nullable(DateTime64(6, 'UTC'))));
-- redshift
/* failing */ (cast("due" as timestamp) <= cast("sent" as timestamp));
-- trino
/* failing */ (cast("due" as timestamp(6)) <= cast("sent" as timestamp(6)));
-- athena
/* failing */ (cast("due" as timestamp(6)) <= cast("sent" as timestamp(6)));
-- spark
/* failing */ (cast(`due` as timestamp_ntz) <= cast(`sent` as timestamp_ntz));
-- databricks
/* failing */ (cast(`due` as timestamp_ntz) <= cast(`sent` as timestamp_ntz));
-- bigquery
/* failing */ (cast(`due` as datetime) <= cast(datetime(`sent`) as datetime));
-- snowflake
/* failing */ (cast("due" as timestamp_ntz) <= cast("sent" as timestamp_ntz));
-- oracle
/* failing */ (to_timestamp(translate(to_char("due"), 'Tt', '  '), 'YYYY-MM-DD HH24:MI:SS.FF9') <= to_timestamp(translate(to_char("sent"), 'Tt', '  '), 'YYYY-MM-DD HH24:MI:SS.FF9'));
-- sqlserver
/* failing */ (cast("due" as datetime2(6)) <= cast("sent" as datetime2(6)));
-- sqlite
/* failing */ (case when substr(coalesce(case when date("due") = substr("due", 1, 10) then substr("due", 1, 10) else assay_day("due") end, assay_misfit("due", 'a date or time')), 24, 1) glob '[0-9]' then assay_moment(coalesce(case when date("due") = substr("due", 1, 10) then substr("due", 1, 10) else assay_day("due") end, assay_misfit("due", 'a date or time'))) else strftime('%Y-%m-%d %H:%M:%f', coalesce(case when date("due") = substr("due", 1, 10) then substr("due", 1, 10) else assay_day("due") end, assay_misfit("due", 'a date or time'))) end <= case when substr(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time')), 24, 1) glob '[0-9]' then assay_moment(coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time'))) else strftime('%Y-%m-%d %H:%M:%f', coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, assay_misfit("sent", 'a date or time'))) end);

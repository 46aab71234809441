-- Written by `npm run generate`; do not edit.

-- NULL passes; whole numbers are exact beyond 2^53 when written as text
-- duckdb
/* failing */ (not ("version" = 9007199254740993));
-- postgresql
/* failing */ (not ("version" = 9007199254740993));
-- mariadb
/* failing */ (not (`version` = 9007199254740993));
-- mysql
/* failing */ (not (`version` = 9007199254740993));
-- clickhouse
/* failing */ (not (`version` = 9007199254740993));
-- redshift
/* failing */ (not ("version" = 9007199254740993));
-- trino
/* failing */ (not ("version" = 9007199254740993));
-- athena
/* failing */ (not ("version" = 9007199254740993));
-- spark
/* failing */ (not (`version` = 9007199254740993));
-- databricks
/* failing */ (not (`version` = 9007199254740993));
-- bigquery
/* failing */ (not (`version` = 9007199254740993));
-- snowflake
/* failing */ (not ("version" = 9007199254740993));
-- oracle
/* failing */ (not ("version" = 9007199254740993));
-- sqlserver
/* failing */ (not ("version" = 9007199254740993));
-- sqlite
/* failing */ (not ("version" = 9007199254740993));

-- several fields and a tolerance, met exactly
-- duckdb
/* failing */ ((not (("first" = 1) or (case when ((abs("first") > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs("first") > 1) then ("first" * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs(("first" - 1)) end <= case when ((abs("first") > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not (("second" = 1) or (case when ((abs("second") > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs("second") > 1) then ("second" * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs(("second" - 1)) end <= case when ((abs("second") > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- postgresql
/* failing */ ((not (("first" = 1) or (case when ((abs("first") > 1e+300) or (abs(cast(1 as double precision)) > 1e+300)) then abs((case when (abs("first") > 1) then ("first" * 0.5) else 0 end - case when (abs(cast(1 as double precision)) > 1) then (cast(1 as double precision) * 0.5) else 0 end)) else abs(("first" - 1)) end <= case when ((abs("first") > 1e+300) or (abs(cast(1 as double precision)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not (("second" = 1) or (case when ((abs("second") > 1e+300) or (abs(cast(1 as double precision)) > 1e+300)) then abs((case when (abs("second") > 1) then ("second" * 0.5) else 0 end - case when (abs(cast(1 as double precision)) > 1) then (cast(1 as double precision) * 0.5) else 0 end)) else abs(("second" - 1)) end <= case when ((abs("second") > 1e+300) or (abs(cast(1 as double precision)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- mariadb
/* failing */ ((not ((`first` = 1) or (case when ((abs(`first`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(`first`) > 1) then (`first` * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((`first` - 1)) end <= case when ((abs(`first`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not ((`second` = 1) or (case when ((abs(`second`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(`second`) > 1) then (`second` * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((`second` - 1)) end <= case when ((abs(`second`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- mysql
/* failing */ ((not ((`first` = 1) or (case when ((abs(`first`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(`first`) > 1) then (`first` * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((`first` - 1)) end <= case when ((abs(`first`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not ((`second` = 1) or (case when ((abs(`second`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(`second`) > 1) then (`second` * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((`second` - 1)) end <= case when ((abs(`second`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- clickhouse
/* failing */ ((not ((if(isNaN(`first`), null, `first` + 0.) = 1) or (case when ((abs(if(isNaN(`first`), null, `first` + 0.)) > 1e+300) or (abs(cast(1 as Nullable(Float64))) > 1e+300)) then abs((case when (abs(if(isNaN(`first`), null, `first` + 0.)) > 1) then (if(isNaN(`first`), null, `first` + 0.) * 0.5) else 0 end - case when (abs(cast(1 as Nullable(Float64))) > 1) then (cast(1 as Nullable(Float64)) * 0.5) else 0 end)) else abs((if(isNaN(`first`), null, `first` + 0.) - 1)) end <= case when ((abs(if(isNaN(`first`), null, `first` + 0.)) > 1e+300) or (abs(cast(1 as Nullable(Float64))) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not ((if(isNaN(`second`), null, `second` + 0.) = 1) or (case when ((abs(if(isNaN(`second`), null, `second` + 0.)) > 1e+300) or (abs(cast(1 as Nullable(Float64))) > 1e+300)) then abs((case when (abs(if(isNaN(`second`), null, `second` + 0.)) > 1) then (if(isNaN(`second`), null, `second` + 0.) * 0.5) else 0 end - case when (abs(cast(1 as Nullable(Float64))) > 1) then (cast(1 as Nullable(Float64)) * 0.5) else 0 end)) else abs((if(isNaN(`second`), null, `second` + 0.) - 1)) end <= case when ((abs(if(isNaN(`second`), null, `second` + 0.)) > 1e+300) or (abs(cast(1 as Nullable(Float64))) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- redshift
/* failing */ ((not (("first" = 1) or (case when ((abs("first") > 1e+300) or (abs(cast(1 as double precision)) > 1e+300)) then abs((case when (abs("first") > 1) then ("first" * 0.5) else 0 end - case when (abs(cast(1 as double precision)) > 1) then (cast(1 as double precision) * 0.5) else 0 end)) else abs(("first" - 1)) end <= case when ((abs("first") > 1e+300) or (abs(cast(1 as double precision)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not (("second" = 1) or (case when ((abs("second") > 1e+300) or (abs(cast(1 as double precision)) > 1e+300)) then abs((case when (abs("second") > 1) then ("second" * 0.5) else 0 end - case when (abs(cast(1 as double precision)) > 1) then (cast(1 as double precision) * 0.5) else 0 end)) else abs(("second" - 1)) end <= case when ((abs("second") > 1e+300) or (abs(cast(1 as double precision)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- trino
/* failing */ ((not ((if(is_nan("first"), null, "first" + 0e0) = 1) or (case when ((abs(if(is_nan("first"), null, "first" + 0e0)) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(if(is_nan("first"), null, "first" + 0e0)) > 1) then (if(is_nan("first"), null, "first" + 0e0) * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((if(is_nan("first"), null, "first" + 0e0) - 1)) end <= case when ((abs(if(is_nan("first"), null, "first" + 0e0)) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not ((if(is_nan("second"), null, "second" + 0e0) = 1) or (case when ((abs(if(is_nan("second"), null, "second" + 0e0)) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(if(is_nan("second"), null, "second" + 0e0)) > 1) then (if(is_nan("second"), null, "second" + 0e0) * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((if(is_nan("second"), null, "second" + 0e0) - 1)) end <= case when ((abs(if(is_nan("second"), null, "second" + 0e0)) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- athena
/* failing */ ((not ((if(is_nan("first"), null, "first" + 0e0) = 1) or (case when ((abs(if(is_nan("first"), null, "first" + 0e0)) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(if(is_nan("first"), null, "first" + 0e0)) > 1) then (if(is_nan("first"), null, "first" + 0e0) * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((if(is_nan("first"), null, "first" + 0e0) - 1)) end <= case when ((abs(if(is_nan("first"), null, "first" + 0e0)) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not ((if(is_nan("second"), null, "second" + 0e0) = 1) or (case when ((abs(if(is_nan("second"), null, "second" + 0e0)) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(if(is_nan("second"), null, "second" + 0e0)) > 1) then (if(is_nan("second"), null, "second" + 0e0) * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((if(is_nan("second"), null, "second" + 0e0) - 1)) end <= case when ((abs(if(is_nan("second"), null, "second" + 0e0)) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- spark
/* failing */ ((not ((`first` = 1) or (case when ((abs(`first`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(`first`) > 1) then (`first` * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((`first` - 1)) end <= case when ((abs(`first`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not ((`second` = 1) or (case when ((abs(`second`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(`second`) > 1) then (`second` * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((`second` - 1)) end <= case when ((abs(`second`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- databricks
/* failing */ ((not ((`first` = 1) or (case when ((abs(`first`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(`first`) > 1) then (`first` * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((`first` - 1)) end <= case when ((abs(`first`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not ((`second` = 1) or (case when ((abs(`second`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then abs((case when (abs(`second`) > 1) then (`second` * 0.5) else 0 end - case when (abs(cast(1 as double)) > 1) then (cast(1 as double) * 0.5) else 0 end)) else abs((`second` - 1)) end <= case when ((abs(`second`) > 1e+300) or (abs(cast(1 as double)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- bigquery
/* failing */ ((not ((if(is_nan(`first`), null, `first`) = 1) or (case when ((abs(if(is_nan(`first`), null, `first`)) > 1e+300) or (abs(cast(1 as float64)) > 1e+300)) then abs((case when (abs(if(is_nan(`first`), null, `first`)) > 1) then (if(is_nan(`first`), null, `first`) * 0.5) else 0 end - case when (abs(cast(1 as float64)) > 1) then (cast(1 as float64) * 0.5) else 0 end)) else abs((if(is_nan(`first`), null, `first`) - 1)) end <= case when ((abs(if(is_nan(`first`), null, `first`)) > 1e+300) or (abs(cast(1 as float64)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not ((if(is_nan(`second`), null, `second`) = 1) or (case when ((abs(if(is_nan(`second`), null, `second`)) > 1e+300) or (abs(cast(1 as float64)) > 1e+300)) then abs((case when (abs(if(is_nan(`second`), null, `second`)) > 1) then (if(is_nan(`second`), null, `second`) * 0.5) else 0 end - case when (abs(cast(1 as float64)) > 1) then (cast(1 as float64) * 0.5) else 0 end)) else abs((if(is_nan(`second`), null, `second`) - 1)) end <= case when ((abs(if(is_nan(`second`), null, `second`)) > 1e+300) or (abs(cast(1 as float64)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- snowflake
/* failing */ ((not (("first" = 1) or (case when ((abs("first") > cast('1e+300' as float)) or (abs(cast(1 as float)) > cast('1e+300' as float))) then abs((case when (abs("first") > 1) then ("first" * 0.5) else 0 end - case when (abs(cast(1 as float)) > 1) then (cast(1 as float) * 0.5) else 0 end)) else abs(("first" - 1)) end <= case when ((abs("first") > cast('1e+300' as float)) or (abs(cast(1 as float)) > cast('1e+300' as float))) then 0.05000000005000001 else 0.10000000010000001 end))) or (not (("second" = 1) or (case when ((abs("second") > cast('1e+300' as float)) or (abs(cast(1 as float)) > cast('1e+300' as float))) then abs((case when (abs("second") > 1) then ("second" * 0.5) else 0 end - case when (abs(cast(1 as float)) > 1) then (cast(1 as float) * 0.5) else 0 end)) else abs(("second" - 1)) end <= case when ((abs("second") > cast('1e+300' as float)) or (abs(cast(1 as float)) > cast('1e+300' as float))) then 0.05000000005000001 else 0.10000000010000001 end))));
-- oracle
/* failing */ ((not (("first" = 1) or (case when ((abs("first") > to_binary_double('1e+300')) or (abs(cast(1 as binary_double)) > to_binary_double('1e+300'))) then abs((case when (abs("first") > 1) then ("first" * 0.5) else 0 end - case when (abs(cast(1 as binary_double)) > 1) then (cast(1 as binary_double) * 0.5) else 0 end)) else abs(("first" - 1)) end <= case when ((abs("first") > to_binary_double('1e+300')) or (abs(cast(1 as binary_double)) > to_binary_double('1e+300'))) then 0.05000000005000001 else 0.10000000010000001 end))) or (not (("second" = 1) or (case when ((abs("second") > to_binary_double('1e+300')) or (abs(cast(1 as binary_double)) > to_binary_double('1e+300'))) then abs((case when (abs("second") > 1) then ("second" * 0.5) else 0 end - case when (abs(cast(1 as binary_double)) > 1) then (cast(1 as binary_double) * 0.5) else 0 end)) else abs(("second" - 1)) end <= case when ((abs("second") > to_binary_double('1e+300')) or (abs(cast(1 as binary_double)) > to_binary_double('1e+300'))) then 0.05000000005000001 else 0.10000000010000001 end))));
-- sqlserver
/* failing */ ((not (("first" = 1) or (case when ((abs("first") > 1e+300) or (abs(cast(1 as float)) > 1e+300)) then abs((case when (abs("first") > 1) then ("first" * 0.5) else 0 end - case when (abs(cast(1 as float)) > 1) then (cast(1 as float) * 0.5) else 0 end)) else abs(("first" - 1)) end <= case when ((abs("first") > 1e+300) or (abs(cast(1 as float)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not (("second" = 1) or (case when ((abs("second") > 1e+300) or (abs(cast(1 as float)) > 1e+300)) then abs((case when (abs("second") > 1) then ("second" * 0.5) else 0 end - case when (abs(cast(1 as float)) > 1) then (cast(1 as float) * 0.5) else 0 end)) else abs(("second" - 1)) end <= case when ((abs("second") > 1e+300) or (abs(cast(1 as float)) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));
-- sqlite
/* failing */ ((not (("first" = 1) or (case when (((case when case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end < 0 then -(case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end) else case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end end) > 1e+300) or ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1e+300)) then (case when (case when ((case when case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end < 0 then -(case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end) else case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end end) > 1) then (case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end * 0.5) else 0 end - case when ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1) then (cast(1 as real) * 0.5) else 0 end) < 0 then -((case when ((case when case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end < 0 then -(case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end) else case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end end) > 1) then (case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end * 0.5) else 0 end - case when ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1) then (cast(1 as real) * 0.5) else 0 end)) else (case when ((case when case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end < 0 then -(case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end) else case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end end) > 1) then (case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end * 0.5) else 0 end - case when ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1) then (cast(1 as real) * 0.5) else 0 end) end) else (case when (case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end - 1) < 0 then -((case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end - 1)) else (case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end - 1) end) end <= case when (((case when case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end < 0 then -(case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end) else case when typeof("first") in ('text', 'blob') then assay_misfit("first", 'a number') else "first" end end) > 1e+300) or ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))) or (not (("second" = 1) or (case when (((case when case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end < 0 then -(case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end) else case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end end) > 1e+300) or ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1e+300)) then (case when (case when ((case when case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end < 0 then -(case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end) else case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end end) > 1) then (case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end * 0.5) else 0 end - case when ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1) then (cast(1 as real) * 0.5) else 0 end) < 0 then -((case when ((case when case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end < 0 then -(case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end) else case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end end) > 1) then (case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end * 0.5) else 0 end - case when ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1) then (cast(1 as real) * 0.5) else 0 end)) else (case when ((case when case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end < 0 then -(case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end) else case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end end) > 1) then (case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end * 0.5) else 0 end - case when ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1) then (cast(1 as real) * 0.5) else 0 end) end) else (case when (case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end - 1) < 0 then -((case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end - 1)) else (case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end - 1) end) end <= case when (((case when case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end < 0 then -(case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end) else case when typeof("second") in ('text', 'blob') then assay_misfit("second", 'a number') else "second" end end) > 1e+300) or ((case when cast(1 as real) < 0 then -(cast(1 as real)) else cast(1 as real) end) > 1e+300)) then 0.05000000005000001 else 0.10000000010000001 end))));

-- zero equals negative zero; exclusive without a tolerance is plain equality
-- duckdb
/* failing */ (not ("delta" = 0));
-- postgresql
/* failing */ (not ("delta" = 0));
-- mariadb
/* failing */ (not (`delta` = 0));
-- mysql
/* failing */ (not (`delta` = 0));
-- clickhouse
/* failing */ (not (if(isNaN(`delta`), null, `delta` + 0.) = 0));
-- redshift
/* failing */ (not ("delta" = 0));
-- trino
/* failing */ (not (if(is_nan("delta"), null, "delta" + 0e0) = 0));
-- athena
/* failing */ (not (if(is_nan("delta"), null, "delta" + 0e0) = 0));
-- spark
/* failing */ (not (`delta` = 0));
-- databricks
/* failing */ (not (`delta` = 0));
-- bigquery
/* failing */ (not (if(is_nan(`delta`), null, `delta`) = 0));
-- snowflake
/* failing */ (not ("delta" = 0));
-- oracle
/* failing */ (not ("delta" = 0));
-- sqlserver
/* failing */ (not ("delta" = 0));
-- sqlite
/* failing */ (not ("delta" = 0));

-- the farthest whole numbers, with a tolerance
-- duckdb
/* failing */ (not (("balance" = 0) or (abs((cast("balance" as hugeint) - 0)) <= 1)));
-- postgresql
/* failing */ (not (("balance" = 0) or (abs((cast("balance" as numeric(1000, 0)) - 0)) <= 1)));
-- mariadb
/* failing */ (not ((`balance` = 0) or (abs((cast(`balance` as decimal(65, 0)) - 0)) <= 1)));
-- mysql
/* failing */ (not ((`balance` = 0) or (abs((cast(`balance` as decimal(65, 0)) - 0)) <= 1)));
-- clickhouse
/* failing */ (not ((`balance` = 0) or (abs((cast(`balance` as Nullable(Decimal(76, 0))) - 0)) <= 1)));
-- redshift
/* failing */ (not (("balance" = 0) or (abs((cast("balance" as numeric(38, 0)) - 0)) <= 1)));
-- trino
/* failing */ (not (("balance" = 0) or (abs((cast("balance" as decimal(38, 0)) - 0)) <= 1)));
-- athena
/* failing */ (not (("balance" = 0) or (abs((cast("balance" as decimal(38, 0)) - 0)) <= 1)));
-- spark
/* failing */ (not ((`balance` = 0) or (abs((cast(`balance` as decimal(38, 0)) - 0)) <= 1)));
-- databricks
/* failing */ (not ((`balance` = 0) or (abs((cast(`balance` as decimal(38, 0)) - 0)) <= 1)));
-- bigquery
/* failing */ (not ((`balance` = 0) or (abs((cast(`balance` as bignumeric) - 0)) <= 1)));
-- snowflake
/* failing */ (not (("balance" = 0) or (abs((cast("balance" as number(38, 0)) - 0)) <= 1)));
-- oracle
/* failing */ (not (("balance" = 0) or (abs((cast("balance" as number(38, 0)) - 0)) <= 1)));
-- sqlserver
/* failing */ (not (("balance" = 0) or (abs((cast("balance" as decimal(38, 0)) - 0)) <= 1)));
-- sqlite
/* failing */ (not (("balance" = 0) or ((case when (cast(case when typeof("balance") in ('text', 'blob') then assay_misfit("balance", 'a number') else "balance" end as integer) - 0) < 0 then -((cast(case when typeof("balance") in ('text', 'blob') then assay_misfit("balance", 'a number') else "balance" end as integer) - 0)) else (cast(case when typeof("balance") in ('text', 'blob') then assay_misfit("balance", 'a number') else "balance" end as integer) - 0) end) <= 1)));

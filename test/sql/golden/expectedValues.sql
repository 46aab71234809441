-- Written by `npm run generate`; do not edit.

-- letter case and the empty text count; NULL passes
-- duckdb
/* failing */ (not list_contains([$1, $2, $3], "status")); -- "open", "größe", "it's"
-- postgresql
/* failing */ (("status" collate "default") not in ($1::text, $2::text, $3::text)); -- "open", "größe", "it's"
-- mariadb
/* failing */ ((convert(`status` using utf8mb4) collate utf8mb4_nopad_bin) not in (?, ?, ?)); -- "open", "größe", "it's"
-- mysql
/* failing */ ((convert(`status` using utf8mb4) collate utf8mb4_0900_bin) not in (?, ?, ?)); -- "open", "größe", "it's"
-- clickhouse
/* failing */ (not if(isNull(`status`), null, `status` in ({p1:String}, {p2:String}, {p3:String}))); -- "open", "größe", "it's"
-- redshift
/* failing */ (("status" || chr(1)) not in (($1::varchar(65535) || chr(1)), ($2::varchar(65535) || chr(1)), ($3::varchar(65535) || chr(1)))); -- "open", "größe", "it's"
-- trino
/* failing */ ("status" not in (?, ?, ?)); -- "open", "größe", "it's"
-- athena
/* failing */ ("status" not in (?, ?, ?)); -- "open", "größe", "it's"
-- spark
/* failing */ (`status` not in (:p1, :p2, :p3)); -- "open", "größe", "it's"
-- databricks
/* failing */ (`status` not in (:p1, :p2, :p3)); -- "open", "größe", "it's"
-- bigquery
/* failing */ (`status` not in (@p1, @p2, @p3)); -- "open", "größe", "it's"
-- snowflake
/* failing */ ("status" not in (?, ?, ?)); -- "open", "größe", "it's"
-- oracle
/* failing */ ("status" not in (:p1, :p2, :p3)); -- "open", "größe", "it's"
-- sqlserver
/* failing */ ((("status" collate Latin1_General_100_BIN2) + char(1)) not in ((@p1 + char(1)), (@p2 + char(1)), (@p3 + char(1)))); -- "open", "größe", "it's"
-- sqlite
/* failing */ ("status" not in (?1, ?2, ?3)); -- "open", "größe", "it's"

-- whole numbers are exact beyond 2^53 when the list writes them as text
-- duckdb
/* failing */ (not list_contains([9007199254740993, 0], "id"));
-- postgresql
/* failing */ ("id" not in (9007199254740993, 0));
-- mariadb
/* failing */ (`id` not in (9007199254740993, 0));
-- mysql
/* failing */ (`id` not in (9007199254740993, 0));
-- clickhouse
/* failing */ (not if(isNull(`id`), null, `id` in (9007199254740993, 0)));
-- redshift
/* failing */ ("id" not in (9007199254740993, 0));
-- trino
/* failing */ ("id" not in (9007199254740993, 0));
-- athena
/* failing */ ("id" not in (9007199254740993, 0));
-- spark
/* failing */ (`id` not in (9007199254740993, 0));
-- databricks
/* failing */ (`id` not in (9007199254740993, 0));
-- bigquery
/* failing */ (`id` not in (9007199254740993, 0));
-- snowflake
/* failing */ ("id" not in (9007199254740993, 0));
-- oracle
/* failing */ ("id" not in (9007199254740993, 0));
-- sqlserver
/* failing */ ("id" not in (9007199254740993, 0));
-- sqlite
/* failing */ ("id" not in (9007199254740993, 0));

-- dates are listed as ISO text
-- duckdb
/* failing */ ("due" not in (date '2024-02-29'));
-- postgresql
/* failing */ ("due" not in (date '2024-02-29'));
-- mariadb
/* failing */ (coalesce(`due`) not in (date '2024-02-29'));
-- mysql
/* failing */ (coalesce(`due`) not in (date '2024-02-29'));
-- clickhouse
/* failing */ (not if(isNull(`due`), null, `due` in (toDate32('2024-02-29'))));
-- redshift
/* failing */ ("due" not in (date '2024-02-29'));
-- trino
/* failing */ ("due" not in (date '2024-02-29'));
-- athena
/* failing */ ("due" not in (date '2024-02-29'));
-- spark
/* failing */ (`due` not in (date '2024-02-29'));
-- databricks
/* failing */ (`due` not in (date '2024-02-29'));
-- bigquery
/* failing */ (`due` not in (date '2024-02-29'));
-- snowflake
/* failing */ ("due" not in (to_date('2024-02-29', 'YYYY-MM-DD')));
-- oracle
/* failing */ ("due" not in (date '2024-02-29'));
-- sqlserver
/* failing */ ("due" not in (cast('2024-02-29' as date)));
-- sqlite
/* failing */ (coalesce(case when date("due") = substr("due", 1, 10) then substr("due", 1, 10) else assay_day("due") end, "due") not in ('2024-02-29'));

-- times in the list may carry a zone
-- duckdb
/* failing */ ("sent" not in (timestamp '2024-02-29 10:00:00.000'));
-- postgresql
/* failing */ ("sent" not in (timestamp '2024-02-29 10:00:00.000'));
-- mariadb
/* failing */ (coalesce(`sent`) not in (timestamp '2024-02-29 10:00:00.000'));
-- mysql
/* failing */ (coalesce(`sent`) not in (timestamp '2024-02-29 10:00:00.000'));
-- clickhouse
/* failing */ (not if(isNull(`sent`), null, `sent` in (toDateTime64('2024-02-29 10:00:00.000', 6, 'UTC'))));
-- redshift
/* failing */ ("sent" not in (timestamp '2024-02-29 10:00:00.000'));
-- trino
/* failing */ ("sent" not in (timestamp '2024-02-29 10:00:00.000'));
-- athena
/* failing */ ("sent" not in (timestamp '2024-02-29 10:00:00.000'));
-- spark
/* failing */ (`sent` not in (timestamp_ntz '2024-02-29 10:00:00.000'));
-- databricks
/* failing */ (`sent` not in (timestamp_ntz '2024-02-29 10:00:00.000'));
-- bigquery
/* failing */ (datetime(`sent`) not in (datetime '2024-02-29 10:00:00.000'));
-- snowflake
/* failing */ ("sent" not in (to_timestamp_ntz('2024-02-29 10:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.FF6')));
-- oracle
/* failing */ ("sent" not in (timestamp '2024-02-29 10:00:00.000'));
-- sqlserver
/* failing */ ("sent" not in (cast('2024-02-29 10:00:00.000' as datetime2(6))));
-- sqlite
/* failing */ (coalesce(case when date("sent") = substr("sent", 1, 10) and not substr("sent", 24, 1) glob '[0-9]' then strftime('%Y-%m-%d %H:%M:%f', "sent") else assay_moment("sent") end, "sent") not in ('2024-02-29 10:00:00.000'));

-- true and false
-- duckdb
/* failing */ ("paid" not in ((1 = 1)));
-- postgresql
/* failing */ ("paid" not in ((1 = 1)));
-- mariadb
/* failing */ (`paid` not in ((1 = 1)));
-- mysql
/* failing */ (`paid` not in ((1 = 1)));
-- clickhouse
/* failing */ (not if(isNull(`paid`), null, `paid` in ((1 = 1))));
-- redshift
/* failing */ ("paid" not in ((1 = 1)));
-- trino
/* failing */ ("paid" not in ((1 = 1)));
-- athena
/* failing */ ("paid" not in ((1 = 1)));
-- spark
/* failing */ (`paid` not in ((1 = 1)));
-- databricks
/* failing */ (`paid` not in ((1 = 1)));
-- bigquery
/* failing */ (`paid` not in ((1 = 1)));
-- snowflake
/* failing */ ("paid" not in ((1 = 1)));
-- oracle
/* failing */ (case when "paid" then 1 when not "paid" then 0 end not in (1));
-- sqlserver
/* failing */ ("paid" not in (1));
-- sqlite
/* failing */ ("paid" not in ((1 = 1)));

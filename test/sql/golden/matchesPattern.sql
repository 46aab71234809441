-- Written by `npm run generate`; do not edit.

-- the pattern is found anywhere; NULL passes
-- duckdb
/* failing */ (not regexp_matches("code", $1)); -- "[A-Z]-[0-9]+"
-- postgresql
/* failing */ (not (("code" collate "default") ~ $1::text)); -- "[A-Z]-[0-9]+"
-- mariadb
/* failing */ (not ((convert(`code` using utf8mb4) collate utf8mb4_nopad_bin) regexp ?)); -- "[A-Z]-[0-9]+"
-- mysql
/* failing */ (not regexp_like((convert(`code` using utf8mb4) collate utf8mb4_0900_bin), ?, 'cu')); -- "[A-Z]-[0-9]+"
-- clickhouse
/* failing */ (not match(`code`, {p1:String})); -- "(?-s)[A-Z]-[0-9]+"
-- redshift
/* failing */ (not (regexp_instr("code", $1::varchar(65535), 1, 1, 0, 'p') > 0)); -- "[A-Z]-[0-9]+"
-- trino
/* failing */ (not regexp_like("code", ?)); -- "[A-Z]-[0-9]+"
-- athena
/* failing */ (not regexp_like("code", ?)); -- "[A-Z]-[0-9]+"
-- spark
/* failing */ (not regexp_like(`code`, :p1)); -- "(?d)[A-Z]-[0-9]+"
-- databricks
/* failing */ (not regexp_like(`code`, :p1)); -- "(?d)[A-Z]-[0-9]+"
-- bigquery
/* failing */ (not regexp_contains(`code`, @p1)); -- "[A-Z]-[0-9]+"
-- snowflake
/* failing */ (not regexp_like("code", ?)); -- "(.|\n)*([A-Z]-[0-9]+)(.|\n)*"
-- oracle
/* failing */ (not regexp_like("code", :p1, 'c')); -- "[A-Z]-[0-9]+"
-- sqlserver
/* failing */ (not regexp_like(("code" collate Latin1_General_100_BIN2), @p1, 'c')); -- "[A-Z]-[0-9]+"
-- sqlite
/* failing */ (not assay_matches("code", ?1)); -- "[A-Z]-[0-9]+"

-- anchors match the whole value, to the last character
-- duckdb
/* failing */ (not regexp_matches("code", $1)); -- "^[0-9]{5}$"
-- postgresql
/* failing */ (not (("code" collate "default") ~ $1::text)); -- "^[0-9]{5}$"
-- mariadb
/* failing */ (not ((convert(`code` using utf8mb4) collate utf8mb4_nopad_bin) regexp ?)); -- "^[0-9]{5}(?:$(?!\\n\\z))"
-- mysql
/* failing */ (not regexp_like((convert(`code` using utf8mb4) collate utf8mb4_0900_bin), ?, 'cu')); -- "^[0-9]{5}(?:$(?!\\n\\z))"
-- clickhouse
/* failing */ (not match(`code`, {p1:String})); -- "(?-s)^[0-9]{5}$"
-- redshift
/* failing */ (not (regexp_instr("code", $1::varchar(65535), 1, 1, 0, 'p') > 0)); -- "^[0-9]{5}(?:$(?!\\n\\z))"
-- trino
/* failing */ (not regexp_like("code", ?)); -- "^[0-9]{5}(?:$(?!\\n\\z))"
-- athena
/* failing */ (not regexp_like("code", ?)); -- "^[0-9]{5}(?:$(?!\\n\\z))"
-- spark
/* failing */ (not regexp_like(`code`, :p1)); -- "(?d)^[0-9]{5}(?:$(?!\\n\\z))"
-- databricks
/* failing */ (not regexp_like(`code`, :p1)); -- "(?d)^[0-9]{5}(?:$(?!\\n\\z))"
-- bigquery
/* failing */ (not regexp_contains(`code`, @p1)); -- "^[0-9]{5}$"
-- snowflake
/* failing */ (not regexp_like("code", ?)); -- "(.|\n)*(^[0-9]{5}$)(.|\n)*"
-- oracle
/* failing */ (not regexp_like("code", :p1, 'c')); -- "^[0-9]{5}$"
-- sqlserver
/* failing */ (not regexp_like(("code" collate Latin1_General_100_BIN2), @p1, 'c')); -- "^[0-9]{5}$"
-- sqlite
/* failing */ (not assay_matches("code", ?1)); -- "^[0-9]{5}$"

-- quotes, backslashes and other letters are taken as they are
-- duckdb
/* failing */ (not regexp_matches("name", $1)); -- "O'B|ö.e\\."
-- postgresql
/* failing */ (not (("name" collate "default") ~ $1::text)); -- "O'B|ö.e\\."
-- mariadb
/* failing */ (not ((convert(`name` using utf8mb4) collate utf8mb4_nopad_bin) regexp ?)); -- "O'B|ö.e\\."
-- mysql
/* failing */ (not regexp_like((convert(`name` using utf8mb4) collate utf8mb4_0900_bin), ?, 'cu')); -- "O'B|ö.e\\."
-- clickhouse
/* failing */ (not match(`name`, {p1:String})); -- "(?-s)O'B|ö.e\\."
-- redshift
/* failing */ (not (regexp_instr("name", $1::varchar(65535), 1, 1, 0, 'p') > 0)); -- "O'B|ö.e\\."
-- trino
/* failing */ (not regexp_like("name", ?)); -- "O'B|ö.e\\."
-- athena
/* failing */ (not regexp_like("name", ?)); -- "O'B|ö.e\\."
-- spark
/* failing */ (not regexp_like(`name`, :p1)); -- "(?d)O'B|ö.e\\."
-- databricks
/* failing */ (not regexp_like(`name`, :p1)); -- "(?d)O'B|ö.e\\."
-- bigquery
/* failing */ (not regexp_contains(`name`, @p1)); -- "O'B|ö.e\\."
-- snowflake
/* failing */ (not regexp_like("name", ?)); -- "(.|\n)*(O'B|ö.e\\.)(.|\n)*"
-- oracle
/* failing */ (not regexp_like("name", :p1, 'c')); -- "O'B|ö.e\\."
-- sqlserver
/* failing */ (not regexp_like(("name" collate Latin1_General_100_BIN2), @p1, 'c')); -- "O'B|ö.e\\."
-- sqlite
/* failing */ (not assay_matches("name", ?1)); -- "O'B|ö.e\\."

-- Written by `npm run generate`; do not edit.

-- anywhere in the text; NULL passes
-- duckdb
/* failing */ (not regexp_matches("contact", $1)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- postgresql
/* failing */ (not (("contact" collate "default") ~ $1::text)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- mariadb
/* failing */ (not ((convert(`contact` using utf8mb4) collate utf8mb4_nopad_bin) regexp ?)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- mysql
/* failing */ (not regexp_like((convert(`contact` using utf8mb4) collate utf8mb4_0900_bin), ?, 'cu')); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- clickhouse
/* failing */ (not match(`contact`, {p1:String})); -- "(?-s)[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- redshift
/* failing */ (not (regexp_instr("contact", $1::varchar(65535), 1, 1, 0, 'p') > 0)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- trino
/* failing */ (not regexp_like("contact", ?)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- athena
/* failing */ (not regexp_like("contact", ?)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- spark
/* failing */ (not regexp_like(`contact`, :p1)); -- "(?d)[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- databricks
/* failing */ (not regexp_like(`contact`, :p1)); -- "(?d)[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- bigquery
/* failing */ (not regexp_contains(`contact`, @p1)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- snowflake
/* failing */ (not regexp_like("contact", ?)); -- "(.|\n)*([A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63})(.|\n)*"
-- oracle
/* failing */ (not regexp_like("contact", :p1, 'c')); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- sqlserver
/* failing */ (not regexp_like(("contact" collate Latin1_General_100_BIN2), @p1, 'c')); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- sqlite
/* failing */ (not assay_matches("contact", ?1)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"

-- a domain needs a dot and a name on both sides of it
-- duckdb
/* failing */ (not regexp_matches("contact", $1)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- postgresql
/* failing */ (not (("contact" collate "default") ~ $1::text)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- mariadb
/* failing */ (not ((convert(`contact` using utf8mb4) collate utf8mb4_nopad_bin) regexp ?)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- mysql
/* failing */ (not regexp_like((convert(`contact` using utf8mb4) collate utf8mb4_0900_bin), ?, 'cu')); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- clickhouse
/* failing */ (not match(`contact`, {p1:String})); -- "(?-s)[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- redshift
/* failing */ (not (regexp_instr("contact", $1::varchar(65535), 1, 1, 0, 'p') > 0)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- trino
/* failing */ (not regexp_like("contact", ?)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- athena
/* failing */ (not regexp_like("contact", ?)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- spark
/* failing */ (not regexp_like(`contact`, :p1)); -- "(?d)[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- databricks
/* failing */ (not regexp_like(`contact`, :p1)); -- "(?d)[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- bigquery
/* failing */ (not regexp_contains(`contact`, @p1)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- snowflake
/* failing */ (not regexp_like("contact", ?)); -- "(.|\n)*([A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63})(.|\n)*"
-- oracle
/* failing */ (not regexp_like("contact", :p1, 'c')); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- sqlserver
/* failing */ (not regexp_like(("contact" collate Latin1_General_100_BIN2), @p1, 'c')); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"
-- sqlite
/* failing */ (not assay_matches("contact", ?1)); -- "[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}"

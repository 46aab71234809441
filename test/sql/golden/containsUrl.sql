-- Written by `npm run generate`; do not edit.

-- anywhere in the text; NULL passes
-- duckdb
/* failing */ (not regexp_matches("note", $1)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- postgresql
/* failing */ (not (("note" collate "default") ~ $1::text)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- mariadb
/* failing */ (not ((convert(`note` using utf8mb4) collate utf8mb4_nopad_bin) regexp ?)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- mysql
/* failing */ (not regexp_like((convert(`note` using utf8mb4) collate utf8mb4_0900_bin), ?, 'cu')); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- clickhouse
/* failing */ (not match(`note`, {p1:String})); -- "(?-s)([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- redshift
/* failing */ (not (regexp_instr("note", $1::varchar(65535), 1, 1, 0, 'p') > 0)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- trino
/* failing */ (not regexp_like("note", ?)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- athena
/* failing */ (not regexp_like("note", ?)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- spark
/* failing */ (not regexp_like(`note`, :p1)); -- "(?d)([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- databricks
/* failing */ (not regexp_like(`note`, :p1)); -- "(?d)([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- bigquery
/* failing */ (not regexp_contains(`note`, @p1)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- snowflake
/* failing */ (not regexp_like("note", ?)); -- "(.|\n)*(([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\]))(.|\n)*"
-- oracle
/* failing */ (not regexp_like("note", :p1, 'c')); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- sqlserver
/* failing */ (not regexp_like(("note" collate Latin1_General_100_BIN2), @p1, 'c')); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- sqlite
/* failing */ (not assay_matches("note", ?1)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"

-- a scheme and a host are needed; hosts may be in any script or an address
-- duckdb
/* failing */ (not regexp_matches("note", $1)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- postgresql
/* failing */ (not (("note" collate "default") ~ $1::text)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- mariadb
/* failing */ (not ((convert(`note` using utf8mb4) collate utf8mb4_nopad_bin) regexp ?)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- mysql
/* failing */ (not regexp_like((convert(`note` using utf8mb4) collate utf8mb4_0900_bin), ?, 'cu')); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- clickhouse
/* failing */ (not match(`note`, {p1:String})); -- "(?-s)([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- redshift
/* failing */ (not (regexp_instr("note", $1::varchar(65535), 1, 1, 0, 'p') > 0)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- trino
/* failing */ (not regexp_like("note", ?)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- athena
/* failing */ (not regexp_like("note", ?)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- spark
/* failing */ (not regexp_like(`note`, :p1)); -- "(?d)([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- databricks
/* failing */ (not regexp_like(`note`, :p1)); -- "(?d)([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- bigquery
/* failing */ (not regexp_contains(`note`, @p1)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- snowflake
/* failing */ (not regexp_like("note", ?)); -- "(.|\n)*(([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\]))(.|\n)*"
-- oracle
/* failing */ (not regexp_like("note", :p1, 'c')); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- sqlserver
/* failing */ (not regexp_like(("note" collate Latin1_General_100_BIN2), @p1, 'c')); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"
-- sqlite
/* failing */ (not assay_matches("note", ?1)); -- "([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp])://([^ \t\n\r/?#@]+@)?([^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*([.][^ \t\n\r/?#:@.,;\"'<>()-][^ \t\n\r/?#:@.,;\"'<>()]*)*|\\[[0-9A-Fa-f:.]+\\])"

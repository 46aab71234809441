-- Written by `npm run generate`; do not edit.

-- the pattern is found anywhere; NULL passes
-- duckdb
/* failing */ (not regexp_matches("code", $1)); -- "[A-Z]-[0-9]+"
-- postgresql
/* failing */ (not ("code" ~ $1::text)); -- "[A-Z]-[0-9]+"
-- sqlite
/* failing */ (not assay_matches("code", ?1)); -- "[A-Z]-[0-9]+"

-- anchors match the whole value, to the last character
-- duckdb
/* failing */ (not regexp_matches("code", $1)); -- "^[0-9]{5}$"
-- postgresql
/* failing */ (not ("code" ~ $1::text)); -- "^[0-9]{5}$"
-- sqlite
/* failing */ (not assay_matches("code", ?1)); -- "^[0-9]{5}$"

-- quotes, backslashes and other letters are taken as they are
-- duckdb
/* failing */ (not regexp_matches("name", $1)); -- "O'B|ö.e\\."
-- postgresql
/* failing */ (not ("name" ~ $1::text)); -- "O'B|ö.e\\."
-- sqlite
/* failing */ (not assay_matches("name", ?1)); -- "O'B|ö.e\\."

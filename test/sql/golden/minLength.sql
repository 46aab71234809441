-- Written by `npm run generate`; do not edit.

-- the given length itself passes; NULL passes
-- duckdb
/* failing */ (length("code") < 3);
-- postgresql
/* failing */ (length("code") < 3);
-- sqlite
/* failing */ (length("code") < 3);

-- characters are counted, not bytes; blanks count
-- duckdb
/* failing */ (length("name") < 3);
-- postgresql
/* failing */ (length("name") < 3);
-- sqlite
/* failing */ (length("name") < 3);

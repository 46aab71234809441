-- Written by `npm run generate`; do not edit.

-- only the empty text fails; NULL passes
-- duckdb
/* failing */ ("name" = $1); -- ""
-- postgresql
/* failing */ ("name" = $1::text); -- ""
-- sqlite
/* failing */ ("name" = ?1); -- ""

-- rows outside the filter are not judged
-- duckdb
/* failing */ ("name" = $1); -- ""
-- postgresql
/* failing */ ("name" = $1::text); -- ""
-- sqlite
/* failing */ ("name" = ?1); -- ""

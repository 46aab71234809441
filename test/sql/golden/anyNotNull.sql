-- Written by `npm run generate`; do not edit.

-- one value is enough; an empty text is one
-- duckdb
/* failing */ (("email" is null) and ("phone" is null));
-- postgresql
/* failing */ (("email" is null) and ("phone" is null));
-- sqlite
/* failing */ (("email" is null) and ("phone" is null));

-- fields of different types
-- duckdb
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- postgresql
/* failing */ (("born" is null) and ("age" is null) and ("adult" is null));
-- sqlite
/* failing */ ((date("born") is null) and ("age" is null) and ("adult" is null));

-- Written by `npm run generate`; do not edit.

-- the far future fails; NULL passes
-- duckdb
/* failing */ ("born" > date '2026-01-31');
-- postgresql
/* failing */ ("born" > date '2026-01-31');
-- mariadb
/* failing */ (coalesce(`born`) > date '2026-01-31');
-- mysql
/* failing */ (coalesce(`born`) > date '2026-01-31');
-- sqlite
/* failing */ (date("born") > '2026-01-31');

-- times
-- duckdb
/* failing */ ("sent" > timestamp '2026-01-31 12:00:00.000');
-- postgresql
/* failing */ ("sent" > timestamp '2026-01-31 12:00:00.000');
-- mariadb
/* failing */ (coalesce(`sent`) > timestamp '2026-01-31 12:00:00.000');
-- mysql
/* failing */ (coalesce(`sent`) > timestamp '2026-01-31 12:00:00.000');
-- sqlite
/* failing */ (strftime('%Y-%m-%d %H:%M:%f', "sent") > '2026-01-31 12:00:00.000');

-- Written by `npm run generate`; do not edit.

-- NULL adds nothing
-- duckdb
/* sum as total */ "share";
-- postgresql
/* sum as total */ "share";
-- mariadb
/* sum as total */ `share`;
-- mysql
/* sum as total */ `share`;
-- sqlite
/* sum as total */ "share";

-- the filter decides what is summed
-- duckdb
/* sum as total */ "share";
-- postgresql
/* sum as total */ "share";
-- mariadb
/* sum as total */ `share`;
-- mysql
/* sum as total */ `share`;
-- sqlite
/* sum as total */ "share";

-- coverage changes nothing
-- duckdb
/* sum as total */ "share";
-- postgresql
/* sum as total */ "share";
-- mariadb
/* sum as total */ `share`;
-- mysql
/* sum as total */ `share`;
-- sqlite
/* sum as total */ "share";

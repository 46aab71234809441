-- Written by `npm run generate`; do not edit.

-- blanks and hyphens may stand between digits; NULL passes
-- duckdb
/* failing */ (("card" is not null) and (not (regexp_matches("card", $1) and (list_sum(list_transform(regexp_extract_all(reverse("card"), '[0-9]'), lambda digit, place: strpos(case when place % 2 = 1 then '0123456789' else '0516273849' end, digit) - 1)) in (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170))))); -- "^[1-9]([ -]?[0-9]){12,18}$"
-- postgresql
/* failing */ (("card" is not null) and (not (("card" ~ $1::text) and ((select sum(strpos(case when place % 2 = 1 then '0123456789' else '0516273849' end, digit) - 1) from unnest(string_to_array(reverse(regexp_replace("card", '[^0-9]', '', 'g')), null)) with ordinality as digits(digit, place)) in (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170))))); -- "^[1-9]([ -]?[0-9]){12,18}$"
-- sqlite
/* failing */ (("card" is not null) and (not (assay_matches("card", ?1) and ((with recursive assay_walk(assay_place, assay_total) as (select 0, 0 union all select assay_place + 1, assay_total + instr(case when assay_place % 2 = 0 then '0123456789' else '0516273849' end, substr(replace(replace("card", ' ', ''), '-', ''), -(assay_place + 1), 1)) - 1 from assay_walk where assay_place < length(replace(replace("card", ' ', ''), '-', ''))) select assay_total from assay_walk order by assay_place desc limit 1) in (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170))))); -- "^[1-9]([ -]?[0-9]){12,18}$"

-- a wrong check digit, a wrong length, other characters, the empty text
-- duckdb
/* failing */ (("card" is not null) and (not (regexp_matches("card", $1) and (list_sum(list_transform(regexp_extract_all(reverse("card"), '[0-9]'), lambda digit, place: strpos(case when place % 2 = 1 then '0123456789' else '0516273849' end, digit) - 1)) in (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170))))); -- "^[1-9]([ -]?[0-9]){12,18}$"
-- postgresql
/* failing */ (("card" is not null) and (not (("card" ~ $1::text) and ((select sum(strpos(case when place % 2 = 1 then '0123456789' else '0516273849' end, digit) - 1) from unnest(string_to_array(reverse(regexp_replace("card", '[^0-9]', '', 'g')), null)) with ordinality as digits(digit, place)) in (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170))))); -- "^[1-9]([ -]?[0-9]){12,18}$"
-- sqlite
/* failing */ (("card" is not null) and (not (assay_matches("card", ?1) and ((with recursive assay_walk(assay_place, assay_total) as (select 0, 0 union all select assay_place + 1, assay_total + instr(case when assay_place % 2 = 0 then '0123456789' else '0516273849' end, substr(replace(replace("card", ' ', ''), '-', ''), -(assay_place + 1), 1)) - 1 from assay_walk where assay_place < length(replace(replace("card", ' ', ''), '-', ''))) select assay_total from assay_walk order by assay_place desc limit 1) in (10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170))))); -- "^[1-9]([ -]?[0-9]){12,18}$"

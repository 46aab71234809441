-- `value` is the floating number next to what was measured; `digits` has all digits of a whole number or decimal.
alter table check_measurements add column digits text;

-- A unit is begun in the order of `line`, which is its id unless it goes before others: the one that closes a run does not wait for
-- units that began to wait while the run was worked on.
alter table units add column line bigint;
drop index units_open;
create index units_open on units ((coalesce(line, id)), id) where state in ('waiting', 'running');

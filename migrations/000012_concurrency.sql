-- How many units may use one connection at once. A unit that reads a source is claimed with the connection it reads through and,
-- where that connection has a limit, with one of as many numbered places; the index lets nobody claim a place twice.
-- A cancelled unit keeps its connection busy until its worker has left the source, or its lease has run out.
alter table units
  add column needs_source boolean not null default true,
  add column connection_id bigint,
  add column place integer;
create unique index units_places on units (connection_id, place) where state = 'running';
create index units_leaving on units (connection_id) where state = 'cancelled' and lease_until is not null;

-- A table that scans cut by its partition field has the parts of the last such scan; a sync, which sees one table, leaves them.
alter table partitions add column is_part boolean not null default false;

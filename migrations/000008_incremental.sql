-- How far incremental scans have read. `incremental_checkpoint` is {"field": name or null, "value": text}: the greatest value of
-- the incremental field, or with field null the newest modification of a file; it moves only when a container scan succeeds.
alter table containers add column incremental_checkpoint jsonb;

-- The greatest value of the incremental field that this partition scan read, as text; null when it read none.
alter table partition_scans add column highest text;

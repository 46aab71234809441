-- The statements by which a partition was read, or a container of several was concluded, as people may see them: see StatementNote in
-- src/model/container-scan-record.ts. Null where none was sent, and for scans of earlier versions.
alter table partition_scans add column statements jsonb;
alter table operation_containers add column statements jsonb;

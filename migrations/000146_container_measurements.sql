-- How large a container was and when it was modified, as syncs, profiles and scans found it; null for what they did not find.
create table container_measurements (
  id bigint generated always as identity primary key,
  container_id bigint not null references containers on delete cascade,
  measurement_time timestamptz not null default clock_timestamp(),
  last_modification_time timestamptz,
  row_count bigint,
  size_bytes bigint
);
create index container_measurements_newest on container_measurements (container_id, measurement_time desc, id desc);

-- What changed the status of anomalies since a day, for how many were open on it.
create index anomaly_status_changes_newest on anomaly_status_changes (created desc) include (anomaly_id, from_status, to_status);
-- Container scans by the time at which they ended.
create index container_scans_by_end on operation_containers (end_time desc)
  include (datastore_id, container_id, records_processed) where kind in ('scan', 'external_scan') and end_time is not null;

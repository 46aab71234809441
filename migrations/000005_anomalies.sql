-- `identity` is what two detections of one anomaly share (src/engine/fingerprint.ts); `fingerprint` is its first 53 bits, for clients.
create table anomalies (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  datastore_id bigint not null references datastores on delete cascade,
  container_id bigint not null references containers on delete cascade,
  type text not null check (type in ('record', 'shape')),
  status text not null default 'Active'
    check (status in ('Active', 'Acknowledged', 'Resolved', 'Duplicate', 'Invalid', 'Discarded')),
  message text not null,
  description text,
  weight integer not null default 0,
  anomalous_records_count bigint,
  identity text not null,
  row_hash text,
  fingerprint bigint not null,
  source_enriched boolean not null default false,
  is_new boolean not null default true,
  container_scan_id bigint not null,
  partition_scan_id bigint,
  created timestamptz not null default now(),
  last_detected timestamptz not null default now(),
  archived_at timestamptz
);
create unique index anomalies_open_identity on anomalies (container_id, identity) where status in ('Active', 'Acknowledged');
create index anomalies_newest on anomalies (created desc, id desc);
create index anomalies_by_container on anomalies (container_id, created desc, id desc);
create index anomalies_by_datastore on anomalies (datastore_id, created desc, id desc);

create table anomaly_failed_checks (
  anomaly_id bigint not null references anomalies on delete cascade,
  quality_check_id bigint not null references quality_checks on delete cascade,
  message text not null,
  primary key (anomaly_id, quality_check_id)
);
create index anomaly_failed_checks_by_check on anomaly_failed_checks (quality_check_id);

-- Every container scan that found the anomaly, so that an old scan can still be read as it was.
create table anomaly_detections (
  container_scan_id bigint not null references operation_containers on delete cascade,
  anomaly_id bigint not null references anomalies on delete cascade,
  partition_scan_id bigint references partition_scans on delete cascade,
  primary key (container_scan_id, anomaly_id)
);
create index anomaly_detections_by_anomaly on anomaly_detections (anomaly_id);
create index anomaly_detections_by_partition_scan on anomaly_detections (partition_scan_id);

-- `record` is json, not jsonb: the order of the fields and every digit stay as the source gave them.
create table source_records (
  anomaly_id bigint not null references anomalies on delete cascade,
  ordinal integer not null,
  row_hash text not null,
  record json not null,
  primary key (anomaly_id, ordinal)
);

-- A tag on exactly one thing.
create table tag_links (
  id bigint generated always as identity primary key,
  tag_id bigint not null references global_tags on delete cascade,
  datastore_id bigint references datastores on delete cascade,
  container_id bigint references containers on delete cascade,
  quality_check_id bigint references quality_checks on delete cascade,
  anomaly_id bigint references anomalies on delete cascade,
  check (num_nonnulls(datastore_id, container_id, quality_check_id, anomaly_id) = 1)
);
create unique index tag_links_once on tag_links
  (tag_id, coalesce(datastore_id, 0), coalesce(container_id, 0), coalesce(quality_check_id, 0), coalesce(anomaly_id, 0));
create index tag_links_by_datastore on tag_links (datastore_id) where datastore_id is not null;
create index tag_links_by_container on tag_links (container_id) where container_id is not null;
create index tag_links_by_quality_check on tag_links (quality_check_id) where quality_check_id is not null;
create index tag_links_by_anomaly on tag_links (anomaly_id) where anomaly_id is not null;

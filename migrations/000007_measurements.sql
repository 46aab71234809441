-- What a scan measured for a check that compares scans with each other; one number per check and scan.
create table check_measurements (
  quality_check_id bigint not null references quality_checks on delete cascade,
  container_scan_id bigint not null references operation_containers on delete cascade,
  value double precision not null,
  created timestamptz not null default now(),
  primary key (quality_check_id, container_scan_id)
);
create index check_measurements_newest on check_measurements (quality_check_id, created desc);

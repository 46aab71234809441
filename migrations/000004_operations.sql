-- Runs, their durable units of work and what they did with each container.
create table operations (
  id bigint generated always as identity primary key,
  type text not null,
  trigger_type text not null,
  datastore_id bigint not null references datastores on delete cascade,
  name text,
  payload jsonb not null,
  status jsonb not null default '{}',
  result text not null default 'queued'
    check (result in ('queued', 'running', 'success', 'partial', 'warning', 'failure', 'aborted')),
  message text,
  triggered_by text not null,
  schedule_id bigint,
  created timestamptz not null default now(),
  dispatched timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz
);
create index operations_newest on operations (created desc, id desc);
create index operations_by_datastore on operations (datastore_id, created desc, id desc);
create index operations_unfinished on operations (id) where result in ('queued', 'running');

-- A unit is claimed by one worker at a time: `attempt` counts the claims and is the fencing token, `lease_until` says how long
-- silence is tolerated. `claims` counts the same but starts anew when the run is resumed, or the unit failed in good order. A write in a unit's name names its attempt and is refused once a later attempt exists.
create table units (
  id bigint generated always as identity primary key,
  operation_id bigint not null references operations on delete cascade,
  container_scan_id bigint,
  kind text not null,
  subject jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  attempt integer not null default 0,
  claims integer not null default 0,
  failures integer not null default 0,
  worker text,
  lease_until timestamptz,
  not_before timestamptz not null default now(),
  message text,
  created timestamptz not null default now(),
  ended timestamptz
);
create index units_open on units (id) where state in ('waiting', 'running');
create index units_by_operation on units (operation_id, state);
create index units_by_container_scan on units (container_scan_id) where container_scan_id is not null;

-- What an operation did with one container; for scans this is the contract's container scan, and it outlives its operation's row.
-- `observed_fields` is what a scan's schema step saw: every partition of the container is judged against the same fields.
create table operation_containers (
  id bigint generated always as identity primary key,
  operation_id bigint not null,
  kind text not null,
  datastore_id bigint not null references datastores on delete cascade,
  container_id bigint not null references containers on delete cascade,
  created timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz,
  records_processed bigint not null default 0,
  anomaly_count bigint not null default 0,
  auto_resolved_anomaly_count bigint not null default 0,
  result text not null default 'queued' check (result in ('queued', 'running', 'success', 'failure', 'aborted')),
  message text,
  observed_fields jsonb,
  unique (operation_id, container_id)
);
create index operation_containers_by_container on operation_containers (container_id, created desc, id desc);
create index operation_containers_newest on operation_containers (created desc, id desc);

-- `totals` are the mergeable states that the container's conclusion adds up; see src/engine.
create table partition_scans (
  id bigint generated always as identity primary key,
  container_scan_id bigint not null references operation_containers on delete cascade,
  partition_id bigint references partitions on delete set null,
  partition_name text not null,
  start_time timestamptz not null,
  end_time timestamptz,
  records_processed bigint not null default 0,
  anomaly_count bigint not null default 0,
  result text not null default 'running' check (result in ('queued', 'running', 'success', 'failure', 'aborted')),
  message text,
  totals jsonb not null default '{}',
  unique (container_scan_id, partition_name)
);

-- One row per check and partition scan; partition_scan_id is null for what was judged over the whole container.
create table check_results (
  id bigint generated always as identity primary key,
  container_scan_id bigint not null references operation_containers on delete cascade,
  partition_scan_id bigint references partition_scans on delete cascade,
  quality_check_id bigint not null references quality_checks on delete cascade,
  asserted_records bigint,
  anomalous_records bigint,
  anomaly_count bigint not null default 0,
  assertion_result text not null check (assertion_result in ('passed', 'failed', 'unasserted')),
  assertion_details text
);
create unique index check_results_once on check_results (container_scan_id, coalesce(partition_scan_id, 0), quality_check_id);
create index check_results_by_check on check_results (quality_check_id);

create table operation_logs (
  id bigint generated always as identity primary key,
  operation_id bigint not null references operations on delete cascade,
  container_id bigint references containers on delete cascade,
  created timestamptz not null default now(),
  level text not null check (level in ('info', 'warning', 'error')),
  message text not null
);
create index operation_logs_by_operation on operation_logs (operation_id, id);

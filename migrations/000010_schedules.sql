-- When runs are to be started by themselves. `next_run` is the tick that waits: null while the schedule is deactivated or deleted.
-- `message` says why the last tick started no run. A deleted schedule keeps its row, for the runs that it started.
create table schedules (
  id bigint generated always as identity primary key,
  trigger_type text not null,
  name text,
  datastore_id bigint not null references datastores on delete cascade,
  payload jsonb not null,
  crontab text not null,
  timezone text not null,
  deactivated boolean not null default false,
  owner_id bigint not null references users,
  next_run timestamptz,
  last_run timestamptz,
  message text,
  created timestamptz not null default now(),
  last_updated timestamptz not null default now(),
  deleted_at timestamptz
);
create index schedules_due on schedules (next_run) where next_run is not null;
create index schedules_by_datastore on schedules (datastore_id) where deleted_at is null;

create index operations_by_schedule on operations (schedule_id, created desc, id desc) where schedule_id is not null;

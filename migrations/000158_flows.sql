-- Flows: a trigger, filters, and a tree of actions. `filters` has the members of the flow that begin with `filter_` and their like.
-- `owner_id` is in whose name it acts: who saved it last.
create table flows (
  id bigint generated always as identity primary key,
  name text not null,
  description text,
  deactivated boolean not null default false,
  trigger_type text not null,
  filters jsonb not null default '{}',
  crontab text,
  timezone text not null default 'UTC',
  next_run timestamptz,
  burst_limit integer not null default 50,
  tags text[] not null default '{}',
  owner_id bigint not null references users,
  created timestamptz not null default clock_timestamp(),
  last_updated timestamptz not null default clock_timestamp(),
  last_triggered timestamptz,
  deleted_at timestamptz
);
create index flows_by_trigger on flows (trigger_type) where deleted_at is null and not deactivated;
create index flows_by_tick on flows (next_run) where next_run is not null;
create index flows_by_owner on flows (owner_id);

-- An action keeps its row when it leaves its flow, for the executions that name it. `secrets` is sealed, null without any.
create table flow_actions (
  id bigint generated always as identity primary key,
  flow_id bigint not null references flows on delete cascade,
  uuid uuid not null,
  parent_action_uuid uuid,
  order_rank integer not null default 0,
  type text not null,
  muted boolean not null default false,
  settings jsonb not null default '{}',
  secrets text,
  removed_at timestamptz,
  unique (flow_id, uuid)
);

-- What happened and flows may want to know, written in the transaction in which it happened; a row goes when it was compared with the
-- flows. `path` are the flows that led to it.
create table flow_events (
  id bigint generated always as identity primary key,
  trigger_type text not null,
  operation_id bigint,
  container_scan_id bigint,
  anomaly_id bigint,
  status_change_id bigint,
  path bigint[] not null default '{}',
  created timestamptz not null default clock_timestamp()
);

create table flow_executions (
  id bigint generated always as identity primary key,
  flow_id bigint not null references flows on delete cascade,
  trigger_type text not null,
  event_id bigint,
  datastore_id bigint references datastores on delete cascade,
  operation_id bigint,
  container_scan_id bigint,
  status_change_id bigint,
  -- The anomalies that it is about; `is_group` when it stands for all of them at once.
  anomaly_ids bigint[] not null default '{}',
  is_group boolean not null default false,
  path bigint[] not null default '{}',
  triggered_by text not null,
  event_time timestamptz not null default clock_timestamp(),
  start_time timestamptz not null default clock_timestamp(),
  end_time timestamptz,
  result text not null default 'running' check (result in ('running', 'success', 'failure', 'aborted')),
  message text
);
create index flow_executions_by_flow on flow_executions (flow_id, id);
create index flow_executions_by_scan on flow_executions (flow_id, container_scan_id) where container_scan_id is not null;
create index flow_executions_by_datastore on flow_executions (datastore_id);

-- One action of one execution. `is_ready`: what it follows has succeeded. `order_key`: those of one action that share it are done
-- in the order of their ids. `delivery_id` is the same for every attempt.
create table flow_action_executions (
  id bigint generated always as identity primary key,
  execution_id bigint not null references flow_executions on delete cascade,
  action_id bigint not null references flow_actions on delete cascade,
  result text not null default 'pending' check (result in ('pending', 'running', 'success', 'failure', 'aborted', 'skipped')),
  message text,
  is_ready boolean not null default false,
  attempts integer not null default 0,
  next_try timestamptz not null default clock_timestamp(),
  lease_until timestamptz,
  holder uuid,
  delivery_id uuid not null default gen_random_uuid(),
  order_key text,
  operation_id bigint,
  start_time timestamptz,
  end_time timestamptz
);
create index flow_action_executions_by_execution on flow_action_executions (execution_id);
create index flow_action_executions_by_delivery on flow_action_executions ((delivery_id::text));
create index flow_action_executions_by_action on flow_action_executions (action_id);
create index flow_action_executions_due on flow_action_executions (next_try)
  where is_ready and end_time is null and operation_id is null;
create index flow_action_executions_in_order on flow_action_executions (action_id, order_key, id)
  where end_time is null and order_key is not null;
create index flow_action_executions_running on flow_action_executions (operation_id)
  where end_time is null and operation_id is not null;

-- How many messages a channel has sent in its present minute, over all processes.
create table flow_channel_minutes (
  channel text primary key,
  began timestamptz not null,
  sent integer not null
);

-- The part of a flow's execution that started the run, and the flows that led to it, the first one first.
alter table operations add column action_execution_id bigint;
alter table operations add column flow_path bigint[] not null default '{}';

create function has_active_flow(wanted text) returns boolean language sql stable as $$
  select exists (select from flows where trigger_type = wanted and deleted_at is null and not deactivated)
$$;

-- Events are written by triggers, so that no way in which something can happen is without them: both are one transaction.
create function note_ended_operation() returns trigger language plpgsql as $$
begin
  if has_active_flow('operation') then
    insert into flow_events (trigger_type, operation_id, path) values ('operation', new.id, new.flow_path);
    perform pg_notify('assay_flows', '');
  end if;
  if new.action_execution_id is not null then
    perform pg_notify('assay_flows', '');
  end if;
  return null;
end $$;
create trigger operations_note_end after update of result on operations for each row
  when (old.result in ('queued', 'running') and new.result not in ('queued', 'running'))
  execute function note_ended_operation();

create function note_ended_container_scan() returns trigger language plpgsql as $$
declare
  led_by bigint[];
begin
  if not has_active_flow('anomaly') and not has_active_flow('partition_scan') then return null; end if;
  if not exists (select from anomaly_detections where container_scan_id = new.id) then return null; end if;
  select flow_path into led_by from operations where id = new.operation_id;
  insert into flow_events (trigger_type, operation_id, container_scan_id, path)
  select wanted, new.operation_id, new.id, coalesce(led_by, '{}') from unnest(array['anomaly', 'partition_scan']) as wanted
  where has_active_flow(wanted);
  perform pg_notify('assay_flows', '');
  return null;
end $$;
create trigger operation_containers_note_end after update of result on operation_containers for each row
  when (old.result in ('queued', 'running') and new.result in ('success', 'failure', 'aborted'))
  execute function note_ended_container_scan();

create function note_status_changes() returns trigger language plpgsql as $$
begin
  if not has_active_flow('anomaly_status') then return null; end if;
  insert into flow_events (trigger_type, operation_id, container_scan_id, anomaly_id, status_change_id, path)
  select 'anomaly_status', changed.operation_id, changed.container_scan_id, changed.anomaly_id, changed.id,
         coalesce(operations.flow_path, '{}')
  from changed left join operations on operations.id = changed.operation_id
  where changed.from_status <> changed.to_status order by changed.id;
  perform pg_notify('assay_flows', '');
  return null;
end $$;
create trigger anomaly_status_changes_note after insert on anomaly_status_changes
  referencing new table as changed for each statement execute function note_status_changes();

-- Messages of flows are about a datastore, and for those who may see it; null: for everybody.
alter table inbox_messages add column datastore_id bigint references datastores on delete cascade;
create index inbox_messages_by_datastore on inbox_messages (datastore_id);

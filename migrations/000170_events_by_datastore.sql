-- An event is written only when an active flow may want it: one about every datastore, or about that of the event. Flows of other
-- datastores, of which there may be thousands, cost nothing then.
create index flows_of_every_datastore on flows (trigger_type)
  where deleted_at is null and not deactivated and coalesce(filters -> 'filter_datastores', '[]') = '[]';
create index flows_by_datastore on flows using gin ((filters -> 'filter_datastores') jsonb_path_ops)
  where deleted_at is null and not deactivated;

-- Whether an active flow has this trigger and is about the datastore; null: about none in particular.
create function has_active_flow(wanted text, about bigint) returns boolean language sql stable as $$
  select exists (select from flows
      where trigger_type = wanted and deleted_at is null and not deactivated
        and coalesce(filters -> 'filter_datastores', '[]') = '[]')
    or exists (select from flows
      where trigger_type = wanted and deleted_at is null and not deactivated
        and filters -> 'filter_datastores' @> to_jsonb(about))
$$;

create or replace function note_ended_operation() returns trigger language plpgsql as $$
begin
  if has_active_flow('operation', new.datastore_id) then
    insert into flow_events (trigger_type, operation_id, path) values ('operation', new.id, new.flow_path);
    perform pg_notify('assay_flows', '');
  end if;
  if new.action_execution_id is not null then
    perform pg_notify('assay_flows', '');
  end if;
  return null;
end $$;

create or replace function note_ended_container_scan() returns trigger language plpgsql as $$
declare
  wanted text[] := array(
    select kind from unnest(array['anomaly', 'partition_scan']) with ordinality as kinds (kind, place)
    where has_active_flow(kind, new.datastore_id) order by place);
  led_by bigint[];
begin
  if cardinality(wanted) = 0 then return null; end if;
  if not exists (select from anomaly_detections where container_scan_id = new.id) then return null; end if;
  select flow_path into led_by from operations where id = new.operation_id;
  insert into flow_events (trigger_type, operation_id, container_scan_id, path)
  select kind, new.operation_id, new.id, coalesce(led_by, '{}') from unnest(wanted) as kind;
  perform pg_notify('assay_flows', '');
  return null;
end $$;

create or replace function note_status_changes() returns trigger language plpgsql as $$
begin
  with about as (
    select anomalies.id, anomalies.datastore_id from anomalies where id in (select anomaly_id from changed)
  ), wanted as (
    select datastore_id from (select distinct datastore_id from about) as each
    where has_active_flow('anomaly_status', datastore_id)
  )
  insert into flow_events (trigger_type, operation_id, container_scan_id, anomaly_id, status_change_id, path)
  select 'anomaly_status', changed.operation_id, changed.container_scan_id, changed.anomaly_id, changed.id,
         coalesce(operations.flow_path, '{}')
  from changed join about on about.id = changed.anomaly_id join wanted using (datastore_id)
    left join operations on operations.id = changed.operation_id
  where changed.from_status <> changed.to_status order by changed.id;
  if found then perform pg_notify('assay_flows', ''); end if;
  return null;
end $$;

drop function has_active_flow(text);

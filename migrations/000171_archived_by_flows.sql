-- What a flow archives carries the flows that led to it, as a run that a flow starts does: none of them is set off by it. The transaction
-- says which in assay.flow_path.
create or replace function note_status_changes() returns trigger language plpgsql as $$
declare
  led_by bigint[] := coalesce(nullif(current_setting('assay.flow_path', true), '')::bigint[], '{}');
begin
  with about as (
    select anomalies.id, anomalies.datastore_id from anomalies where id in (select anomaly_id from changed)
  ), wanted as (
    select datastore_id from (select distinct datastore_id from about) as each
    where has_active_flow('anomaly_status', datastore_id)
  )
  insert into flow_events (trigger_type, operation_id, container_scan_id, anomaly_id, status_change_id, path)
  select 'anomaly_status', changed.operation_id, changed.container_scan_id, changed.anomaly_id, changed.id,
         coalesce(operations.flow_path, led_by)
  from changed join about on about.id = changed.anomaly_id join wanted using (datastore_id)
    left join operations on operations.id = changed.operation_id
  where changed.from_status <> changed.to_status order by changed.id;
  if found then perform pg_notify('assay_flows', ''); end if;
  return null;
end $$;

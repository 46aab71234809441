-- Containers that end in one statement are looked at together: the triggers of 000150 and 000170 asked the same of each of them.
drop trigger operation_containers_note_end on operation_containers;
create or replace function note_ended_container_scan() returns trigger language plpgsql as $$
begin
  with ended as (
    select after_change.id, after_change.operation_id, after_change.datastore_id
    from after_change join before_change as before on before.id = after_change.id
    where before.result in ('queued', 'running') and after_change.result in ('success', 'failure', 'aborted')
  ), about as materialized (
    select distinct datastore_id from ended
  ), wanted as materialized (
    select datastore_id, kind, place from about
    cross join unnest(array['anomaly', 'partition_scan']) with ordinality as kinds (kind, place)
    where has_active_flow(kind, datastore_id)
  )
  insert into flow_events (trigger_type, operation_id, container_scan_id, path)
  select wanted.kind, ended.operation_id, ended.id, coalesce(operations.flow_path, '{}')
  from ended join wanted using (datastore_id)
    left join operations on operations.id = ended.operation_id
  where exists (select from anomaly_detections where container_scan_id = ended.id)
  order by ended.id, wanted.place;
  if found then perform pg_notify('assay_flows', ''); end if;
  return null;
end $$;
create trigger operation_containers_note_end after update on operation_containers
  referencing old table as before_change new table as after_change
  for each statement execute function note_ended_container_scan();

drop trigger operation_containers_queue_enrichment on operation_containers;
create or replace function queue_enrichment() returns trigger language plpgsql as $$
begin
  insert into enrichment_deliveries (enrich_datastore_id, operation_id, container_scan_id)
  select datastores.enrich_datastore_id, ended.operation_id, ended.id
  from after_change as ended join before_change as before on before.id = ended.id
  join datastores on datastores.id = ended.datastore_id and datastores.enrich_datastore_id is not null
  where ended.kind = 'scan' and ended.start_time is not null and ended.result in ('success', 'failure', 'aborted')
    and before.result is distinct from ended.result
  order by ended.id
  on conflict (container_scan_id) do update
  set enrich_datastore_id = excluded.enrich_datastore_id, created = excluded.created, next_try = excluded.next_try, tries = 0,
      is_given_up = false, message = null, holder = null;
  return null;
end $$;
create trigger operation_containers_queue_enrichment after update on operation_containers
  referencing old table as before_change new table as after_change
  for each statement execute function queue_enrichment();

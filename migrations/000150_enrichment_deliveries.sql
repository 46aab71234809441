-- Container scans whose results wait to be written to an enrichment datastore; a row goes when they have been. `lease_until` is in
-- the future while a process writes to that datastore: one at a time. `message` is why the last try failed; null before there was one.
create table enrichment_deliveries (
  id bigint generated always as identity primary key,
  enrich_datastore_id bigint not null references datastores on delete cascade,
  operation_id bigint not null,
  container_scan_id bigint not null unique references operation_containers on delete cascade,
  created timestamptz not null default clock_timestamp(),
  -- The run itself is the first to write; whoever else does so waits until it had its time.
  next_try timestamptz not null default clock_timestamp() + interval '1 minute',
  tries integer not null default 0,
  is_given_up boolean not null default false,
  message text,
  lease_until timestamptz,
  holder uuid
);
create index enrichment_deliveries_in_line on enrichment_deliveries (enrich_datastore_id, id) where not is_given_up;
create index enrichment_deliveries_of_run on enrichment_deliveries (operation_id);

-- By a trigger, so that no way in which a container scan can end is without it: both are one transaction.
create function queue_enrichment() returns trigger language plpgsql as $$
begin
  insert into enrichment_deliveries (enrich_datastore_id, operation_id, container_scan_id)
  select enrich_datastore_id, new.operation_id, new.id from datastores
  where id = new.datastore_id and enrich_datastore_id is not null
  on conflict (container_scan_id) do update
  set enrich_datastore_id = excluded.enrich_datastore_id, created = excluded.created, next_try = excluded.next_try, tries = 0,
      is_given_up = false, message = null, holder = null;
  return null;
end $$;
create trigger operation_containers_queue_enrichment after update of result on operation_containers for each row
  when (new.kind = 'scan' and new.start_time is not null and new.result in ('success', 'failure', 'aborted')
        and old.result is distinct from new.result)
  execute function queue_enrichment();

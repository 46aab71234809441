-- Tables in an enrichment datastore stay when the datastore that they are about writes elsewhere, or is gone: they are shown to nobody
-- through another one that takes their prefix, unless somebody gives it that.
create table written_prefixes (
  enrich_datastore_id bigint not null references datastores on delete cascade,
  -- In lower case, as many stores take their names.
  prefix text not null,
  -- May be gone.
  datastore_id bigint not null,
  primary key (enrich_datastore_id, prefix)
);
insert into written_prefixes (enrich_datastore_id, prefix, datastore_id)
select enrich_datastore_id, lower(enrichment_prefix), min(id) from datastores
where enrich_datastore_id is not null group by 1, 2;

create function note_written_prefix() returns trigger language plpgsql as $$
begin
  insert into written_prefixes (enrich_datastore_id, prefix, datastore_id)
  values (new.enrich_datastore_id, lower(new.enrichment_prefix), new.id)
  on conflict (enrich_datastore_id, prefix) do update set datastore_id = excluded.datastore_id;
  return new;
end
$$;
create trigger datastores_linked after insert or update of enrich_datastore_id, enrichment_prefix on datastores
  for each row when (new.enrich_datastore_id is not null) execute function note_written_prefix();

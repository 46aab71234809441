-- Masked fields of containers that are gone, with their former names: the rows that were written about them into an enrichment datastore are
-- still there, and show them to nobody.
create table gone_masked_fields (
  datastore_id bigint not null references datastores on delete cascade,
  container_id bigint not null,
  container_name text not null,
  names text[] not null
);
create index gone_masked_fields_datastore on gone_masked_fields (datastore_id);

create function note_gone_masked_fields() returns trigger language plpgsql as $$
begin
  insert into gone_masked_fields (datastore_id, container_id, container_name, names)
  select old.datastore_id, old.id, old.name, array_agg(shown.name)
  from fields cross join lateral unnest(fields.former_names || fields.name) as shown (name)
  where fields.container_id = old.id and fields.is_masked
    -- With its datastore, everything is gone that could show it.
    and exists (select from datastores where datastores.id = old.datastore_id)
  having count(*) > 0;
  return old;
end
$$;
create trigger containers_gone before delete on containers for each row execute function note_gone_masked_fields();

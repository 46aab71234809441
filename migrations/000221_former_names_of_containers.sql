-- Names that a computed container had before: the rows that were written about it into an enrichment datastore still have them.
alter table containers add column former_names text[] not null default '{}';

create function note_former_name() returns trigger language plpgsql as $$
begin
  new.former_names := array_append(array_remove(new.former_names, old.name), old.name);
  return new;
end
$$;
create trigger containers_renamed before update of name on containers for each row
  when (new.name <> old.name) execute function note_former_name();

create or replace function note_gone_masked_fields() returns trigger language plpgsql as $$
begin
  insert into gone_masked_fields (datastore_id, container_id, container_name, names)
  select old.datastore_id, old.id, called.name, array_agg(shown.name)
  from unnest(old.former_names || old.name) as called (name)
  cross join fields cross join lateral unnest(fields.former_names || fields.name) as shown (name)
  where fields.container_id = old.id and fields.is_masked
    -- With its datastore, everything is gone that could show it.
    and exists (select from datastores where datastores.id = old.datastore_id)
  group by called.name;
  return old;
end
$$;

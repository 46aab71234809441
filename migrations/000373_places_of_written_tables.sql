-- Tables that were written stay where they are when the enrichment datastore is deleted, or set to another place: prefixes are noted by
-- the place of the tables, so that whoever makes an enrichment datastore of that place anew does not open them to others.
create function place_of_datastore(asked bigint) returns text language sql stable as $$
  select jsonb_build_array(connections.type, lower(connections.host), connections.port, connections.uri,
    datastores.database, coalesce(nullif(datastores.schema, datastores.database),
      case when connections.type = 'postgresql' then 'public' end), datastores.root_path)::text
  from datastores join connections on connections.id = datastores.connection_id where datastores.id = asked
$$;

alter table written_prefixes rename to former_prefixes;
alter table former_prefixes rename constraint written_prefixes_pkey to former_prefixes_pkey;
create table written_prefixes (
  place text not null,
  -- In lower case, as many stores take their names.
  prefix text not null,
  -- May be gone.
  datastore_id bigint not null,
  primary key (place, prefix)
);
insert into written_prefixes (place, prefix, datastore_id)
select place_of_datastore(enrich_datastore_id), prefix, min(datastore_id) from former_prefixes group by 1, 2;
drop table former_prefixes;

-- Of all datastores that write into this one.
create function note_prefixes_in(enrichment bigint) returns void language sql as $$
  insert into written_prefixes (place, prefix, datastore_id)
  select place_of_datastore(enrichment), lower(enrichment_prefix), min(id) from datastores
  where enrich_datastore_id = enrichment group by 1, 2
  on conflict (place, prefix) do update set datastore_id = excluded.datastore_id
$$;

create or replace function note_written_prefix() returns trigger language plpgsql as $$
begin
  insert into written_prefixes (place, prefix, datastore_id)
  values (place_of_datastore(new.enrich_datastore_id), lower(new.enrichment_prefix), new.id)
  on conflict (place, prefix) do update set datastore_id = excluded.datastore_id;
  return new;
end
$$;

create function note_moved_enrichment() returns trigger language plpgsql as $$
begin
  perform note_prefixes_in(new.id);
  return new;
end
$$;
create trigger enrichments_moved after update of connection_id, database, schema, root_path on datastores
  for each row when (new.enrichment_only) execute function note_moved_enrichment();

create function note_moved_connection() returns trigger language plpgsql as $$
begin
  perform note_prefixes_in(id) from datastores where connection_id = new.id and enrichment_only;
  return new;
end
$$;
create trigger connections_moved after update of host, port, uri on connections
  for each row execute function note_moved_connection();

-- What a computed container is made of: its query, or its clauses; null for a container that a sync found.
alter table containers add column computation jsonb;

-- The containers that the clauses of a computed container read, with the part that each plays there.
create table container_sources (
  container_id bigint not null references containers on delete cascade,
  -- Deferred, so that a datastore goes with all its containers at once.
  source_container_id bigint not null references containers deferrable initially deferred,
  role text not null check (role in ('source', 'left', 'right')),
  primary key (container_id, role)
);
create index container_sources_by_source on container_sources (source_container_id);

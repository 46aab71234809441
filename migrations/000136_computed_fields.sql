-- Fields that the service computes from others of their container; the field itself is in `fields`, under the same name.
create table computed_fields (
  id bigint generated always as identity primary key,
  container_id bigint not null references containers on delete cascade,
  name text not null,
  transformation text not null,
  source_fields text[] not null,
  properties jsonb not null,
  additional_metadata jsonb,
  created timestamptz not null default now(),
  last_editor text not null,
  unique (container_id, name)
);

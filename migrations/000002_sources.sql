-- What is connected and what is in it. Secrets are one encrypted text per connection and leave the database only to open a session.
create table connections (
  id bigint generated always as identity primary key,
  name text not null unique,
  type text not null,
  host text,
  port integer,
  username text,
  uri text,
  parameters jsonb not null default '{}',
  secrets text,
  jdbc_fetch_size integer,
  max_parallelization integer,
  created timestamptz not null default now()
);

create table datastores (
  id bigint generated always as identity primary key,
  name text not null unique,
  description text,
  connection_id bigint not null references connections,
  database text,
  schema text,
  root_path text,
  connected boolean,
  favorite boolean not null default false,
  enrichment_only boolean not null default false,
  enrich_datastore_id bigint references datastores on delete set null,
  enrichment_prefix text not null,
  enrichment_source_record_limit integer not null default 10 check (enrichment_source_record_limit between 1 and 1000000000),
  enrichment_remediation_strategy text not null default 'none' check (enrichment_remediation_strategy in ('none', 'append', 'overwrite')),
  high_count_rollup_threshold integer not null default 10 check (high_count_rollup_threshold between 1 and 1000),
  created timestamptz not null default now()
);
create index datastores_by_connection on datastores (connection_id);

create table team_datastores (
  team_id bigint not null references teams on delete cascade,
  datastore_id bigint not null references datastores on delete cascade,
  primary key (team_id, datastore_id)
);
create index team_datastores_by_datastore on team_datastores (datastore_id);

-- status: available; inaccessible = a sync did not find it any more; unloadable = listed but not readable, see status_reason.
create table containers (
  id bigint generated always as identity primary key,
  datastore_id bigint not null references datastores on delete cascade,
  name text not null,
  container_type text not null,
  table_type text,
  status text not null default 'available' check (status in ('available', 'changed', 'inaccessible', 'unloadable')),
  status_reason text,
  description text,
  additional_metadata jsonb,
  file_options jsonb not null default '{}',
  incremental_field_name text,
  incremental_identifier_type text,
  partition_field text,
  created timestamptz not null default now(),
  cataloged timestamptz,
  unique (datastore_id, name)
);

-- Containers that a person deleted: a sync leaves them out unless it is told to recreate.
create table removed_containers (
  datastore_id bigint not null references datastores on delete cascade,
  name text not null,
  removed timestamptz not null default now(),
  primary key (datastore_id, name)
);

create table fields (
  id bigint generated always as identity primary key,
  container_id bigint not null references containers on delete cascade,
  name text not null,
  type text not null,
  native_type text not null,
  nullable boolean not null default true,
  ordinal integer not null,
  status text not null default 'active' check (status in ('active', 'masked', 'missing', 'excluded')),
  description text,
  created timestamptz not null default now(),
  unique (container_id, name)
);

create table partitions (
  id bigint generated always as identity primary key,
  container_id bigint not null references containers on delete cascade,
  name text not null,
  size_bytes bigint,
  last_modified timestamptz,
  unique (container_id, name)
);

create table global_tags (
  id bigint generated always as identity primary key,
  name text not null unique,
  color text,
  description text,
  category text,
  weight_modifier integer not null default 0 check (weight_modifier between -10 and 10),
  created timestamptz not null default now()
);

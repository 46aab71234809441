-- What a profile run measured in a container. A row stands for the whole container, for one of several partitions, or for the rows
-- that agree in the fields of a grouping; those of parts name the row of the whole. `finished` is null until its figures are there.
create table container_profiles (
  id bigint generated always as identity primary key,
  operation_container_id bigint not null references operation_containers on delete cascade,
  container_id bigint not null references containers on delete cascade,
  parent_profile_id bigint references container_profiles on delete cascade,
  partition_name text,
  group_values jsonb,
  created timestamptz not null default clock_timestamp(),
  finished timestamptz,
  records_count bigint not null default 0,
  records_processed bigint not null default 0,
  checks_synchronized integer not null default 0
);
create unique index container_profiles_once
  on container_profiles (operation_container_id, coalesce(partition_name, ''), coalesce(group_values::text, ''));
create index container_profiles_by_container on container_profiles (container_id, id desc);
create index container_profiles_by_parent on container_profiles (parent_profile_id) where parent_profile_id is not null;

-- `metrics` are those of src/model/field-profile.ts, with the real values of masked fields: what leaves goes through
-- src/services/field-profiles/shown.ts.
create table field_profiles (
  id bigint generated always as identity primary key,
  container_profile_id bigint not null references container_profiles on delete cascade,
  field_id bigint not null references fields on delete cascade,
  created timestamptz not null default clock_timestamp(),
  metrics jsonb not null,
  unique (container_profile_id, field_id)
);
create index field_profiles_by_field on field_profiles (field_id, id desc);

-- Each inner list is one grouping, by the names of fields in their order.
alter table containers add column group_by_fields jsonb not null default '[]';

-- Which check of a source stands for which at a destination: a later promotion finds it again, whatever was renamed since.
create table promoted_checks (
  source_check_id bigint not null references quality_checks on delete cascade,
  destination_container_id bigint not null references containers on delete cascade,
  destination_check_id bigint not null references quality_checks on delete cascade,
  primary key (source_check_id, destination_container_id)
);
create index promoted_checks_by_container on promoted_checks (destination_container_id);
create index promoted_checks_by_destination on promoted_checks (destination_check_id);

-- What a promotion is to do, in the order of `line`, and what became of it; result is null before its turn.
create table promoted_entities (
  id bigint generated always as identity primary key,
  operation_id bigint not null references operations on delete cascade,
  line integer not null,
  entity_type text not null check (entity_type in ('quality_check', 'computed_field', 'computed_table', 'computed_file')),
  source_entity_id bigint not null,
  destination_entity_id bigint,
  result text check (result in ('created', 'updated', 'skipped', 'failed')),
  message text,
  changes jsonb,
  unique (operation_id, line)
);

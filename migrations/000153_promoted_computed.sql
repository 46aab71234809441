-- Which computed container of a datastore stands for which one of another datastore, as promoted_checks has it of checks.
create table promoted_containers (
  source_container_id bigint not null references containers on delete cascade,
  destination_datastore_id bigint not null references datastores on delete cascade,
  destination_container_id bigint not null references containers on delete cascade,
  primary key (source_container_id, destination_datastore_id)
);
create index promoted_containers_by_datastore on promoted_containers (destination_datastore_id);
create index promoted_containers_by_destination on promoted_containers (destination_container_id);

-- The same of computed fields and the containers that they are promoted to.
create table promoted_computed_fields (
  source_field_id bigint not null references computed_fields on delete cascade,
  destination_container_id bigint not null references containers on delete cascade,
  destination_field_id bigint not null references computed_fields on delete cascade,
  primary key (source_field_id, destination_container_id)
);
create index promoted_computed_fields_by_container on promoted_computed_fields (destination_container_id);
create index promoted_computed_fields_by_destination on promoted_computed_fields (destination_field_id);

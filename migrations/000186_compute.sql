-- The engine that evaluates the files of a datastore, and where it sees them; both null: this service evaluates them itself.
alter table datastores
  add column compute_connection_id bigint references connections,
  add column compute_place jsonb,
  add constraint datastores_compute_whole check ((compute_connection_id is null) = (compute_place is null));
create index datastores_by_compute on datastores (compute_connection_id) where compute_connection_id is not null;

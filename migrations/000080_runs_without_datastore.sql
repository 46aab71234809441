-- A run may be about no datastore. A unit says in which datastore it reads, where that is another than the one of its run; when
-- that datastore is deleted, the unit stays, so that its run comes to an end.
alter table operations alter column datastore_id drop not null;
alter table units add column datastore_id bigint references datastores on delete set null;
create index units_by_datastore on units (datastore_id) where datastore_id is not null;

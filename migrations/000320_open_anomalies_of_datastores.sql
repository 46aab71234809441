-- Open anomalies are counted, and those of a container are reached by anomalies_open_identity.
drop index anomalies_active_by_container;
drop index anomalies_active_by_datastore;
create index anomalies_open_by_datastore on anomalies (datastore_id) where status in ('Active', 'Acknowledged');

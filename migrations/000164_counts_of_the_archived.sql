-- Archived anomalies are counted by day and weight from the index alone.
drop index anomalies_by_archival;
create index anomalies_by_archival on anomalies (archived_at desc) include (datastore_id, weight) where archived_at is not null;

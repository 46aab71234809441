-- Anomalies are found by when they were put away.
create index anomalies_by_archival on anomalies (archived_at desc) where archived_at is not null;

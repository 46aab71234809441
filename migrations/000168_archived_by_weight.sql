-- The archived anomalies as the inbox shows them, the heaviest first; without it each page of them sorts them all.
create index anomalies_archived_weightiest on anomalies (weight desc, created desc, id desc)
  include (datastore_id, container_id, status, type, source_enriched) where status not in ('Active', 'Acknowledged');

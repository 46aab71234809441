-- What scans find again under an identity that was archived is looked up by that identity (src/store/recurring-anomalies.ts).
create index anomalies_archived_identity on anomalies (container_id, identity) where status not in ('Active', 'Acknowledged');

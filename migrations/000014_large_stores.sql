-- Lists stay quick in a store of millions of rows: a page and its total come from an index that has all that the usual filters
-- ask for (`include`), so that neither reads the rows themselves. And whatever names another row finds it by an index, else
-- deleting that row would read the whole table.

-- Runs: newest first; by how long they took, which runs that go on, or never began, do not have.
drop index operations_newest;
create index operations_newest on operations (created desc, id desc) include (datastore_id, type, result, schedule_id);
create index operations_by_duration on operations (extract(epoch from end_time - start_time))
  where end_time is not null and start_time is not null;
create index operations_without_duration on operations (id) where end_time is null or start_time is null;
create index operation_logs_by_container on operation_logs (container_id) where container_id is not null;

-- What runs did with containers; container scans alone, which most lists are about.
drop index operation_containers_newest;
drop index operation_containers_by_container;
create index operation_containers_by_container on operation_containers (container_id, operation_id);
create index operation_containers_by_datastore on operation_containers (datastore_id, created desc, id desc);
create index container_scans_newest on operation_containers (created desc, id desc)
  include (datastore_id, container_id, operation_id, result) where kind in ('scan', 'external_scan');
create index container_scans_by_container on operation_containers (container_id, created desc, id desc)
  include (datastore_id, operation_id, result) where kind in ('scan', 'external_scan');
create index partition_scans_by_partition on partition_scans (partition_id) where partition_id is not null;
drop index check_results_by_check;
create index check_results_by_check on check_results (quality_check_id, container_scan_id);
create index check_results_by_partition_scan on check_results (partition_scan_id) where partition_scan_id is not null;
create index check_measurements_by_container_scan on check_measurements (container_scan_id);

-- Anomalies: all, those that are open, those of one container or datastore.
drop index anomalies_newest;
drop index anomalies_by_container;
drop index anomalies_by_datastore;
create index anomalies_newest on anomalies (created desc, id desc)
  include (datastore_id, status, type, source_enriched, weight);
create index anomalies_open_newest on anomalies (created desc, id desc)
  include (datastore_id, container_id, status, type, source_enriched) where status in ('Active', 'Acknowledged');
create index anomalies_open_weightiest on anomalies (weight desc, created desc, id desc)
  include (datastore_id, container_id, status, type, source_enriched) where status in ('Active', 'Acknowledged');
create index anomalies_by_container on anomalies (container_id, created desc, id desc);
create index anomalies_by_datastore on anomalies (datastore_id, created desc, id desc)
  include (container_id, status, type, source_enriched);
-- For counts of those that are open or active, by what names them and by where they are.
create index anomalies_open on anomalies (id) include (status) where status in ('Active', 'Acknowledged');
create index anomalies_active_by_container on anomalies (container_id) where status = 'Active';
create index anomalies_active_by_datastore on anomalies (datastore_id) where status = 'Active';
drop index anomaly_failed_checks_by_check;
create index anomaly_failed_checks_by_check on anomaly_failed_checks (quality_check_id, anomaly_id);
drop index anomaly_detections_by_anomaly;
create index anomaly_detections_by_anomaly on anomaly_detections (anomaly_id, container_scan_id);
drop index anomaly_detections_by_partition_scan;
create index anomaly_detections_by_partition_scan on anomaly_detections (partition_scan_id, anomaly_id);
create index tag_links_of_anomalies on tag_links (tag_id, anomaly_id) where anomaly_id is not null;

-- The catalogue, and what people made.
create index fields_in_order on fields (container_id, ordinal, id) include (status, type);
create index fields_by_type on fields (status, type);
create index fields_by_name on fields (name, container_id);
create index datastores_by_enrichment on datastores (enrich_datastore_id) where enrich_datastore_id is not null;
create index quality_checks_by_owner on quality_checks (owner_id) where owner_id is not null;
create index quality_checks_by_default_assignee on quality_checks (default_anomaly_assignee_id)
  where default_anomaly_assignee_id is not null;
drop index schedules_by_datastore;
create index schedules_by_datastore on schedules (datastore_id);
create index schedules_by_owner on schedules (owner_id);
create index schedules_kept on schedules (id desc) include (datastore_id, deactivated) where deleted_at is null;
drop index audit_logs_by_action;
create index audit_logs_by_action on audit_logs (action, created desc, id desc) include (user_id, resource_type, resource_id);

-- Of two scans of a container the later is the one that began to read it later: a run that is resumed may read a container after
-- scans that were made since. A verdict knows when its scan began, so that the last ones on a check are found by an index.
alter table check_results add column scan_start_time timestamptz not null default '-infinity';
update check_results set scan_start_time = coalesce(scans.start_time, scans.created)
from operation_containers as scans where scans.id = check_results.container_scan_id;
alter table check_results alter column scan_start_time drop default;
drop index check_results_by_check;
create index check_results_by_check on check_results (quality_check_id, scan_start_time, container_scan_id);
-- One that has not begun counts as from when it was made.
create index container_scans_in_order on operation_containers (container_id, coalesce(start_time, created) desc, id desc)
  where kind = 'scan';

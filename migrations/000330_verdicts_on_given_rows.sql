-- How a check stands is told by its container's own rows, and not by those that were given to an external scan.
alter table check_results add column is_of_given_rows boolean not null default false;
update check_results set is_of_given_rows = true
from operation_containers as scans
where scans.id = check_results.container_scan_id and scans.kind = 'external_scan';

-- Each partition that ends asks whether others of its container are open: found without those that have ended, which may be many.
create index units_of_container_scans on units (container_scan_id, state) where container_scan_id is not null;
drop index units_by_container_scan;

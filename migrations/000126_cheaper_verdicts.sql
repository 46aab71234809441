-- A verdict is of a check and of a scan of that check's own container, and a container scan is deleted with its container only, which
-- takes the checks along: the reference to the check alone holds and cleans up every verdict. The two others, and the index that one of
-- them needed, cost more than the verdict itself. Partitions that are read again forget theirs by src/store/run-containers.ts.
alter table check_results drop constraint check_results_container_scan_id_fkey;
alter table check_results drop constraint check_results_partition_scan_id_fkey;
drop index check_results_by_partition_scan;

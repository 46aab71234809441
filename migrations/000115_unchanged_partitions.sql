-- The bytes of a partition, its checks and the settings that it was read with, as one hash; null: the next scan reads it again.
alter table partition_scans add column read_state text;
-- The run that read the rows last, where a scan kept what that run found. No reference: the run may be deleted.
alter table partition_scans add column unchanged_since bigint;
alter table check_results add column unchanged_since bigint;
-- How the check was proven without its rows, a sentence; null where they were read.
alter table check_results add column proof text;

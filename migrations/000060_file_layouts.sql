-- How the first file of a container was found to be written at the last sync; null for tables and before a sync.
alter table containers add column file_layout jsonb;

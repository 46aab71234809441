-- The rows that a person gives to an external scan, until it has ended: a file, cut into parts. They go with their run, and
-- otherwise when it ends.
create table given_files (
  operation_id bigint primary key references operations on delete cascade,
  -- As the person calls it; partition scans and messages have this name.
  name text not null,
  format text not null check (format in ('csv', 'json')),
  file_options jsonb not null
);
create table given_file_parts (
  operation_id bigint not null references given_files on delete cascade,
  ordinal integer not null,
  content bytea not null,
  primary key (operation_id, ordinal)
);

-- Anomalies of rows that were given stand apart: no scan finds them again in the container, so none brings them up to date or
-- resolves them, and they say nothing of the quality of the container.
alter table anomalies add column is_of_given_rows boolean not null default false;

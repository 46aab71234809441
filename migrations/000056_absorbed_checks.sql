-- Whether the failing rows of a check became one shape anomaly.
alter table check_results add column is_rolled_up boolean not null default false;

-- Checks that the row of a record anomaly failed when it was last judged alone, and that are rolled up since: their shape anomaly
-- stands for the row, which is taken to fail until a full scan lists the failing rows again and it is not among them.
create table anomaly_absorbed_checks (
  anomaly_id bigint not null references anomalies on delete cascade,
  quality_check_id bigint not null references quality_checks on delete cascade,
  primary key (anomaly_id, quality_check_id)
);
create index anomaly_absorbed_checks_by_check on anomaly_absorbed_checks (quality_check_id);

-- What people do with an anomaly: who looks after it, what they say about it, and how its status came about.
create table anomaly_assignees (
  anomaly_id bigint not null references anomalies on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (anomaly_id, user_id)
);
create index anomaly_assignees_by_user on anomaly_assignees (user_id);

create table anomaly_comments (
  id bigint generated always as identity primary key,
  anomaly_id bigint not null references anomalies on delete cascade,
  user_id bigint not null references users on delete cascade,
  message text not null,
  created timestamptz not null default now()
);
create index anomaly_comments_by_anomaly on anomaly_comments (anomaly_id, id);
create index anomaly_comments_by_user on anomaly_comments (user_id);

-- A change is either a person's or a scan's. The run and the container scan may be deleted later; their ids stay.
create table anomaly_status_changes (
  id bigint generated always as identity primary key,
  anomaly_id bigint not null references anomalies on delete cascade,
  from_status text not null,
  to_status text not null,
  user_id bigint references users on delete set null,
  operation_id bigint,
  container_scan_id bigint,
  created timestamptz not null default now()
);
create index anomaly_status_changes_by_anomaly on anomaly_status_changes (anomaly_id, id);
create index anomaly_status_changes_by_user on anomaly_status_changes (user_id);

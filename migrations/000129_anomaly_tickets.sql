-- Tickets that flows made for anomalies in systems outside. `site` is the address of the system, `reference` what it takes for the
-- ticket in its own requests, `key` what people call it.
create table anomaly_tickets (
  id bigint generated always as identity primary key,
  anomaly_id bigint not null references anomalies on delete cascade,
  system text not null,
  site text not null,
  key text not null,
  reference text not null,
  url text not null,
  created timestamptz not null default clock_timestamp(),
  unique (anomaly_id, system, site, key)
);

-- A check and every version it ever had. `definition_key` hashes what makes two checks equal: rule, fields, properties, filter.
create table quality_checks (
  id bigint generated always as identity primary key,
  container_id bigint not null references containers on delete cascade,
  rule_type text not null,
  description text not null,
  fields text[] not null default '{}',
  filter text,
  coverage double precision not null default 1 check (coverage between 0 and 1),
  properties jsonb not null default '{}',
  status text not null check (status in ('Active', 'Draft', 'Archived', 'Discarded')),
  inferred boolean not null default false,
  additional_metadata jsonb,
  anomaly_message_field text,
  owner_id bigint references users on delete set null,
  default_anomaly_assignee_id bigint references users on delete set null,
  definition_key text not null,
  version integer not null default 1,
  created timestamptz not null default now(),
  created_by text not null,
  last_updated timestamptz not null default now(),
  last_editor text not null,
  deleted_at timestamptz,
  last_asserted timestamptz,
  is_passing boolean
);
create index quality_checks_by_container on quality_checks (container_id, id);
-- Two open checks of one container are never equal, whoever saves first.
create unique index quality_checks_open_definition on quality_checks (container_id, definition_key)
  where status in ('Active', 'Draft');

-- valid_to is null for the version in force. `definition` holds the check's own members as they stood.
create table quality_check_versions (
  id bigint generated always as identity primary key,
  quality_check_id bigint not null references quality_checks on delete cascade,
  number integer not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  edited_by text not null,
  definition jsonb not null,
  unique (quality_check_id, number)
);

-- What many checks have in common. Checks of a locked template follow its properties, coverage and filter; those of another keep
-- their own. A check that comes from one of several permutations of the template's filter keeps the values that it stands for.
create table check_templates (
  id bigint generated always as identity primary key,
  rule_type text not null,
  description text not null,
  filter text,
  coverage double precision not null default 1,
  properties jsonb not null default '{}',
  anomaly_message_field text,
  additional_metadata jsonb,
  tags text[] not null default '{}',
  template_locked boolean not null default false,
  version integer not null default 1,
  created timestamptz not null default clock_timestamp(),
  created_by text not null,
  last_updated timestamptz not null default clock_timestamp(),
  last_editor text not null
);

alter table quality_checks
  add column template_id bigint references check_templates on delete set null,
  add column template_values jsonb;
create index quality_checks_by_template on quality_checks (template_id) where template_id is not null;

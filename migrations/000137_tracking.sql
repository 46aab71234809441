-- What of a container is measured. Where freshness was watched already, it goes on being measured.
alter table containers
  add column volumetric_tracking_enabled boolean not null default true,
  add column freshness_tracking_enabled boolean not null default false;
update containers set freshness_tracking_enabled = true
where exists (
  select from quality_checks
  where quality_checks.container_id = containers.id and rule_type = 'freshness' and quality_checks.status in ('Active', 'Draft'));

-- How a container, or a datastore, weighs the dimensions of its quality score; null: the default (src/model/quality-score.ts).
create table score_settings (
  id bigint generated always as identity primary key,
  datastore_id bigint unique references datastores on delete cascade,
  container_id bigint unique references containers on delete cascade,
  decay_period_days integer check (decay_period_days between 7 and 180),
  completeness_weight double precision check (completeness_weight between 0 and 2),
  coverage_weight double precision check (coverage_weight between 0 and 2),
  conformity_weight double precision check (conformity_weight between 0 and 2),
  consistency_weight double precision check (consistency_weight between 0 and 2),
  precision_weight double precision check (precision_weight between 0 and 2),
  timeliness_weight double precision check (timeliness_weight between 0 and 2),
  volumetrics_weight double precision check (volumetrics_weight between 0 and 2),
  accuracy_weight double precision check (accuracy_weight between 0 and 2),
  check (num_nonnulls(datastore_id, container_id) = 1)
);

-- The score of a thing from `created` on; a row is added when it changes. A dimension is null where nothing was measured.
create table quality_scores (
  id bigint generated always as identity primary key,
  field_id bigint references fields on delete cascade,
  container_id bigint references containers on delete cascade,
  datastore_id bigint references datastores on delete cascade,
  created timestamptz not null default clock_timestamp(),
  total double precision,
  completeness double precision,
  coverage double precision,
  conformity double precision,
  consistency double precision,
  precision double precision,
  timeliness double precision,
  volumetrics double precision,
  accuracy double precision,
  check (num_nonnulls(field_id, container_id, datastore_id) = 1)
);
create index quality_scores_of_fields on quality_scores (field_id, id desc) where field_id is not null;
create index quality_scores_of_containers on quality_scores (container_id, id desc) where container_id is not null;
create index quality_scores_of_datastores on quality_scores (datastore_id, id desc) where datastore_id is not null;

-- What changed since scores were computed: a row per change, written in its transaction and deleted in the one that computes the
-- scores anew. Rows are only added, and refer to nothing, so that no transaction waits for another one here. Without a container it
-- is the average of the datastore alone.
create table score_causes (
  id bigint generated always as identity primary key,
  datastore_id bigint,
  container_id bigint,
  created timestamptz not null default clock_timestamp()
);

create function note_score_cause() returns trigger language plpgsql as $$
begin
  notify assay_scores;
  return null;
end
$$;
create trigger score_causes_noted after insert on score_causes for each statement execute function note_score_cause();

-- A scan or a profile of a container ended.
create function note_ended_containers() returns trigger language plpgsql as $$
begin
  insert into score_causes (datastore_id, container_id)
  select distinct ended.datastore_id, ended.container_id
  from after_change as ended join before_change as before on before.id = ended.id
  where ended.kind in ('scan', 'external_scan', 'profile') and ended.result = 'success' and before.result <> 'success';
  return null;
end
$$;
create trigger operation_containers_score after update on operation_containers
  referencing old table as before_change new table as after_change
  for each statement execute function note_ended_containers();

-- An anomaly was opened, archived or restored; or deleted.
create function note_anomaly_statuses() returns trigger language plpgsql as $$
begin
  insert into score_causes (datastore_id, container_id)
  select distinct changed.datastore_id, changed.container_id
  from after_change as changed join before_change as before on before.id = changed.id
  where changed.status <> before.status;
  return null;
end
$$;
create trigger anomalies_score after update on anomalies
  referencing old table as before_change new table as after_change
  for each statement execute function note_anomaly_statuses();

create function note_gone_anomalies() returns trigger language plpgsql as $$
begin
  insert into score_causes (datastore_id, container_id)
  select distinct datastore_id, container_id from before_change where status in ('Active', 'Acknowledged');
  return null;
end
$$;
create trigger anomalies_score_gone after delete on anomalies
  referencing old table as before_change for each statement execute function note_gone_anomalies();

-- A check came, went, or judges something else.
create function note_new_checks() returns trigger language plpgsql as $$
begin
  insert into score_causes (container_id) select distinct container_id from after_change where status = 'Active';
  return null;
end
$$;
create trigger quality_checks_score_new after insert on quality_checks
  referencing new table as after_change for each statement execute function note_new_checks();

create function note_changed_checks() returns trigger language plpgsql as $$
begin
  insert into score_causes (container_id)
  select distinct changed.container_id
  from after_change as changed join before_change as before on before.id = changed.id
  where (changed.status, changed.fields) is distinct from (before.status, before.fields);
  return null;
end
$$;
create trigger quality_checks_score after update on quality_checks
  referencing old table as before_change new table as after_change
  for each statement execute function note_changed_checks();

create function note_gone_checks() returns trigger language plpgsql as $$
begin
  insert into score_causes (container_id) select distinct container_id from before_change;
  return null;
end
$$;
create trigger quality_checks_score_gone after delete on quality_checks
  referencing old table as before_change for each statement execute function note_gone_checks();

-- A container or some of its fields came or went; a datastore loses the score of a container that is gone.
create function note_gone_containers() returns trigger language plpgsql as $$
begin
  insert into score_causes (datastore_id) select distinct datastore_id from before_change;
  return null;
end
$$;
create trigger containers_score_gone after delete on containers
  referencing old table as before_change for each statement execute function note_gone_containers();

create function note_field_statuses() returns trigger language plpgsql as $$
begin
  insert into score_causes (container_id)
  select distinct changed.container_id
  from after_change as changed join before_change as before on before.id = changed.id
  where (changed.status in ('active', 'masked')) <> (before.status in ('active', 'masked'));
  return null;
end
$$;
create trigger fields_score after update on fields
  referencing old table as before_change new table as after_change
  for each statement execute function note_field_statuses();

-- Settings, and tags, which say how much a container or a field counts beside others.
create function note_score_settings() returns trigger language plpgsql as $$
begin
  insert into score_causes (datastore_id, container_id) values (new.datastore_id, new.container_id);
  return null;
end
$$;
create trigger score_settings_score after insert or update on score_settings
  for each row execute function note_score_settings();

create function note_tag_links() returns trigger language plpgsql as $$
begin
  insert into score_causes (container_id)
  select distinct coalesce(links.container_id, fields.container_id)
  from changed as links left join fields on fields.id = links.field_id
  where links.container_id is not null or fields.container_id is not null;
  return null;
end
$$;
create trigger tag_links_score_new after insert on tag_links
  referencing new table as changed for each statement execute function note_tag_links();
create trigger tag_links_score_gone after delete on tag_links
  referencing old table as changed for each statement execute function note_tag_links();

-- The figures that scores are made of, beside the profile, so that a year of profiles is read without its histograms.
alter table field_profiles
  add column field_type text generated always as (metrics ->> 'field_type') stored,
  add column completeness double precision generated always as ((metrics ->> 'completeness')::double precision) stored,
  add column distinct_values double precision generated always as ((metrics ->> 'approximate_distinct_values')::double precision) stored,
  add column entropy double precision generated always as ((metrics ->> 'entropy')::double precision) stored,
  add column min_length double precision generated always as ((metrics ->> 'min_length')::double precision) stored,
  add column max_length double precision generated always as ((metrics ->> 'max_length')::double precision) stored,
  add column lowest double precision generated always as ((metrics ->> 'min')::double precision) stored,
  add column highest double precision generated always as ((metrics ->> 'max')::double precision) stored,
  add column median double precision generated always as ((metrics ->> 'median')::double precision) stored,
  add column q1 double precision generated always as ((metrics ->> 'q1')::double precision) stored,
  add column q3 double precision generated always as ((metrics ->> 'q3')::double precision) stored;

-- Everything that is there already is scored once.
insert into score_causes (datastore_id, container_id) select datastore_id, id from containers;

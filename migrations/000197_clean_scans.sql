-- A scan that found a container as clean as the scan before it changes no score: a score rests on open anomalies, of which there are
-- none, on whether there was a scan in the period, and on the profiles of the period. So it is no cause, unless a profile has grown older
-- than the period since. Seven days are the shortest period, and 180 the usual one (src/model/quality-score.ts). The hour is more than
-- passes between the begin of a transaction and the end that it writes. Whoever changes the formula notes a cause for each container.
create or replace function note_ended_containers() returns trigger language plpgsql as $$
begin
  insert into score_causes (datastore_id, container_id)
  select distinct ended.datastore_id, ended.container_id
  from after_change as ended join before_change as before on before.id = ended.id
  left join lateral (
    select scans.end_time from operation_containers as scans
    where ended.kind = 'scan' and scans.container_id = ended.container_id and scans.id <> ended.id
      and scans.kind in ('scan', 'external_scan') and scans.kind = 'scan' and scans.result = 'success'
    order by scans.created desc, scans.id desc limit 1
  ) as former on true
  where ended.kind in ('scan', 'external_scan', 'profile') and ended.result = 'success' and before.result <> 'success'
    and (former.end_time is null or now() - former.end_time > interval '7 days'
      or exists (
        select from anomalies where anomalies.container_id = ended.container_id and anomalies.status in ('Active', 'Acknowledged'))
      or exists (
        select from container_profiles as profiles
        left join score_settings as settings on settings.container_id = profiles.container_id
        cross join lateral (select coalesce(settings.decay_period_days, 180) * interval '1 day' as period) as decay
        where profiles.container_id = ended.container_id and profiles.parent_profile_id is null
          and profiles.finished >= former.end_time - decay.period - interval '1 hour' and profiles.finished < now() - decay.period));
  return null;
end
$$;

-- A datastore is rated by the containers that were scanned in its period, and so when a scan has ended: one of them may be out of it now.
create function note_ended_scan() returns trigger language plpgsql as $$
begin
  insert into score_causes (datastore_id) values (new.datastore_id);
  return null;
end
$$;
create trigger operations_score after update of result on operations for each row
  when (new.type = 'scan' and old.result in ('queued', 'running') and new.result not in ('queued', 'running'))
  execute function note_ended_scan();

-- A field came or went, or has another name, by which checks name it.
create function note_other_fields() returns trigger language plpgsql as $$
begin
  insert into score_causes (container_id) select distinct container_id from changed;
  return null;
end
$$;
create trigger fields_score_new after insert on fields
  referencing new table as changed for each statement execute function note_other_fields();
create trigger fields_score_gone after delete on fields
  referencing old table as changed for each statement execute function note_other_fields();

create or replace function note_field_statuses() returns trigger language plpgsql as $$
begin
  insert into score_causes (container_id)
  select distinct changed.container_id
  from after_change as changed join before_change as before on before.id = changed.id
  where changed.name <> before.name or (changed.status in ('active', 'masked')) <> (before.status in ('active', 'masked'));
  return null;
end
$$;

-- A tag says something else of how much counts what carries it.
create function note_tag_weights() returns trigger language plpgsql as $$
begin
  insert into score_causes (container_id)
  select distinct coalesce(links.container_id, fields.container_id)
  from tag_links as links left join fields on fields.id = links.field_id
  where links.tag_id = new.id and (links.container_id is not null or links.field_id is not null);
  return null;
end
$$;
create trigger global_tags_score after update on global_tags for each row
  when (new.weight_modifier <> old.weight_modifier)
  execute function note_tag_weights();

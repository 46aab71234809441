-- What the scans found: one container scan with few anomalies of very many records each, one with very many anomalies, and
-- all others as they come, more of them in some containers than in others.
create temp table scan_place on commit drop as
  select row_number() over (order by scans.id) as place, scans.id, partition_scans.id as partition_scan_id,
         scans.container_id, scans.datastore_id, scans.created,
         lead(scans.id) over of_container as next_id, lead(partition_scans.id) over of_container as next_partition_scan_id
  from operation_containers as scans join partition_scans on partition_scans.container_scan_id = scans.id
  where scans.kind = 'scan' and scans.result = 'success'
  window of_container as (partition by scans.container_id order by scans.id);
create unique index on scan_place (place);
analyze scan_place;
create temp table found on commit drop as
  select i, scan_place.*,  i <= 100 or i % 10 = 0 as is_shape,
         case when i <= 100 then 'Active' when pg_temp.chance(i, 13) < 0.25 then 'Active' when pg_temp.chance(i, 13) < 0.35 then 'Acknowledged'
              when pg_temp.chance(i, 13) < 0.9 then 'Resolved' else (array['Duplicate', 'Invalid', 'Discarded'])[1 + i % 3] end as status
  from generate_series(1, pg_temp.size_of('anomalies')) as i
  cross join (select count(*) as places from scan_place) as all_scans
  join scan_place on scan_place.place = case
    when i <= 100 then all_scans.places - 3 when i <= pg_temp.size_of('anomalies') / 50 then all_scans.places - 7
    else 1 + (pg_temp.chance(i, 10) * (all_scans.places - 20))::int end;
analyze found;

insert into anomalies (datastore_id, container_id, type, status, message, weight, anomalous_records_count, identity, row_hash, fingerprint, is_new,
                       container_scan_id, partition_scan_id, created, last_detected, archived_at, source_enriched)
select datastore_id, container_id, case when is_shape then 'shape' else 'record' end, status,
       case when is_shape then '0.2% of 26000 records (52) are not between 0 and 100.' else 'The value of `field_3` is 104, which is not between 0 and 100.' end,
       (pg_temp.chance(i, 11) * 40)::int, case when is_shape then 52 end, case when is_shape then 'shape:' else 'record:' end || md5(i::text),
       case when not is_shape then md5('row ' || i) end, (pg_temp.chance(i, 12) * 9e15)::bigint, status = 'Active',
       id, partition_scan_id, created + i % 1000 * interval '1 ms', created, case when status not in ('Active', 'Acknowledged') then created end, i % 4 = 0
from found order by i;
create temp table made on commit drop as
  select found.*, found.i + (select max(id) from anomalies) - pg_temp.size_of('anomalies') as anomaly_id from found;
analyze made;

insert into anomaly_detections (container_scan_id, anomaly_id, partition_scan_id)
select id, anomaly_id, partition_scan_id from made
union all
select next_id, anomaly_id, next_partition_scan_id from made where next_id is not null and i > 100 and pg_temp.chance(i, 14) < 0.3;
analyze anomaly_detections;
update operation_containers set anomaly_count = detected.count
from (select container_scan_id, count(*) from anomaly_detections group by container_scan_id) as detected
where detected.container_scan_id = operation_containers.id;

create temp table check_place on commit drop as
  select id, container_id, row_number() over (partition by container_id order by id) - 1 as place, count(*) over (partition by container_id) as places from quality_checks;
create index on check_place (container_id, place);
analyze check_place;
insert into anomaly_failed_checks (anomaly_id, quality_check_id, message)
select anomaly_id, check_place.id, 'The value of `field_3` is 104, which is not between 0 and 100.'
from made cross join generate_series(0, 1) as turn
join check_place on check_place.container_id = made.container_id and check_place.place = (made.i + turn) % check_place.places
where turn = 0 or pg_temp.chance(i, 15) < 0.2;
insert into tag_links (tag_id, anomaly_id)
select 1 + (pg_temp.chance(i, 16) ^ 2 * 29)::int, anomaly_id from made where i % 5 = 0;
insert into anomaly_assignees (anomaly_id, user_id)
select anomaly_id, (select min(id) from users) + i % 400 from made where i % 12 = 0;
insert into anomaly_status_changes (anomaly_id, from_status, to_status, container_scan_id, created)
select anomaly_id, 'Active', status, next_id, created + interval '1 day' from made where status <> 'Active';

insert into source_records (anomaly_id, ordinal, row_hash, record)
select anomaly_id, ordinal, case when is_shape then md5(anomaly_id || ' ' || ordinal) else md5('row ' || i) end,
       ('{"field_1": ' || i || ', "field_2": "customer ' || ordinal || '", "field_3": ' || i % 1000 || '.25, "field_4": "2026-03-0' || 1 + i % 9 ||
        '", "field_5": true, "field_6": "Some street ' || ordinal || ', some town", "field_7": null, "field_8": "open", "field_19": "secret"}')::json
from made
cross join lateral generate_series(0, case
  when i <= 100 then pg_temp.size_of('records_of_one_scan') / 100
  when not is_shape then 1
  else greatest(1, (pg_temp.size_of('source_records') - pg_temp.size_of('records_of_one_scan') - pg_temp.size_of('anomalies') * 9 / 10) / (pg_temp.size_of('anomalies') / 10))
end - 1) as ordinal
order by anomaly_id, ordinal;

-- Two years of runs: mostly scans of a few containers, some of whole datastores, and what they did with each container.
insert into operations (type, trigger_type, datastore_id, payload, status, result, message, triggered_by, schedule_id, created, dispatched, start_time, end_time)
select type, type, 1 + (pg_temp.chance(i, 1) ^ 1.5 * pg_temp.size_of('datastores'))::int % pg_temp.size_of('datastores') + (select min(id) - 1 from datastores),
       '{"type": "scan", "name": null, "remediation": "none", "incremental": false, "container_names": [], "container_tags": [], "check_variables": {}, "auto_resolve_passed_anomalies": true, "high_count_rollup_threshold": 10, "enrichment_source_record_limit": 10}',
       '{"total_containers": 2, "containers_analyzed": 2, "partitions_scanned": 2, "records_processed": 52000, "anomalies_identified": 5, "auto_resolved_anomaly_count": 1}',
       result, case when result = 'failure' then '1 of 2 containers failed. "orders_1": It could not be read.' end, 'person1',
       case when i % 2 = 0 then (select min(id) from schedules) + i % pg_temp.size_of('schedules') end,
       created, created, case when result <> 'queued' then created + interval '1 second' end,
       case when result not in ('queued', 'running') then created + interval '1 second' + pg_temp.chance(i, 4) ^ 4 * interval '1 hour' end
from (
  select i, now() - (pg_temp.size_of('operations') - i) * (interval '2 years' / pg_temp.size_of('operations')) as created,
         case when pg_temp.chance(i, 2) < 0.75 then 'scan' when pg_temp.chance(i, 2) < 0.97 then 'sync' else 'profile' end as type,
         case when i > pg_temp.size_of('operations') - 10 then 'queued' when i > pg_temp.size_of('operations') - 20 then 'running'
              when pg_temp.chance(i, 3) < 0.9 then 'success' when pg_temp.chance(i, 3) < 0.98 then 'failure' else 'aborted' end as result
  from generate_series(1, pg_temp.size_of('operations')) as i
) as planned order by i;
analyze operations;
insert into operation_logs (operation_id, created, level, message)
select operations.id, operations.created, 'warning', 'A check could not be evaluated: its field "field_' || line || '" is not there any more. Correct the check, or archive it.'
from operations, generate_series(1, 3) as line where pg_temp.chance(operations.id, 5) < 0.3;

create temp table place on commit drop as
  select id as container_id, datastore_id, name, row_number() over (partition by datastore_id order by id) - 1 as place,
         count(*) over (partition by datastore_id) as places
  from containers;
create index on place (datastore_id, place);
analyze place;
insert into operation_containers (operation_id, kind, datastore_id, container_id, created, start_time, end_time, records_processed, result, message)
select operations.id, operations.type, operations.datastore_id, place.container_id, operations.created, operations.start_time, operations.end_time, 26000,
       case when operations.result = 'failure' and turn = 0 then 'failure' when operations.result = 'failure' then 'success' else operations.result end,
       case when operations.result = 'failure' and turn = 0 then 'It could not be read.' end
from operations
cross join lateral generate_series(0, case when pg_temp.chance(operations.id, 6) < 0.97 then (pg_temp.chance(operations.id, 7) * 3)::int
                                           when pg_temp.chance(operations.id, 6) < 0.99 then 19 else 39 end) as turn
join place on place.datastore_id = operations.datastore_id
  and place.place = (pg_temp.chance(operations.id, 8) ^ 2 * place.places + turn)::int % place.places
where turn < place.places
order by operations.id, turn
on conflict do nothing;
analyze operation_containers;
insert into partition_scans (container_scan_id, partition_id, partition_name, start_time, end_time, records_processed, result, totals)
select scans.id, partitions.id, partitions.name, scans.start_time, scans.end_time, scans.records_processed, scans.result, '{"rows": 26000}'
from operation_containers as scans join partitions on partitions.container_id = scans.container_id
where scans.kind = 'scan' and scans.start_time is not null order by scans.id;
analyze partition_scans;
insert into check_results (container_scan_id, partition_scan_id, quality_check_id, asserted_records, anomalous_records, anomaly_count, assertion_result,
                           scan_start_time)
select partition_scans.container_scan_id, partition_scans.id, quality_checks.id, 26000, found, found, case when found > 0 then 'failed' else 'passed' end,
       scans.start_time
from partition_scans
join operation_containers as scans on scans.id = partition_scans.container_scan_id
join quality_checks on quality_checks.container_id = scans.container_id
cross join lateral (select case when pg_temp.chance(partition_scans.id + quality_checks.id, 9) < 0.3 then quality_checks.id % 9 else 0 end as found) as counted
order by partition_scans.id, quality_checks.id;
insert into units (operation_id, container_scan_id, kind, state, attempt, ended)
select operation_id, id, 'container', 'done', 1, end_time from operation_containers where kind = 'scan';

insert into audit_logs (id, created, user_id, user_name, action, resource_type, resource_id, details, endpoint, previous_hash, hash)
select coalesce((select max(id) from audit_logs), 0) + row_number() over (order by operations.id), created, (select min(id) from users) + operations.id % 300, 'person' || operations.id % 300,
       (array['trigger_operation', 'trigger_operation', 'trigger_operation', 'unmask_field_values', 'abort_operation', 'update_user'])[1 + operations.id % 6],
       (array['operation', 'operation', 'operation', 'container', 'operation', 'user'])[1 + operations.id % 6], operations.id % 2000,
       '{"masked_field_names": ["field_19"]}', 'POST /operations/run', md5(''), md5(operations.id::text)
from operations;

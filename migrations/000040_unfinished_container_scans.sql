-- An abort that was cut off, or met a resume or a deletion, left container scans that nobody would ever end. Since the verbs
-- that control a run are one transaction each, none is left any more.
update operation_containers
set result = 'aborted', end_time = coalesce(end_time, clock_timestamp())
where result in ('queued', 'running')
  and not exists (select from operations where operations.id = operation_containers.operation_id
                  and operations.result in ('queued', 'running'));

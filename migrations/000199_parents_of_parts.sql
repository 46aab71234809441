-- The part that this one waits for; null: none. An execution keeps the tree with which it began, however its flow is changed meanwhile.
alter table flow_action_executions add column parent_id bigint;

update flow_action_executions as parts set parent_id = parents.id
from flow_actions as actions
join flow_actions as above on above.flow_id = actions.flow_id and above.uuid = actions.parent_action_uuid
join flow_action_executions as parents on parents.action_id = above.id
where actions.id = parts.action_id and parents.execution_id = parts.execution_id;

-- What waited for an action that its flow had no longer, or no longer there, was never done, and kept its execution going.
with recursive alive as (
  select id from flow_action_executions where is_ready and end_time is null
  union
  select parts.id from alive join flow_action_executions as parts on parts.parent_id = alive.id
)
update flow_action_executions
set result = 'skipped', message = 'Not done, because its flow was changed meanwhile.', end_time = clock_timestamp()
where end_time is null and id not in (select id from alive);

update flow_executions set end_time = clock_timestamp(), message = sums.message,
  result = case when sums.failed then 'failure' when sums.aborted then 'aborted' else 'success' end
from (
  select execution_id, bool_or(result = 'failure') as failed, bool_or(result = 'aborted') as aborted,
    (array_agg(message order by id) filter (where result = 'failure'))[1] as message
  from flow_action_executions group by execution_id having bool_and(end_time is not null)) as sums
where flow_executions.id = sums.execution_id and flow_executions.end_time is null;

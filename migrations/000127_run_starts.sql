-- That a run began is told to those who follow lineage, and to nobody else: nothing is written unless an active flow has such an action.
-- Its tables are made by a later step; a function looks for them when it is called.
create function note_started_operation() returns trigger language plpgsql as $$
begin
  if exists (
    select from flows join flow_actions on flow_actions.flow_id = flows.id
    where flows.trigger_type = 'operation' and flows.deleted_at is null and not flows.deactivated
      and flow_actions.removed_at is null and flow_actions.settings ->> 'notification_type' = 'OpenLineage') then
    insert into flow_events (trigger_type, operation_id, path) values ('operation_start', new.id, new.flow_path);
    perform pg_notify('assay_flows', '');
  end if;
  return null;
end $$;
create trigger operations_note_start after update of result on operations for each row
  when (old.result = 'queued' and new.result = 'running')
  execute function note_started_operation();

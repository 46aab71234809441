-- How the run had ended when that was told: it may be taken up again before anybody hears of it. Null for other events, and earlier ones.
alter table flow_events add column operation_result text;
alter table flow_executions add column operation_result text;

create or replace function note_ended_operation() returns trigger language plpgsql as $$
begin
  if has_active_flow('operation', new.datastore_id) then
    insert into flow_events (trigger_type, operation_id, operation_result, path)
    values ('operation', new.id, new.result, new.flow_path);
    perform pg_notify('assay_flows', '');
  end if;
  if new.action_execution_id is not null then
    perform pg_notify('assay_flows', '');
  end if;
  return null;
end $$;

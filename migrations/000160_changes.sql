-- What changes is told to whoever follows the service, statement by statement: `kind change datastore id:revision,...`, with `-` for no
-- datastore and `*` in place of more than a hundred ids. The first argument is the kind, the second the column or expression of the
-- datastore, the third that of the revision.
create function notify_of_changes() returns trigger language plpgsql as $$
declare
  told text;
begin
  for told in execute format(
    'select concat_ws('' '', %L, %L, coalesce(datastore::text, ''-''),
       case when count(*) > 100 then ''*'' else string_agg(id || '':'' || coalesce(revision, ''''), '','' order by id) end)
     from (select id, (%s) as datastore, (%s)::text as revision from changed) as changed group by datastore',
    tg_argv[0], lower(tg_op), tg_argv[1], tg_argv[2])
  loop
    perform pg_notify('assay_changes', told);
  end loop;
  return null;
end $$;

create trigger operations_told_new after insert on operations referencing new table as changed
  for each statement execute function notify_of_changes('operations', 'datastore_id', 'revision');
create trigger operations_told after update on operations referencing new table as changed
  for each statement execute function notify_of_changes('operations', 'datastore_id', 'revision');
create trigger operations_told_gone after delete on operations referencing old table as changed
  for each statement execute function notify_of_changes('operations', 'datastore_id', 'revision');

create trigger anomalies_told_new after insert on anomalies referencing new table as changed
  for each statement execute function notify_of_changes('anomalies', 'datastore_id', 'null');
create trigger anomalies_told after update on anomalies referencing new table as changed
  for each statement execute function notify_of_changes('anomalies', 'datastore_id', 'null');
create trigger anomalies_told_gone after delete on anomalies referencing old table as changed
  for each statement execute function notify_of_changes('anomalies', 'datastore_id', 'null');

create trigger quality_checks_told_new after insert on quality_checks referencing new table as changed
  for each statement execute function notify_of_changes('quality-checks',
    'select datastore_id from containers where containers.id = changed.container_id', 'version');
create trigger quality_checks_told after update on quality_checks referencing new table as changed
  for each statement execute function notify_of_changes('quality-checks',
    'select datastore_id from containers where containers.id = changed.container_id', 'version');
create trigger quality_checks_told_gone after delete on quality_checks referencing old table as changed
  for each statement execute function notify_of_changes('quality-checks',
    'select datastore_id from containers where containers.id = changed.container_id', 'version');

create trigger schedules_told_new after insert on schedules referencing new table as changed
  for each statement execute function notify_of_changes('schedules', 'datastore_id', 'null');
create trigger schedules_told after update on schedules referencing new table as changed
  for each statement execute function notify_of_changes('schedules', 'datastore_id', 'null');

create trigger inbox_messages_told_new after insert on inbox_messages referencing new table as changed
  for each statement execute function notify_of_changes('notifications', 'datastore_id', 'null');

create or replace function notify_of_withdrawal() returns trigger language plpgsql as $$
begin
  perform pg_notify('assay_operations', 'all');
  perform pg_notify('assay_changes', 'withdrawal');
  return null;
end $$;

-- What changes is told to whoever follows the service, statement by statement: `kind change datastore id:revision,...`, with `-` for no
-- datastore and `*` in place of more than a hundred ids. Each table has a function of its own, whose plan is kept: scans write thousands
-- of such statements.
do $do$
declare
  told record;
  event text;
begin
  for told in
    select * from (values
      ('operations', 'operations', 'datastore_id', 'revision', array['insert', 'update', 'delete']),
      ('anomalies', 'anomalies', 'datastore_id', 'null', array['insert', 'update', 'delete']),
      ('quality_checks', 'quality-checks',
       '(select datastore_id from containers where containers.id = changed.container_id)', 'version',
       array['insert', 'update', 'delete']),
      ('schedules', 'schedules', 'datastore_id', 'null', array['insert', 'update']),
      ('inbox_messages', 'notifications', 'datastore_id', 'null', array['insert']))
      as tables (name, kind, datastore, revision, events)
  loop
    execute format($function$
      create function notify_of_%1$s() returns trigger language plpgsql as $body$
      begin
        perform pg_notify('assay_changes', concat_ws(' ', %2$L, lower(tg_op), coalesce(datastore::text, '-'),
          case when count(*) > 100 then '*' else string_agg(id || ':' || coalesce(revision, ''), ',' order by id) end))
        from (select id, %3$s as datastore, (%4$s)::text as revision from changed) as changed group by datastore;
        return null;
      end $body$ $function$, told.name, told.kind, told.datastore, told.revision);
    foreach event in array told.events loop
      execute format(
        'create trigger %1$s_told_%2$s after %2$s on %1$s referencing %3$s table as changed
           for each statement execute function notify_of_%1$s()',
        told.name, event, case event when 'delete' then 'old' else 'new' end);
    end loop;
  end loop;
end $do$;

create or replace function notify_of_withdrawal() returns trigger language plpgsql as $$
begin
  perform pg_notify('assay_operations', 'all');
  perform pg_notify('assay_changes', 'withdrawal');
  return null;
end $$;

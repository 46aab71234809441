-- Whoever follows a run is told of each change of its result, message or status. `revision` counts these changes, so that a
-- listener that comes back knows whether it missed one.
alter table operations add column revision bigint not null default 1;

create function note_operation_change() returns trigger language plpgsql as $$
begin
  if (new.result, new.message, new.status) is distinct from (old.result, old.message, old.status) then
    new.revision := old.revision + 1;
    perform pg_notify('assay_operations', new.id::text);
  end if;
  return new;
end
$$;
create trigger operations_changed before update on operations for each row execute function note_operation_change();

create function note_operation_removal() returns trigger language plpgsql as $$
begin
  perform pg_notify('assay_operations', old.id::text);
  return null;
end
$$;
create trigger operations_removed after delete on operations for each row execute function note_operation_removal();

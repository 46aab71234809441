-- Who did what. Each entry's `hash` covers the entry and the hash before it (src/store/audit.ts), so an entry that is
-- changed, slipped in or taken out breaks the chain. `id` has no gaps; `details` is json, not jsonb: the hash is of its text.
create table audit_logs (
  id bigint primary key,
  created timestamptz not null,
  user_id bigint not null,
  user_name text not null,
  action text not null,
  resource_type text not null,
  resource_id bigint not null,
  details json not null,
  endpoint text,
  ip_address text,
  previous_hash text not null,
  hash text not null
);
create index audit_logs_newest on audit_logs (created desc, id desc);
create index audit_logs_by_action on audit_logs (action, created desc, id desc);
create index audit_logs_by_user on audit_logs (user_id, created desc, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.';
end
$$;
create trigger audit_logs_are_kept before update or delete or truncate on audit_logs
  for each statement execute function refuse_audit_change();

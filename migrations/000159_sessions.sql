-- Browsers that signed in: a cookie stands for a token. The secret of the cookie is not kept, only its SHA-256; a session goes with its token.
create table sessions (
  id bigint generated always as identity primary key,
  token_id bigint not null references tokens on delete cascade,
  secret_hash text not null unique,
  created timestamptz not null,
  expires timestamptz not null
);
create index sessions_by_token on sessions (token_id, id);

-- Codes that open one session each, as links carry them; the row goes when the code is used.
create table sign_in_codes (
  code_hash text primary key,
  token_id bigint not null references tokens on delete cascade,
  expires timestamptz not null
);
create index sign_in_codes_by_token on sign_in_codes (token_id);

-- Streams of events look up who reads them when something happens; that somebody is no longer let in is such a thing, too.
create function notify_of_withdrawal() returns trigger language plpgsql as $$
begin
  perform pg_notify('assay_operations', 'all');
  return null;
end $$;
create trigger sessions_withdrawn after delete on sessions
  for each statement execute function notify_of_withdrawal();
create trigger tokens_withdrawn after delete or update of active on tokens
  for each statement execute function notify_of_withdrawal();
create trigger team_users_withdrawn after delete on team_users
  for each statement execute function notify_of_withdrawal();
create trigger team_datastores_withdrawn after delete on team_datastores
  for each statement execute function notify_of_withdrawal();
create trigger users_withdrawn after update of role, deleted_at on users
  for each statement execute function notify_of_withdrawal();

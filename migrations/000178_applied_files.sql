-- Configuration that was applied from files: by whom, when, from which files and which state of which repository. `ended` is null
-- while it goes on, and stays null where the command was stopped.
create table config_applies (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  created timestamptz not null,
  ended timestamptz,
  digest text not null,
  files jsonb not null,
  git_commit text,
  git_dirty boolean,
  prune boolean not null,
  done integer,
  refused integer,
  unchanged integer
);

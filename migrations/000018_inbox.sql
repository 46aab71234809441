-- Messages that the service keeps for its users to read, and who has read which.
create table inbox_messages (
  id bigint generated always as identity primary key,
  delivery_id text not null unique,
  message text not null,
  created timestamptz not null default now()
);

create table inbox_readers (
  message_id bigint not null references inbox_messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (message_id, user_id)
);
create index inbox_readers_by_user on inbox_readers (user_id);

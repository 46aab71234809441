-- Who may ask: users, the teams that carry their permissions, and tokens. A token's secret is never stored; `key` is the id inside the JWT.
create table users (
  id bigint generated always as identity primary key,
  user_name text not null unique,
  email text,
  name text,
  role text not null check (role in ('Member', 'Manager', 'Admin')),
  user_type text not null default 'Human' check (user_type in ('Human', 'Service')),
  created timestamptz not null default now(),
  last_login timestamptz,
  deleted_at timestamptz
);

create table teams (
  id bigint generated always as identity primary key,
  name text not null unique,
  description text,
  permission text not null check (permission in ('Reporter', 'Viewer', 'Drafter', 'Author', 'Editor')),
  created timestamptz not null default now()
);

create table team_users (
  team_id bigint not null references teams on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (team_id, user_id)
);
create index team_users_by_user on team_users (user_id);

create table tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  key uuid not null unique,
  active boolean not null default true,
  created timestamptz not null default now(),
  expiration timestamptz,
  last_used timestamptz,
  unique (user_id, name)
);

-- Everybody is in Public; it starts without datastores.
insert into teams (name, description, permission) values ('Public', 'Every user belongs to this team.', 'Viewer');

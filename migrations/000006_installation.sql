-- What is true of this database as a whole; one row. `key_check` is a known text sealed with the secret key, to notice another key.
create table installation (
  id boolean primary key default true check (id),
  key_check text not null,
  created timestamptz not null default now()
);

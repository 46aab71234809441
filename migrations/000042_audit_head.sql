-- The newest entry of the audit log, beside the log; one row. `seal` is an HMAC of id and hash with a key that the database does
-- not have (src/store/audit-head.ts), so that a log whose end was cut off can be told from one that ended there. The first row is
-- written by the service at its next start, because a migration does not have the key either.
create table audit_head (
  one boolean primary key default true check (one),
  id bigint not null,
  hash text not null,
  seal text not null
);

-- People as providers of OpenID Connect know them. The row stays when the user is deleted, so that the person does not come back as another.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  created timestamptz not null,
  primary key (issuer, subject)
);
create index user_identities_by_user on user_identities (user_id);

-- Tokens that nobody has: a sign-in by a provider makes one for its session, and signing out takes it away.
alter table tokens add column is_sign_in boolean not null default false;

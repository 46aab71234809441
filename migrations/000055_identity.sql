-- By which fields rows are recognised when they are found again. `key_fields` is what people set, `source_key_fields` what the last
-- sync found; null: nothing. The salt keeps what is shown of an identity from telling the values that it was made of.
alter table containers
  add column key_fields text[],
  add column source_key_fields text[],
  add column source_key_origin text check (source_key_origin in ('primary_key', 'unique_key')),
  add column identity_salt uuid not null default gen_random_uuid();

-- The fields, in the order of their names, over which anomalies of a container are recognised: its key, or all fields that were known
-- when they were found first. `signature` stands for both columns in the constraint, because an index cannot hold a thousand names.
create table identity_bases (
  id bigint generated always as identity primary key,
  container_id bigint not null references containers on delete cascade,
  is_key boolean not null,
  fields text[] not null,
  signature text not null,
  unique (container_id, signature)
);

-- Both are null for shape anomalies, and for record anomalies of earlier versions until a scan finds something in their container.
alter table anomalies
  add column identity_basis_id bigint references identity_bases on delete set null,
  add column identity_hash text;
create index anomalies_by_identity_hash on anomalies (identity_basis_id, identity_hash) where identity_basis_id is not null;
create index anomalies_without_basis on anomalies (container_id) where identity_basis_id is null and type = 'record';

-- The row as it was before the scan found it with other values; then the status did not change. Null for changes of the status.
alter table anomaly_status_changes add column former_record json;

-- Fields carry tags and free metadata as containers do.
alter table fields add column additional_metadata jsonb;

alter table tag_links
  add column field_id bigint references fields on delete cascade,
  drop constraint tag_links_check,
  add constraint tag_links_check check (num_nonnulls(datastore_id, container_id, quality_check_id, anomaly_id, field_id) = 1);

drop index tag_links_once;
create unique index tag_links_once on tag_links
  (tag_id, coalesce(datastore_id, 0), coalesce(container_id, 0), coalesce(quality_check_id, 0), coalesce(anomaly_id, 0), coalesce(field_id, 0));
create index tag_links_by_field on tag_links (field_id) where field_id is not null;

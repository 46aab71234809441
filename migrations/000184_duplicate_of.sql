-- Which anomaly one that was put away as Duplicate says the same as; null: nobody said. Counts while the status is Duplicate.
alter table anomalies add column duplicate_of bigint references anomalies on delete set null;
create index anomalies_by_original on anomalies (duplicate_of) where duplicate_of is not null;

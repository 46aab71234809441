-- References of profiled fields are looked for by names in any case, among the fields of a datastore that are called so.
create index fields_by_lower_name on fields (lower(name), container_id);

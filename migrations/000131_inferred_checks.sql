-- True for a check that a profile put away because the data no longer bears it out: a later one may bring it back. What a person puts
-- away stays away.
alter table quality_checks add column retired boolean not null default false;

-- When the container was last modified, as far as the source says it: how far apart such times are tells how fresh it should be.
alter table container_profiles add column last_modified timestamptz;

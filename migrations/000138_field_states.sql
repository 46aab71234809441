alter table fields
  -- What a missing or excluded field was before, and becomes again; null for the others, and for one that was active.
  add column former_status text
    check (former_status is null or (former_status in ('active', 'masked') and status in ('missing', 'excluded'))),
  -- Names that it had before it was merged with another; what was kept under them is hidden as it is itself.
  add column former_names text[] not null default '{}';

-- Whether its values are hidden, which a field that is missing or excluded does not lose.
alter table fields add column is_masked boolean not null generated always as (status = 'masked' or coalesce(former_status, '') = 'masked') stored;

-- Drafts may be equal to each other and to an Active check: only of two Active ones does one say what the other says.
drop index quality_checks_open_definition;
create unique index quality_checks_active_definition on quality_checks (container_id, definition_key)
  where status = 'Active';

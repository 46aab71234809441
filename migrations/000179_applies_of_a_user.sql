-- Deleting a user looks for the applies that name it.
create index config_applies_by_user on config_applies (user_id);

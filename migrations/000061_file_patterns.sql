-- Which files people make containers: a list of {name, pattern}, in order; a null name is the pattern itself.
alter table datastores add column file_patterns jsonb not null default '[]';

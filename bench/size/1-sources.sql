-- People, what is connected, what is in it and what is checked. Sizes are settings of the transaction; see fill-store.ts.
-- A number in [0, 1) that follows from its arguments alone: the same sizes always give the same store.
create function pg_temp.chance(seed bigint, about int) returns double precision language sql immutable as
$$ select (hashint8extended(seed, about) & 1073741823)::double precision / 1073741824 $$;
create function pg_temp.size_of(thing text) returns int language sql stable as
$$ select current_setting('assay_size.' || thing)::int $$;

insert into users (user_name, email, name, role, user_type)
select 'person' || i, 'person' || i || '@example.com', 'Person ' || i,
       case when i % 20 = 0 then 'Manager' else 'Member' end, case when i % 10 = 0 then 'Service' else 'Human' end
from generate_series(1, 500) as i;
insert into tokens (user_id, name, key, last_used)
select id, 'token ' || turn, gen_random_uuid(), now() - turn * interval '1 day'
from users, generate_series(1, 4) as turn where user_name like 'person%';
insert into teams (name, description, permission)
select 'Team ' || i, 'A team', (array['Reporter', 'Viewer', 'Drafter', 'Author', 'Editor'])[1 + i % 5] from generate_series(1, 60) as i;
insert into team_users (team_id, user_id)
select teams.id, users.id from users, teams
where user_name like 'person%' and (users.id % 60 + 1 = teams.id % 60 + 1 or users.id % 7 = teams.id % 61);

insert into connections (name, type, host)
select 'warehouse ' || i, 'postgresql', 'db' || i || '.example.com' from generate_series(1, 10) as i;
insert into datastores (name, connection_id, database, schema, enrichment_prefix)
select 'store ' || i, (select min(id) from connections) + i % 10, 'warehouse', 'schema_' || i, '_store_' || i
from generate_series(1, pg_temp.size_of('datastores')) as i;
insert into favorite_datastores (user_id, datastore_id)
select users.id, datastores.id from users, datastores where (users.id + datastores.id) % 9 = 0;
insert into team_datastores (team_id, datastore_id)
select teams.id, datastores.id from teams, datastores where teams.name like 'Team %' and (teams.id + datastores.id) % 5 = 0;

insert into containers (datastore_id, name, container_type, table_type, cataloged)
select datastores.id, (array['orders', 'customers', 'invoices', 'events', 'products', 'stock'])[1 + i % 6] || '_' || i, 'table', 'table', now()
from datastores, generate_series(1, pg_temp.size_of('containers') / pg_temp.size_of('datastores')) as i
order by i, datastores.id;
insert into fields (container_id, name, type, native_type, ordinal, status)
select containers.id, 'field_' || i, (array['Integral', 'String', 'Date', 'Boolean', 'Fractional'])[1 + i % 5], 'text', i,
       case when i = 19 then 'masked' when i = 20 then 'missing' else 'active' end
from containers, generate_series(1, 20) as i;
insert into partitions (container_id, name) select id, name from containers;

insert into quality_checks (container_id, rule_type, description, fields, properties, status, inferred, definition_key, created_by, last_editor, owner_id, is_passing)
select containers.id, (array['notNull', 'between', 'unique', 'matchesPattern', 'greaterThan', 'satisfiesExpression', 'isType'])[1 + (containers.id + i)::int % 7],
       'Field ' || i || ' of ' || containers.name || ' is as it should be', array['field_' || i],
       '{"min": 0, "max": 100}', case when i % 10 = 9 then 'Draft' when i % 10 = 8 then 'Archived' else 'Active' end, i % 3 = 0,
       md5(containers.id || ' ' || i), 'person1', 'person1', (select min(id) from users) + (containers.id + i) % 500, i % 4 <> 0
from containers, generate_series(1, pg_temp.size_of('quality_checks') / pg_temp.size_of('containers')) as i
order by i, containers.id;
insert into quality_check_versions (quality_check_id, number, valid_from, edited_by, definition)
select id, 1, created, 'person1', jsonb_build_object('description', description) from quality_checks;

insert into global_tags (name, weight_modifier) select 'tag ' || i, i % 5 from generate_series(1, 30) as i;
insert into tag_links (tag_id, container_id) select 1 + id % 30, id from containers where id % 3 = 0;
insert into tag_links (tag_id, quality_check_id) select 1 + id % 29, id from quality_checks where id % 3 = 0;

insert into schedules (trigger_type, name, datastore_id, payload, crontab, timezone, deactivated, owner_id, deleted_at)
select 'scan', 'nightly ' || i, (select min(id) from datastores) + i % pg_temp.size_of('datastores'),
       jsonb_build_object('datastore_id', 1, 'container_names', '[]'::jsonb), '0 3 * * *', 'UTC', true,
       (select min(id) from users), case when i % 8 = 0 then now() end
from generate_series(1, pg_temp.size_of('schedules')) as i;
analyze;

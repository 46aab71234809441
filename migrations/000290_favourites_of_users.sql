-- A favourite was one for everybody; each user has their own.
create table favorite_datastores (
  user_id bigint not null references users (id) on delete cascade,
  datastore_id bigint not null references datastores (id) on delete cascade,
  primary key (user_id, datastore_id)
);
create index favorite_datastores_by_datastore on favorite_datastores (datastore_id);

insert into favorite_datastores (user_id, datastore_id)
select users.id, datastores.id from users cross join datastores where datastores.favorite;

alter table datastores drop column favorite;

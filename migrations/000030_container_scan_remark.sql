-- What the source said of the rows that it showed to this container scan, such as that it hides some; sentences, null for nothing.
alter table operation_containers add column remark text;

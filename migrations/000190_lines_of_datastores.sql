-- Each datastore has a line of its own, and the lines advance together, so that a long one does not keep another one waiting: a unit
-- gets the next number of its line, or of where the others are by now. `line_of` is the datastore that it reads; 0: none.
alter table units add column line_of bigint;
update units set line_of = coalesce(units.datastore_id, operations.datastore_id, 0)
from operations where operations.id = units.operation_id and units.state = 'waiting';
create index units_lines on units (line_of, (coalesce(line, id))) where state = 'waiting';

-- Statements of a container scan over which the connection to the source was lost: for each the unit and the checks that it was sent for.
-- Null: none. A check whose SQL a person wrote is not evaluated again by a unit that has lost the connection over it twice.
alter table operation_containers add column lost_statements jsonb;

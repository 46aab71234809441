-- The numbered right of a unit to read through a connection with a limit is called a slot everywhere else.
alter table units rename column place to slot;
alter index units_places rename to units_slots;

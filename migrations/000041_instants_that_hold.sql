-- Which versions of its container's checks a container scan judges by: those in force when it started. They are named, because
-- an order of moments depends on clocks.
alter table operation_containers add column check_versions bigint[];

-- How long the lease was when it was given: one that ends much later than that from now was given before the clock was put back.
alter table units add column lease_seconds integer;

-- Lists of runs look at the destinations of promotions, of which there are few, and at no other payload.
create index operations_promotions on operations (id) where type = 'promote';

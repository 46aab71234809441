-- A row that is updated without a change to what is indexed stays in its page where there is room, and no index is written. Every scan
-- writes what it found to the rows of all its checks at once.
alter table quality_checks set (fillfactor = 50);

-- When the worker of a cancelled unit had left the source, so that an abort can show that its statements stopped. A unit that
-- was cancelled while it waited has no worker.
alter table units add column left_at timestamptz;
update units set left_at = coalesce(ended, now()) where state = 'cancelled';

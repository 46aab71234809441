-- The trace and the span of whoever asked for a run, as the header traceparent tells them; null where nobody said.
alter table operations add column trace_parent text;

-- A message as words and places of values, [text or {"field": name}, ...]: when a field is masked or shown again, the message is written
-- anew from it and the row that is kept. Null for messages of shape anomalies, which hold no values of single rows.
alter table anomaly_failed_checks add column template jsonb;

-- Earlier versions wrote two kinds of messages with a value: that of the check's message field alone, and one that starts with the
-- check's first field and its value. The value is that of the kept row where it stands there; else as much is taken for it as
-- fits, so that none of it stays in the words.
update anomaly_failed_checks as failed
set template = case
  when not starts_with(failed.message, made.start) and made.own is not null
    then jsonb_build_array(jsonb_build_object('field', made.own))
  when not starts_with(failed.message, made.start) then jsonb_build_array(failed.message)
  when starts_with(made.rest, made.shown || '` ')
    then jsonb_build_array(made.start, jsonb_build_object('field', made.field), substr(made.rest, length(made.shown) + 1))
  else jsonb_build_array(made.start, jsonb_build_object('field', made.field), coalesce(substring(made.rest from '.*(` .*)$'), '`.')) end
from (
  select told.*, coalesce(case when length(value) > 200 then left(value, 199) || '…' else value end, 'null') as shown
  from (
    select failed.anomaly_id, failed.quality_check_id, quality_checks.anomaly_message_field as own, names.field, names.start,
      substr(failed.message, length(names.start) + 1) as rest,
      -- PostgreSQL has no text with this character in it.
      case when position('\u0000' in source_records.record::text) = 0 then source_records.record ->> names.field end as value
    from anomaly_failed_checks as failed
    join anomalies on anomalies.id = failed.anomaly_id and anomalies.type = 'record'
    join quality_checks on quality_checks.id = failed.quality_check_id
    left join source_records on source_records.anomaly_id = failed.anomaly_id and source_records.ordinal = 0
    cross join lateral (select coalesce(quality_checks.fields[1], '') as field,
                               'The `' || coalesce(quality_checks.fields[1], '') || '` value of `' as start) as names
  ) as told
) as made
where made.anomaly_id = failed.anomaly_id and made.quality_check_id = failed.quality_check_id;

-- A message as words and places of values, [text or {"field": name}, ...]: when a field is masked or shown again, the message is written
-- anew from it and the row that is kept. Null for messages of shape anomalies, which hold no values of single rows.
alter table anomaly_failed_checks add column template jsonb;

-- Earlier versions wrote two kinds of messages with a value: that of the check's message field alone, and one that starts with the
-- check's first field and the value. The longest value that fits is taken, so that none of it stays in the words.
update anomaly_failed_checks as failed
set template = case
  when starts_with(failed.message, 'The `' || quality_checks.fields[1] || '` value of `')
    then jsonb_build_array('The `' || quality_checks.fields[1] || '` value of `', jsonb_build_object('field', quality_checks.fields[1]),
      coalesce(substring(substr(failed.message, length('The `' || quality_checks.fields[1] || '` value of `') + 1) from '.*(` .*)$'), '`.'))
  when quality_checks.anomaly_message_field is not null and starts_with(failed.message, 'The `') is not true
    then jsonb_build_array(jsonb_build_object('field', quality_checks.anomaly_message_field))
  else jsonb_build_array(failed.message) end
from quality_checks, anomalies
where quality_checks.id = failed.quality_check_id and anomalies.id = failed.anomaly_id and anomalies.type = 'record';

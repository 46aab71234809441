import { Type } from 'typebox'
import { anomalyStatuses, anomalyTypes } from '../model/anomaly.ts'
import { timeframes } from '../model/timeframe.ts'
import { described, Id, SortDirection } from '../model/wire.ts'
import { anyOf, day, ids, text, texts } from './query.ts'

const Weight = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })

/** Query members by which anomalies are found; without `status`, `archived` and the like only open ones are. */
export const anomalyQuery = {
  id: Type.Optional(described(ids, 'Any of these anomalies, by id')),
  datastore: Type.Optional(described(ids, 'Anomalies in any of these datastores, by id')),
  container: Type.Optional(described(ids, 'Anomalies in any of these containers, by id')),
  quality_check: Type.Optional(described(ids, 'Anomalies that any of these checks found, by id')),
  container_scan: Type.Optional(described(Id, 'Anomalies that this container scan found or found again')),
  operation: Type.Optional(
    described(Id, 'Anomalies that this run found or found again, whatever became of them since'),
  ),
  status: Type.Optional(described(anyOf(anomalyStatuses), 'Any of these statuses')),
  anomaly_type: Type.Optional(
    described(Type.Enum(anomalyTypes), 'One failing row, or a finding about the container'),
  ),
  tag: Type.Optional(texts('The name of a tag; any of several')),
  rule_type: Type.Optional(texts('A rule type; any of several')),
  start_date: Type.Optional(described(day, 'Found on this day or later')),
  end_date: Type.Optional(described(day, 'Found on this day or earlier')),
  timeframe: Type.Optional(described(Type.Enum(timeframes), 'How far back they were found')),
  archived: Type.Optional(
    described(
      Type.Enum(['only', 'include']),
      'Archived ones: these only, or these too. Left out: none of them',
    ),
  ),
  source_enriched: Type.Optional(
    Type.Boolean({ description: 'True: only those whose rows were kept; false: only the others' }),
  ),
  archived_from: Type.Optional(
    described(day, 'Archived on this day or later, and still so; open ones are not listed then'),
  ),
  archived_until: Type.Optional(
    described(day, 'Archived on this day or earlier, and still so; open ones are not listed then'),
  ),
  open_on: Type.Optional(
    described(day, 'Those that were open at the end of this day, or are now; whatever became of them since'),
  ),
  search: Type.Optional(text('A part of the message or the description, the id or the uuid')),
  assignee: Type.Optional(
    described(
      Type.Array(Type.String({ pattern: String.raw`^(\d{1,15}|me|none)$` }), { maxItems: 1000 }),
      'Whom they are assigned to: the id of a user, `me`, or `none`; any of several',
    ),
  ),
  min_weight: Type.Optional(described(Weight, 'Of this weight or more')),
  max_weight: Type.Optional(described(Weight, 'Of this weight or less')),
  field: Type.Optional(texts('The name of a field that a failed check judges; any of several')),
  is_new: Type.Optional(
    Type.Boolean({
      description: 'True: only those that one scan alone has found so far; false: only the others',
    }),
  ),
}

/** Query members by which lists of anomalies are sorted. */
export const anomalyOrder = {
  sort_created: Type.Optional(described(SortDirection, 'By when it was made')),
  sort_weight: Type.Optional(described(SortDirection, 'By weight')),
  sort_last_detected: Type.Optional(described(SortDirection, 'By when a scan found it last')),
  sort_records: Type.Optional(
    described(SortDirection, 'By how many rows fail; those that are not about rows last'),
  ),
}

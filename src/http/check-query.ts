import { Type } from 'typebox'
import { checkStatuses, lastResults, lastVerdicts } from '../model/check.ts'
import { described, Id, SortDirection } from '../model/wire.ts'
import { anyOf, day, ids, text, texts } from './query.ts'

/** Query members of the lists of checks; without `status` and `archived` only open checks are listed. */
export const checkQuery = {
  datastore: Type.Optional(described(ids, 'Checks of any of these datastores, by id')),
  container: Type.Optional(described(ids, 'Checks of any of these containers, by id')),
  status: Type.Optional(described(anyOf(checkStatuses), 'Any of these statuses')),
  archived: Type.Optional(
    described(
      Type.Enum(['only', 'include']),
      'Archived ones: these only, or these too. Left out: none of them',
    ),
  ),
  rule_type: Type.Optional(texts('A rule type; any of several')),
  tag: Type.Optional(texts('The name of a tag; any of several')),
  inferred: Type.Optional(
    Type.Boolean({
      description: 'True: only those that the service proposed; false: only those that people made',
    }),
  ),
  owner_id: Type.Optional(described(Id, 'Checks that this user owns')),
  last_verdict: Type.Optional(
    described(
      anyOf(lastVerdicts),
      'What the last scan that asserted the check concluded; none: no scan has asserted it',
    ),
  ),
  last_result: Type.Optional(
    described(
      anyOf(lastResults),
      'What the last scan that had the check concluded; never: none had it; stale: a scan of its container has succeeded since',
    ),
  ),
  judged_from: Type.Optional(
    described(day, 'Scans made on this day or later alone count, for the last result and for the list'),
  ),
  judged_until: Type.Optional(
    described(day, 'Scans made on this day or earlier alone count, for the last result and for the list'),
  ),
  field: Type.Optional(texts('The name of a field that the check judges; any of several')),
  has_open_anomalies: Type.Optional(
    Type.Boolean({ description: 'True: only those with open anomalies; false: only the others' }),
  ),
  template_only: Type.Optional(
    Type.Boolean({
      description: 'True: templates in the place of checks, as /quality-check-templates has them',
    }),
  ),
  template_locked: Type.Optional(
    Type.Boolean({ description: 'Templates in the place of checks, locked ones or the others' }),
  ),
  search: Type.Optional(text('A part of the description, or the id')),
}

/** Query members of the list of checks alone. */
export const checkListQuery = {
  include: Type.Optional(
    described(anyOf(['recent_results']), 'What else is shown: the last 30 verdicts on each check'),
  ),
  sort_created: Type.Optional(described(SortDirection, 'By when it was made')),
  sort_description: Type.Optional(described(SortDirection, 'By its description')),
  sort_last_asserted: Type.Optional(
    described(SortDirection, 'By when a scan last reached a verdict; those without one last'),
  ),
  sort_open_anomalies: Type.Optional(described(SortDirection, 'By how many open anomalies it has')),
}

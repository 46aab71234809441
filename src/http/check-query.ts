import { Type } from 'typebox'
import { checkStatuses, lastVerdicts } from '../model/check.ts'
import { described, Id } from '../model/wire.ts'
import { anyOf, ids, text, texts } from './query.ts'

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

import { Type } from 'typebox'
import { checkStatuses, lastVerdicts } from '../model/check.ts'
import { Id } from '../model/wire.ts'
import { anyOf, ids, text, texts } from './query.ts'

/** Query members of the lists of checks; without `status` and `archived` only open checks are listed. */
export const checkQuery = {
  datastore: Type.Optional(ids),
  container: Type.Optional(ids),
  status: Type.Optional(anyOf(checkStatuses)),
  archived: Type.Optional(Type.Enum(['only', 'include'])),
  rule_type: Type.Optional(texts('A rule type; any of several')),
  tag: Type.Optional(texts('The name of a tag; any of several')),
  inferred: Type.Optional(Type.Boolean()),
  owner_id: Type.Optional(Id),
  last_verdict: Type.Optional(anyOf(lastVerdicts)),
  template_only: Type.Optional(
    Type.Boolean({ description: 'Templates only; there are none, so true lists nothing' }),
  ),
  template_locked: Type.Optional(Type.Boolean({ description: 'Of templates; any value lists nothing' })),
  search: Type.Optional(text('A part of the description, or the id')),
}

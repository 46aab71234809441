import type { Kind } from '../kind.ts'
import { checkTemplate } from './check-template.kind.ts'
import { computedField } from './computed-field.kind.ts'
import { connection } from './connection.kind.ts'
import { container } from './container.kind.ts'
import { datastore } from './datastore.kind.ts'
import { flow } from './flow.kind.ts'
import { qualityCheck } from './quality-check.kind.ts'
import { schedule } from './schedule.kind.ts'
import { tag } from './tag.kind.ts'
import { team } from './team.kind.ts'

/** Every kind of thing that files describe, those first that others refer to. */
export const kinds: readonly Kind[] = [
  tag,
  team,
  connection,
  datastore,
  container,
  computedField,
  checkTemplate,
  qualityCheck,
  schedule,
  flow,
]

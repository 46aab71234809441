import type { Rule } from '../../rules/rule.ts'
import { aggregate } from './aggregate.ts'
import { comparison } from './comparison.ts'
import { difference } from './difference.ts'
import { entity } from './entity.ts'
import type { Family } from './family.ts'
import { grouped } from './grouped.ts'
import { measured } from './measured.ts'
import { reference } from './reference.ts'
import { row } from './row.ts'
import { schema } from './schema.ts'
import { segments } from './segments.ts'
import { size } from './size.ts'
import { text } from './text.ts'

/** Every family of rules; one that is added to `Rule` does not compile until it has its entry. */
export const families: { [Name in Rule['family']]: Family<Extract<Rule, { family: Name }>> } = {
  row,
  aggregate,
  grouped,
  reference,
  text,
  comparison,
  difference,
  entity,
  segments,
  measured,
  schema,
  size,
}

/** The family of a rule. Its members take the rule that it was asked for, and no other. */
export function familyOf(rule: Rule): Family {
  return families[rule.family]
}

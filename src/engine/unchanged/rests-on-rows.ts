import type { DiscoveredField } from '../../model/field.ts'
import { ownSql } from '../../rules/own-sql.ts'
import type { Dialect } from '../../sql/dialect.ts'
import type { PreparedCheck } from '../check.ts'
import { familyOf } from '../families/table.ts'
import { isTimeless } from './timeless.ts'

/** The container as the checks were fitted to it. */
interface Fitted {
  observed: readonly DiscoveredField[]
  dialect: Dialect
}

/** True when what a partition is counted for the check rests on its rows and the text of the check, and on nothing else. */
export function countRestsOnRows(prepared: PreparedCheck, fitted: Fitted): boolean {
  switch (familyOf(prepared.rule).judges) {
    case 'rows':
    case 'partition':
      return restsOnRows(prepared, fitted)
    case 'container':
      return hasTimelessSql(prepared, fitted)
    case 'fields':
      // No row is read, and it is judged by every scan.
      return true
  }
}

/** True when the verdict of the check over the whole container rests on the rows of its partitions and its text, and on nothing else. */
export function verdictRestsOnRows(prepared: PreparedCheck, fitted: Fitted): boolean {
  const family = familyOf(prepared.rule)
  return family.judges === 'container' && !family.keeps_measurements && restsOnRows(prepared, fitted)
}

function restsOnRows(prepared: PreparedCheck, fitted: Fitted): boolean {
  const { rule, check } = prepared
  const readsOthers = (rule.references?.(check.properties) ?? []).length > 0
  return !rule.reads_clock && !readsOthers && hasTimelessSql(prepared, fitted)
}

function hasTimelessSql({ check, input, filter }: PreparedCheck, { observed, dialect }: Fitted): boolean {
  const fields = new Set(observed.map(({ name }) => name.toLowerCase()))
  // What was bound for this scan, rather than what the check says before its variables have values.
  const own = Object.keys(ownSql(check)).map((name) => String(input.properties[name]))
  if (filter !== null && filter.kind !== 'user_expression') return false
  const bound = filter === null ? own : [...own, filter.text]
  return bound.every((sql) => isTimeless(sql, fields, dialect))
}

import type { Session, StatementRefused } from '../../connectors/connector.ts'
import { cellToNumber, type Cell } from '../../kernel/cell.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import {
  and,
  call,
  caseWhen,
  column,
  count,
  isNotNull,
  max,
  min,
  nothing,
  number,
  sketch,
  sum,
  times,
} from '../../sql/build.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { keyText } from '../key-text.ts'
import { countPass, type Wanted } from '../pass/count-pass.ts'
import { floating, frameOf, isBeyond, isMeasurable, measurable, type Frame } from './numbers.ts'
import { hasNumbers, type ProfiledField } from './profiled-field.ts'
import { millisOf } from './millis.ts'

/** The first look at a field: what one pass over all fields tells. */
export interface Basics {
  /** Rows with a value. */
  present: number
  /** Rows whose value can be measured; 0 for fields without numbers. */
  measured: number
  /** Times in milliseconds since 1970; null without a measured value. */
  min: number | null
  max: number | null
  /** Exact for whole numbers; null for others. */
  sum: number | null
  /** The frame of deviations; null without a measured value. */
  frame: Frame | null
  /** Characters; null for other fields than texts, and without a text. */
  min_length: number | null
  max_length: number | null
  /** About how many values differ; null where the engine does not estimate. */
  distinct: number | null
}

/** A field with what the first look told, about which more is asked. */
export interface Examined {
  field: ProfiledField
  basics: Basics
}

/** Sums of floating numbers are made of shrunken ones, so that they cannot grow beyond the greatest number. */
const shrink = 2 ** -64

/** Numbers below this count as 0 in the sum, which only says where about the middle is. */
const tiniest = 1e-200

/** Counts, extremes and means of all fields, in as few statements as the engine's limits allow. Fields that it refuses are named with the reason. */
export async function readBasics(
  session: Session,
  relation: Relation,
  fields: readonly ProfiledField[],
): Promise<{
  rows: number | null
  basics: Map<ProfiledField, Basics>
  refused: { subject: ProfiledField; error: StatementRefused }[]
}> {
  const wanted = fields.map((subject): Wanted<ProfiledField> => ({
    subject,
    wants: wantsOf(subject, session.dialect),
    is_slow: false,
  }))
  const { rows, found, refused } = await countPass(session, relation, wanted)
  const basics = new Map([...found].map(([field, cells]) => [field, basicsOf(field, cells)]))
  return { rows, basics, refused }
}

function wantsOf(field: ProfiledField, dialect: Dialect): Record<string, Expression> {
  const value = column(field.field)
  const wants: Record<string, Expression> = { present: count(value) }
  if (dialect.sketches && field.kind !== 'opaque') wants['distinct'] = sketch('distinct', value)
  if (field.kind === 'text') {
    wants['min_length'] = min(call('length', value))
    wants['max_length'] = max(call('length', value))
  }
  if (hasNumbers(field)) {
    const measured = measurable(field, value)
    wants['measured'] = count(measured)
    wants['min'] = min(measured)
    wants['max'] = max(measured)
    wants['sum'] = sum(field.kind === 'whole' ? measured : shrunken(field, value))
  }
  return wants
}

/** Some engines refuse numbers that come out too small. */
function shrunken(field: ProfiledField, value: Expression): Expression {
  const small = times(floating(field, value), number(shrink))
  const condition = isMeasurable(field, value)
  if (condition === null || field.kind === 'moment')
    return caseWhen(condition ?? isNotNull(value), small, nothing)
  return caseWhen(and(condition, isBeyond(value, tiniest)), small, nothing)
}

function basicsOf({ kind }: ProfiledField, cells: Record<string, Cell>): Basics {
  const { min: least = null, max: greatest = null, sum: total = null } = cells
  const sizeOf = (cell: Cell) => (kind === 'moment' ? millisOf(keyText(cell) ?? '') : numberOf(cell))
  const [low, high] = [sizeOf(least), sizeOf(greatest)]
  const measured = cellToNumber(cells['measured'])
  return {
    present: cellToNumber(cells['present']),
    measured,
    min: low,
    max: high,
    sum: kind === 'whole' && measured > 0 ? cellToNumber(total) : null,
    frame:
      low === null || high === null ? null : frameOf(meanOf(kind, total, measured, low, high), low, high),
    min_length: numberOf(cells['min_length'] ?? null),
    max_length: numberOf(cells['max_length'] ?? null),
    distinct: numberOf(cells['distinct'] ?? null),
  }
}

function meanOf(
  kind: ProfiledField['kind'],
  total: Cell,
  measured: number,
  low: number,
  high: number,
): number | bigint {
  const sum = cellToNumber(total)
  if (kind !== 'whole') return sum / measured / shrink
  const mean = Math.round(sum / measured)
  // Where floating numbers hold every whole one, they are faster.
  return Math.max(Math.abs(low), Math.abs(high)) < 2 ** 53 ? mean : BigInt(mean)
}

const numberOf = (cell: Cell): number | null => (cell === null ? null : cellToNumber(cell))

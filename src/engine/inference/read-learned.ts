import type { Session } from '../../connectors/connector.ts'
import type { ObservedField } from '../../inferences/inference.ts'
import type { FieldMetrics } from '../../model/field-profile.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Expression, Relation } from '../../sql/ast.ts'
import { call, column, number, select } from '../../sql/build.ts'
import { printSelect } from '../../sql/print.ts'
import { keyKind, keyText } from '../key-text.ts'
import { millisOf } from '../profile/millis.ts'
import { mostLearned } from './split.ts'

/** Values in memory at once. */
const mostCells = 2_000_000
/** Texts are cut after so many characters. */
const mostCharacters = 1000
/** Characters of all values in memory at once: of wide rows of long texts fewer are read. */
const mostTogether = 64 * 1024 * 1024

/** A field with its figures over all rows. */
export interface FieldWithFigures {
  field: DiscoveredField
  /** Its place in the container, from 0. */
  place: number
  metrics: FieldMetrics
}

/** Reads the rows to learn from, in one statement. */
export async function readLearned(
  session: Session,
  from: Relation,
  where: Expression,
  fields: readonly FieldWithFigures[],
): Promise<{ rows: number; fields: ObservedField[] }> {
  const limit = Math.min(mostLearned, Math.floor(mostCells / Math.max(1, fields.length)))
  const items = fields.map(({ field }, index) => ({ expression: shortened(field), alias: `v${index}` }))
  const values = fields.map((): (string | null)[] => [])
  let rows = 0
  let characters = 0
  for await (const batch of session.stream(
    printSelect(select({ items, from, where, limit }), session.dialect),
  )) {
    for (const row of batch.rows) {
      rows += 1
      for (const [index, { field }] of fields.entries()) {
        const text = keyText(row[index] ?? null, keyKind(field))
        characters += text?.length ?? 0
        values[index]?.push(text)
      }
    }
    if (characters >= mostTogether) break
  }
  return {
    rows,
    fields: fields.map((one, index) => {
      const learned = values[index] ?? []
      return { ...one, values: learned, sizes: learned.map((value) => sizeOf(one.field, value)) }
    }),
  }
}

const shortened = (field: DiscoveredField): Expression =>
  field.type === 'String' ? call('beginning', column(field), number(mostCharacters)) : column(field)

function sizeOf({ type }: DiscoveredField, value: string | null): number | null {
  if (value === null) return null
  if (type === 'Date' || type === 'Timestamp') return millisOf(value)
  if (type !== 'Integral' && type !== 'Fractional') return null
  const size = Number(value)
  return Number.isFinite(size) ? size : null
}

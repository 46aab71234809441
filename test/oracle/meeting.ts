import type { Cell } from '../../src/kernel/cell.ts'
import type { OracleCheck } from './judge.ts'
import { columns } from './tables.ts'
import { collapsed } from './texts.ts'
import { compare, millisOf, numberOf, type FieldName } from './values.ts'

/** Whether values of the field are moments. */
export const isTime = (field: FieldName): boolean =>
  columns[field] === 'Timestamp' || columns[field] === 'Date'

/** The instant as a value of the field's type: its UTC day beside dates. */
export function momentFor(field: FieldName, text: string): string {
  const instant = new Date(text.includes('T') ? text : `${text}T00:00:00Z`).toISOString()
  return columns[field] === 'Date' ? instant.slice(0, 10) : instant.replace('T', ' ').replace('Z', '')
}

/** As texts of one shape: `2024-02-29 10:00:00` and `2024-02-29 10:00:00.000` are one time. */
export const order = (field: FieldName, value: Cell, other: Cell): number =>
  isTime(field) ? Math.sign(millisOf(value) - millisOf(other)) : compare(value, other)

/** Whether the value is in a list as a person gives it. */
export const listed = (field: FieldName, value: Cell, list: readonly Cell[]): boolean =>
  list.some(
    (one) =>
      order(field, value, columns[field] === 'Integral' && typeof one === 'string' ? BigInt(one) : one) === 0,
  )

/** The order of two numbers within a tolerance; infinities and NaN have none. */
export function numbersMeet(
  left: Cell,
  right: Cell,
  // oxlint-disable-next-line typescript/no-explicit-any -- as given
  { numeric_comparator: tolerance }: Record<string, any>,
  included: boolean,
): boolean {
  if (compare(left, right) === 0) return true
  if (!tolerance || tolerance.epsilon === 0) return false
  const [a, b] = [numberOf(left), numberOf(right)]
  const isExact = typeof a === 'bigint' && typeof b === 'bigint'
  if (!Number.isFinite(Number(a)) || !Number.isFinite(Number(b))) return false
  const distance = isExact ? Number(a > b ? a - b : b - a) : Math.abs(Number(a) - Number(b))
  const given = tolerance.epsilon * (isExact ? 1 : 1 + (included ? 1e-9 : -1e-9))
  const [measured, allowed] =
    tolerance.as_absolute === false ? [distance * 100, Math.abs(Number(a)) * given] : [distance, given]
  return included ? measured <= allowed : measured < allowed
}

/** Whether two values are equal within the tolerances of the check. */
export function meet(
  check: Pick<OracleCheck, 'properties'>,
  field: FieldName,
  a: Cell,
  b: Cell,
  included: boolean,
): boolean {
  const { duration_comparator: duration, string_comparator: texts } = check.properties
  if (isTime(field))
    return (
      Math.abs(millisOf(a) - millisOf(b)) <
        (duration?.millis ?? 0) + (included || !duration?.millis ? 0.5 : 0) || millisOf(a) === millisOf(b)
    )
  if (columns[field] === 'String' && texts?.ignore_whitespace)
    return collapsed(String(a)) === collapsed(String(b))
  if (columns[field] === 'Integral' || columns[field] === 'Fractional')
    return numbersMeet(a, b, check.properties, included)
  return order(field, a, b) === 0
}

import * as fc from 'fast-check'
import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'
import type { FieldType } from '../../src/model/field.ts'
import type { FieldName, Row } from './values.ts'

/** The fields of every random table; `id` tells the rows apart, and `x` holds what doubles can hold, `y` what people write. */
export const columns: Record<FieldName, FieldType> = {
  id: 'Integral',
  i: 'Integral',
  j: 'Integral',
  x: 'Fractional',
  y: 'Fractional',
  p: 'Fractional',
  s: 'String',
  t: 'String',
  k: 'String',
  b: 'Boolean',
  c: 'Boolean',
  d: 'Date',
  e: 'Date',
  m: 'Timestamp',
  n: 'Timestamp',
}

/** The one column that is a decimal, not a double. */
export const nativeTypes = { p: 'decimal(20, 2)' }

const twoTo53 = 9007199254740992n
export const wholeNumbers: readonly bigint[] = [
  0n,
  1n,
  -1n,
  2n,
  3n,
  10n,
  99n,
  100n,
  -100n,
  twoTo53,
  twoTo53 + 1n,
  -twoTo53 - 1n,
  9223372036854775807n,
  -9223372036854775807n,
]
export const fractions: readonly number[] = [
  Number.NaN,
  Infinity,
  -Infinity,
  -0,
  0,
  0.1,
  0.2,
  0.3,
  1,
  1.1,
  -1.5,
  1e15,
  9007199254740992,
  1e300,
  -1e300,
  1e-12,
]
export const tame: readonly number[] = [0, -0, 0.05, 0.1, 0.2, 1, 1.05, 1.1, 2.5, -2.5, 10, 9.5, 100]
export const decimals: readonly string[] = [
  '0',
  '0.00',
  '0.10',
  '0.30',
  '-0.01',
  '1.10',
  '19.99',
  '20',
  '123456789.01',
]
export const texts: readonly string[] = [
  '',
  ' ',
  '  ',
  'a',
  'A',
  'a ',
  ' a',
  'ab',
  'abc',
  'ä',
  'a\u0308',
  'ß',
  'ss',
  '日本',
  '🙂',
  '🙂🙂',
  '\u00a0',
  'x\ty',
  'x y',
  'x  y',
  'x\u3000y',
  'x\u00a0y',
  'line\nbreak',
  'line\n',
  'null',
  'NaN',
  '\\',
  "O'Brien",
  '"',
  '%',
  '_',
  '{{ v }}',
  '$1',
  '?',
  '0',
  '-12',
  '+7',
  '1.',
  '.5',
  '1e5',
  '1e',
  '٣',
  'true',
  'F',
  'Yes',
  '1',
  '2024-02-29',
  '2023-02-29',
  '1900-02-29',
  '2000-02-29',
  '2024-02-29T10:00:00Z',
  '2024-02-29 24:00',
  '2024-13-01',
  '0000-01-01',
  '2024-04-31',
  'a@b.co',
  'x a.b+c@d-e.org y',
  'a@b',
  'http://x.org/',
  'see HTTPS://日本.jp',
  'http://',
  'ftp://[::1]/',
  '4111 1111 1111 1111',
  '4111-1111-1111-1112',
  'card 4111111111111111',
  '123-45-6789',
  'nr 123456789.',
  '000-12-3456',
  '666123456',
  'x'.repeat(300),
]
export const days: readonly string[] = [
  '1970-01-01',
  '1900-02-28',
  '1582-10-10',
  '2000-02-29',
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2024-03-31',
  '2025-12-31',
  '2026-01-01',
  '2026-01-02',
  '9999-12-31',
]
/** Clock changes of Europe and America among them, at hours that do not exist or exist twice there. */
export const times: readonly string[] = [
  '1970-01-01 00:00:00',
  '1969-12-31 23:59:59.999',
  '2024-02-29 00:00:00',
  '2024-02-29 23:59:59.999',
  '2024-03-01 00:00:00',
  '2024-03-10 02:30:00',
  '2024-03-31 02:30:00',
  '2024-10-27 01:30:00',
  '2024-10-27 02:30:00.500',
  '2024-11-03 01:30:00',
  '2025-12-31 23:59:59.999',
  '2026-01-01 00:00:00',
  '2026-01-01 00:00:00.001',
  '9999-12-31 23:59:59',
]
export const kinds = ['north', 'south', 'east'] as const

/** A value of the pool, or NULL in one of six cases; few different values, so that duplicates occur. */
const cell = <Value extends Cell>(pool: readonly Value[], other?: fc.Arbitrary<Value>): fc.Arbitrary<Cell> =>
  fc.option(
    other ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pool) }, other) : fc.constantFrom(...pool),
    {
      freq: 5,
      nil: null,
    },
  )

const anyText = fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => !text.includes('\0'))
const smallNumber = fc.integer({ min: -20, max: 20 })

const row = fc.record({
  i: cell(wholeNumbers, smallNumber.map(BigInt)),
  j: cell([1n, 2n, 3n], smallNumber.map(BigInt)),
  x: cell(fractions),
  y: cell(
    tame,
    smallNumber.map((value) => value / 8),
  ),
  p: cell(decimals).map((text) => (typeof text === 'string' ? new ExactNumber(text) : text)),
  s: cell(texts, anyText),
  t: cell(texts),
  k: cell(kinds),
  b: cell([true, false]),
  c: cell([true, false]),
  d: cell(days),
  e: cell(days),
  m: cell(times),
  n: cell(times),
})

/** Up to 14 rows, the empty table among them. */
export const table: fc.Arbitrary<Row[]> = fc
  .array(row, { maxLength: 14 })
  .map((rows) => rows.map((cells, index): Row => ({ id: BigInt(index), ...cells })))

/** Rows much like the given ones, for another container: some are the same, some differ in a field, some are missing or new. */
export const likeness = (rows: readonly Row[]): fc.Arbitrary<Row[]> =>
  fc
    .tuple(
      fc.array(row, { maxLength: 4 }),
      fc.array(
        fc.record({
          fate: fc.constantFrom('same', 'same', 'changed', 'missing', 'twice'),
          field: fc.constantFrom(...changeable),
          other: row,
        }),
        { minLength: rows.length, maxLength: rows.length },
      ),
    )
    .map(([more, fates]) => {
      const kept = rows.flatMap((one, index): Row[] => {
        const { fate = 'same', field = 'i', other } = fates[index] ?? {}
        if (fate === 'missing') return []
        if (fate === 'changed' && other) return [{ ...one, [field]: other[field] }]
        return fate === 'twice' ? [one, { ...one, id: BigInt(100 + index) }] : [one]
      })
      return [...kept, ...more.map((cells, index): Row => ({ id: BigInt(200 + index), ...cells }))]
    })

const changeable = ['i', 'j', 'x', 'y', 'p', 's', 't', 'k', 'b', 'c', 'd', 'e', 'm', 'n'] as const

/** Where an incremental scan of the random tables may start. */
export const increment: fc.Arbitrary<{ field: FieldName; above: string | null }> = fc
  .constantFrom<FieldName>('id', 'i', 'y', 'p', 'd', 'm')
  .chain((field) => {
    const starts: Partial<Record<FieldName, readonly string[]>> = {
      id: ['3', '6'],
      i: wholeNumbers.map(String),
      y: tame.map(String),
      p: decimals,
      d: days,
      m: times,
    }
    return fc.record({
      field: fc.constant(field),
      above: fc.option(fc.constantFrom(...(starts[field] ?? [])), { freq: 4, nil: null }),
    })
  })

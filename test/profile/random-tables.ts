import { ExactNumber, type Cell } from '../../src/kernel/cell.ts'
import type { FieldType } from '../../src/model/field.ts'
import type { ExampleTable } from '../harness/example-stores.ts'

interface Kind {
  type: FieldType
  /** For stores whose usual type would not hold the values. */
  native?: string
  value(random: () => number): Cell
}

const pick = <Item>(random: () => number, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

const day = (random: () => number) =>
  new Date(Math.floor((random() * 2 - 1) * 40_000) * 86_400_000).toISOString().slice(0, 10)

const moment = (random: () => number) => {
  const micros = String(Math.floor(random() * 1_000_000)).padStart(6, '0')
  const hour = String(Math.floor(random() * 24)).padStart(2, '0')
  return `${day(random)} ${hour}:${pick(random, ['00:00', '59:59', '12:34'])}${pick(random, ['', `.${micros}`])}`
}

/** With as many digits as every store reads back: some read longer ones as decimals, and divide. */
const readable = (value: number): number => Number(value.toPrecision(15))

/** Around 0, by the usual sum of twelve. */
const normal = (random: () => number) =>
  Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)

const kinds: readonly Kind[] = [
  { type: 'Integral', value: (random) => Math.floor(random() * 20) - 5 },
  { type: 'Integral', value: (random) => 2n ** 53n + BigInt(Math.floor(random() * 9)) },
  { type: 'Integral', value: (random) => pick(random, [2n ** 63n - 1n, -(2n ** 63n) + 1n, 0n, 12n]) },
  { type: 'Integral', value: () => 7 },
  { type: 'Fractional', value: (random) => readable(normal(random)) },
  { type: 'Fractional', value: (random) => readable(1e6 + normal(random)) },
  { type: 'Fractional', value: (random) => readable(0.1 * Math.floor(random() * 4)) },
  { type: 'Fractional', value: () => 0.1 },
  { type: 'Fractional', value: (random) => pick(random, [1.5, -0.25, Number.NaN, Infinity, -Infinity]) },
  { type: 'Fractional', value: (random) => readable(Math.exp(normal(random) * 3)) },
  { type: 'Fractional', value: (random) => pick(random, [1e308, -1e308, 5e-300, 3, -7e200]) },
  { type: 'Fractional', value: (random) => random() * 1e-290 },
  {
    type: 'Fractional',
    native: 'decimal(20, 6)',
    value: (random) => new ExactNumber((Math.round(random() * 1e9) / 1e6 + 5).toFixed(6)),
  },
  { type: 'String', value: (random) => pick(random, ['', 'a', 'A', 'b ', ' b', 'Zoë', '😀x', 'NULL']) },
  { type: 'String', value: (random) => String(Math.floor(random() * 1e4)) },
  { type: 'String', value: (random) => pick(random, ['2024-02-29', '1999-12-31']) },
  { type: 'Boolean', value: (random) => random() < 0.3 },
  { type: 'Date', value: day },
  { type: 'Timestamp', value: moment },
]

/** A table of a few random columns and up to 60 rows, of which some have no value; the first ones have none and one row. */
export function randomTable(index: number, random: () => number): ExampleTable {
  const count = index < 2 ? index : 2 + Math.floor(random() * random() * 58)
  const chosen = Array.from({ length: 3 + Math.floor(random() * 6) }, () => ({
    kind: pick(random, kinds),
    gaps: pick(random, [0, 0.2, 1]) * pick(random, [1, 0.5]),
  }))
  const rows = Array.from({ length: count }, () =>
    chosen.map(({ kind, gaps }) => (random() < gaps ? null : kind.value(random))),
  )
  const named = chosen.map(({ kind }, column) => [`c${column}`, kind] as const)
  return {
    name: `t${index}`,
    columns: Object.fromEntries(named.map(([name, { type }]) => [name, type])),
    native_types: Object.fromEntries(named.flatMap(([name, { native }]) => (native ? [[name, native]] : []))),
    rows,
  }
}

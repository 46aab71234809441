import { DuckDBInstance } from '@duckdb/node-api'
import { againstHand } from './against-hand.ts'
import { expression, row, unique, type BenchCheck } from './bench-check.ts'
import { ordersOr, placeOrders } from './orders.ts'
import { engineMemoryMb, withService } from './service.ts'

const fields = [
  'id',
  'order_code',
  'customer_id',
  'country',
  'status',
  'quantity',
  'price',
  'discount',
  'total',
  'phone',
]

const countries = ['DE', 'FR', 'IT', 'ES', 'PL', 'NL', 'AT', 'SE', 'DK', 'PT']
const states = ['open', 'paid', 'sent', 'done', 'returned']
const phone = String.raw`^\+[0-9]{2} [0-9]{3} [0-9]{7}$`
const affordable = 'quantity > 2 or price * quantity < 1999'
const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

/** A constraint as PyDeequ has it; the bounds are those of the number that it computes. */
interface Constraint {
  method: string
  arguments: unknown[]
  least: number | null
  most: number | null
}

const constraint = (
  method: string,
  given: unknown[],
  bounds: { least?: number; most?: number } = {},
): Constraint => ({ method, arguments: given, least: bounds.least ?? null, most: bounds.most ?? null })

/** All rows of those that meet a constraint. */
const all = { least: 1 }

/** Sixteen of the constraints that the README and the tutorials of PyDeequ show, each with the check that finds the same. */
const pairs = (rows: number, quantities: number): [BenchCheck, Constraint][] => [
  [
    {
      rule: 'minPartitionSize',
      description: 'no row is lost',
      fields: [],
      properties: { value: rows },
      failing: null,
      number: 'count(*)',
    },
    constraint('hasSize', [], { least: rows }),
  ],
  [row('id is there', 'notNull', 'id', 'id is null'), constraint('isComplete', ['id'])],
  [unique('id is unique', 'id'), constraint('isUnique', ['id'])],
  [row('code is there', 'notNull', 'order_code', 'order_code is null'), constraint('isComplete', ['order_code'])],
  [unique('codes are distinct', 'order_code'), constraint('hasDistinctness', [['order_code']], all)],
  [
    row('customer is there', 'notNull', 'customer_id', 'customer_id is null'),
    constraint('isComplete', ['customer_id']),
  ],
  [
    row('country is served', 'expectedValues', 'country', `country not in (${listed(countries)})`, {
      list: countries,
    }),
    constraint('isContainedIn', ['country', countries]),
  ],
  [
    row('country has two letters', 'maxLength', 'country', 'length(country) > 2', { value: 2 }),
    constraint('hasMaxLength', ['country'], { most: 2 }),
  ],
  [
    row('status is known', 'expectedValues', 'status', `status not in (${listed(states)})`, { list: states }),
    constraint('isContainedIn', ['status', states]),
  ],
  [
    row('quantity is not negative', 'notNegative', 'quantity', 'quantity < 0'),
    constraint('isNonNegative', ['quantity']),
  ],
  [
    {
      rule: 'sum',
      description: 'no parcel is lost',
      fields: ['quantity'],
      properties: { value: quantities },
      failing: null,
      number: 'sum(quantity)',
    },
    constraint('hasSum', ['quantity'], { least: quantities, most: quantities }),
  ],
  [row('price is positive', 'positive', 'price', 'price <= 0'), constraint('isPositive', ['price'])],
  [
    row('discount is no surcharge', 'minValue', 'discount', 'discount < 0', { value: 0 }),
    constraint('hasMin', ['discount'], { least: 0 }),
  ],
  [
    row('total is below the limit', 'maxValue', 'total', 'total > 200000', { value: 200_000 }),
    constraint('hasMax', ['total'], { most: 200_000 }),
  ],
  [
    row('phone looks like one', 'matchesPattern', 'phone', `not regexp_matches(phone, '${phone}')`, {
      pattern: phone,
    }),
    constraint('hasPattern', ['phone', phone], all),
  ],
  [
    expression('small orders cost little', affordable),
    constraint('satisfies', [affordable, 'small orders cost little'], all),
  ],
]

/** The checks of PyDeequ's own documentation on ten million orders of ten columns, by the service, by hand and by PyDeequ. */
export async function measureDeequ(folder: string): Promise<object> {
  const rows = ordersOr(10_000_000)
  const path = await placeOrders(folder, rows, fields)
  const both = pairs(rows, await sumOf('quantity', path))
  const checks = both.map(([check]) => check)
  const deequ = { path, rows, constraints: both.map(([, asked]) => asked) }
  const task = { path, text: null, checks, memory_mb: engineMemoryMb, scratch_folder: folder }
  return withService(folder, async (service) => ({
    rows,
    ...(await againstHand(service, task, {
      rounds: 3,
      ratio: null,
      memory_mib: 1024,
      peers: { deequ },
      peer_ratios: { deequ: 1 },
    })),
  }))
}

async function sumOf(field: string, path: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const reader = await connection.runAndReadAll(`select sum(${field}) from read_parquet('${path}')`)
    return Number(reader.getRows()[0]?.[0])
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

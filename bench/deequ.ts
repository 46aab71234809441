import assert from 'node:assert/strict'
import { DuckDBInstance } from '@duckdb/node-api'
import { againstHand } from './against-hand.ts'
import { row, type BenchCheck } from './bench-check.ts'
import { affordable, countries, orderRowChecks, orderUniqueChecks, phone, states } from './order-checks.ts'
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

/** All rows meet it. */
const all = { least: 1 }

/** Of the sixteen constraints, those that find what a check of all orders finds, by its description. */
const asOfOrders: Record<string, Constraint> = {
  'id is there': constraint('isComplete', ['id']),
  'id is unique': constraint('isUnique', ['id']),
  'code is there': constraint('isComplete', ['order_code']),
  'code is unique': constraint('hasDistinctness', [['order_code']], all),
  'customer is there': constraint('isComplete', ['customer_id']),
  'country is served': constraint('isContainedIn', ['country', countries]),
  'country has two letters': constraint('hasMaxLength', ['country'], { most: 2 }),
  'status is known': constraint('isContainedIn', ['status', states]),
  'price is positive': constraint('isPositive', ['price']),
  'total is below the limit': constraint('hasMax', ['total'], { most: 200_000 }),
  'phone looks like one': constraint('hasPattern', ['phone', phone], all),
  'small orders cost little': constraint('satisfies', [affordable, 'small orders cost little'], all),
}

const ofOrders = [...orderRowChecks, ...orderUniqueChecks].flatMap((check): [BenchCheck, Constraint][] => {
  const asked = asOfOrders[check.description]
  return asked ? [[check, asked]] : []
})

/** A check on one number of the whole file, which must be this. */
const exactly = (
  rule: string,
  description: string,
  checked: string[],
  number: string,
  value: number,
): BenchCheck => ({ rule, description, fields: checked, properties: { value }, failing: null, number })

/** Sixteen of the constraints that the README and the tutorials of PyDeequ show, each with the check that finds the same. */
const pairs = (rows: number, quantities: number): [BenchCheck, Constraint][] => [
  ...ofOrders,
  [
    row('quantity is not negative', 'notNegative', 'quantity', 'quantity < 0'),
    constraint('isNonNegative', ['quantity']),
  ],
  [
    row('discount is no surcharge', 'minValue', 'discount', 'discount < 0', { value: 0 }),
    constraint('hasMin', ['discount'], { least: 0 }),
  ],
  [
    exactly('minPartitionSize', 'no row is lost', [], 'count(*)', rows),
    constraint('hasSize', [], { least: rows }),
  ],
  [
    exactly('sum', 'no parcel is lost', ['quantity'], 'sum(quantity)', quantities),
    constraint('hasSum', ['quantity'], { least: quantities, most: quantities }),
  ],
]

/** The checks of PyDeequ's own documentation on ten million orders of ten columns, by the service, by hand and by PyDeequ. */
export async function measureDeequ(folder: string): Promise<object> {
  const rows = ordersOr(10_000_000)
  const path = await placeOrders(folder, rows, fields)
  const sixteen = pairs(rows, await sumOf('quantity', path))
  assert.equal(sixteen.length, 16, 'each constraint has its check')
  // Spark sorts the rows for a check on uniqueness, which is most of its time.
  const without_uniqueness = sixteen.filter(([{ rule }]) => rule !== 'unique')
  const contests: Record<string, object> = {}
  for (const [name, both] of Object.entries({ sixteen, without_uniqueness }))
    contests[name] = await contestOver(both, rows, path, folder)
  return { rows, ...contests }
}

function contestOver(
  both: readonly [BenchCheck, Constraint][],
  rows: number,
  path: string,
  folder: string,
): Promise<object> {
  const checks = both.map(([check]) => check)
  const deequ = { path, rows, constraints: both.map(([, asked]) => asked) }
  const task = { path, text: null, checks, memory_mb: engineMemoryMb, scratch_folder: folder }
  return withService(folder, (service) =>
    againstHand(service, task, {
      rounds: 3,
      ratio: null,
      memory_mib: 1024,
      peers: { deequ },
      peer_ratios: { deequ: 1 },
    }),
  )
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

import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/**
 * Orders as a shop might keep them: integers, decimals, doubles, texts, dates and times, with NULLs, and with a few wrong
 * values of most kinds. Each value depends on the number of its row only.
 */
const columns: Record<string, string> = {
  id: 'i',
  order_code: `'ORD-' || lpad(cast(case when i % 2000003 = 5 then i - 1 else i end as varchar), 10, '0')`,
  customer_id: `case when pick(i, 'customer_id', 1000) = 7 then null else cast(pick(i, 'customer', 400000) as integer) end`,
  email: `case pick(i, 'email', 100000) when 1 then 'nobody' when 2 then '' when 3 then null
    else 'user' || i || case pick(i, 'host', 3) when 0 then '@example.com' when 1 then '@mail.example.org' else '@example.net' end end`,
  country: `case when pick(i, 'country_dirt', 500000) = 9 then 'xx' else ['DE', 'FR', 'IT', 'ES', 'PL', 'NL', 'AT', 'SE', 'DK', 'PT'][1 + pick(i, 'country', 10)] end`,
  city: `['Berlin', 'Paris', 'Rome', 'Madrid', 'Warsaw', 'Utrecht', 'Vienna', 'Malmo', 'Aarhus', 'Porto'][1 + pick(i, 'country', 10)] || ' ' || pick(i, 'district', 400)`,
  status: `case when pick(i, 'status_dirt', 2500000) = 3 then 'lost' else ['open', 'paid', 'sent', 'done', 'returned'][1 + pick(i, 'status', 5)] end`,
  quantity: `cast(case when pick(i, 'quantity_dirt', 50000) = 1 then -pick(i, 'quantity', 9) else 1 + pick(i, 'quantity', 60) end as integer)`,
  price: `cast(case when pick(i, 'price_dirt', 3000000) = 2 then 0 else 1 + pick(i, 'price', 99900) / 100.0 end as decimal(10, 2))`,
  discount: `cast(pick(i, 'discount', 5000) / 10000.0 as decimal(5, 4))`,
  tax: `pick(i, 'tax', 100000) / 1000.0`,
  total: `case when pick(i, 'total_dirt', 4000) = 1 then -1.0 else pick(i, 'total', 1000000) / 7.0 end`,
  weight_kg: `case when pick(i, 'weight_null', 20) = 0 then null else pick(i, 'weight', 30000) / 1000.0 end`,
  is_gift: `pick(i, 'gift', 2) = 1`,
  ordered_on: `date '2024-01-01' + cast(pick(i, 'day', 700) as integer)`,
  shipped_on: `case when pick(i, 'ship_null', 10) = 0 then null
    when pick(i, 'ship_dirt', 1500000) = 4 then date '2023-12-01' else date '2024-01-01' + cast(pick(i, 'day', 700) + pick(i, 'ship', 9) as integer) end`,
  created_at: `timestamp '2024-01-01' + to_seconds(pick(i, 'second', 60000000))`,
  updated_at: `timestamp '2024-01-01' + to_seconds(pick(i, 'second', 60000000) + pick(i, 'later', 90000) - case when pick(i, 'later_dirt', 1000000) = 6 then 100000 else 0 end)`,
  phone: `case when pick(i, 'phone_dirt', 200) = 3 then 'none' else '+49 ' || (100 + pick(i, 'prefix', 900)) || ' ' || (1000000 + pick(i, 'line', 9000000)) end`,
  note: `case pick(i, 'note_null', 5) when 0 then null when 1 then null else 'Leave it at door ' || pick(i, 'door', 5000) || case when pick(i, 'note_dirt', 700) = 1 then ' <b>' else '' end end`,
}

/** The columns of the files of many rows: keys, numbers, texts and a date, as wide as they need to be. */
export const narrow = [
  'id',
  'order_code',
  'customer_id',
  'status',
  'quantity',
  'price',
  'weight_kg',
  'ordered_on',
]

/** The columns of the widest file. */
export const wide = Object.keys(columns)

/** How many orders a measure takes: `ASSAY_BENCH_ROWS`, or as many as it takes by itself. */
export const ordersOr = (usual: number): number => Number(process.env['ASSAY_BENCH_ROWS'] ?? usual)

/** The name that the file of orders has in its folder, and thus the container. */
export const ordersFile = 'orders.parquet'

/**
 * A Parquet file of so many orders in its own folder, the same ones at every call; what an earlier measurement has
 * written is used again. Returns its path.
 */
export async function placeOrders(folder: string, rows: number, fields: readonly string[]): Promise<string> {
  const path = join(folder, `orders-${fields.length}-${rows}`, ordersFile)
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  // The next measurement must not take half a file for the whole one.
  const half = `${path}.half`
  await writeOrders(half, rows, fields, 'parquet, row_group_size 122880')
  renameSync(half, path)
  return path
}

/** Writes orders in a format of DuckDB's `copy`. */
export async function writeOrders(
  path: string,
  rows: number,
  fields: readonly string[],
  format: string,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run('create macro pick(i, what, n) as cast(hash(i, what) % n as bigint)')
    const items = fields.map((name) => `${columns[name]} as ${name}`)
    await connection.run(
      `copy (select ${items.join(', ')} from range(${rows}) as numbers(i)) to '${path}' (format ${format})`,
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

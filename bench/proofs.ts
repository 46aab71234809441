import { againstHand } from './against-hand.ts'
import { expression, row, type BenchCheck } from './bench-check.ts'
import { ordersOr, placeOrders, wide } from './orders.ts'
import { engineMemoryMb, withService } from './service.ts'

/** Twenty checks, of which the statistics of the file prove the first ten. */
const checks: readonly BenchCheck[] = [
  row('id is there', 'notNull', 'id', 'id is null'),
  row('id is not negative', 'notNegative', 'id', 'id < 0'),
  row('code is there', 'notNull', 'order_code', 'order_code is null'),
  row('country is there', 'notNull', 'country', 'country is null'),
  row('city is there', 'notNull', 'city', 'city is null'),
  row('discount is a share', 'between', 'discount', 'discount < 0 or discount > 1', { min: 0, max: 1 }),
  row('total is there', 'notNull', 'total', 'total is null'),
  row('the order is there', 'notNull', 'ordered_on', 'ordered_on is null'),
  row('it was made in this time', 'afterDateTime', 'created_at', "created_at <= timestamp '2023-12-31'", {
    datetime: '2023-12-31T00:00:00Z',
  }),
  row('tax is there', 'notNull', 'tax', 'tax is null'),
  row('quantity is positive', 'positive', 'quantity', 'quantity <= 0'),
  row('quantity fits a parcel', 'between', 'quantity', 'quantity < 1 or quantity > 60', { min: 1, max: 60 }),
  row('price is positive', 'positive', 'price', 'price <= 0'),
  row('customer is there', 'notNull', 'customer_id', 'customer_id is null'),
  row('email is there', 'notNull', 'email', 'email is null'),
  row('email is not empty', 'notEmpty', 'email', "email = ''"),
  row('email is short', 'maxLength', 'email', 'length(email) > 64', { value: 64 }),
  row('the weight is there', 'notNull', 'weight_kg', 'weight_kg is null'),
  row('the weight can be carried', 'maxValue', 'weight_kg', 'weight_kg > 29.99', { value: 29.99 }),
  expression('it was shipped in this time', "shipped_on >= date '2024-01-01'"),
]

/** Checks on an order file of twenty columns of which half are proven by its statistics, beside the plan by hand that reads them all. */
export async function measureProofs(folder: string): Promise<object> {
  const rows = ordersOr(10_000_000)
  const path = await placeOrders(folder, rows, wide)
  const task = { path, checks, memory_mb: engineMemoryMb, scratch_folder: folder, text: null }
  return withService(folder, async (service) => ({
    rows,
    ...(await againstHand(service, task, { rounds: 5, ratio: 0.6, memory_mib: 1024 })),
  }))
}

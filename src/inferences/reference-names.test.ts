import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesReferredTo, nearness, referencesFor } from './reference-names.ts'

const keys = [
  { container: 'customers', field: 'id', type: 'Integral' },
  { container: 'countries', field: 'id', type: 'Integral' },
  { container: 'products', field: 'sku', type: 'String' },
] as const

const containersFor = (...fields: Parameters<typeof referencesFor>[0]) =>
  referencesFor(fields, keys).map(({ container }) => container)

test('a number is compared only with keys whose names speak for it', () => {
  assert.deepEqual(containersFor({ name: 'id', type: 'Integral' }), [])
  assert.deepEqual(containersFor({ name: 'customer_id', type: 'Integral' }), ['customers'])
  assert.deepEqual(
    containersFor({ name: 'Country_ID', type: 'Integral' }, { name: 'customer_id', type: 'Integral' }),
    ['customers', 'countries'],
  )
})

test('a text is compared with every key that is a text, whatever its name', () => {
  assert.deepEqual(containersFor({ name: 'anything', type: 'String' }), ['products'])
})

test('a field of another type than the key is not compared with it', () => {
  assert.deepEqual(containersFor({ name: 'customer_id', type: 'Fractional' }), [])
})

test('every container or key that is near to a field has one of the names that speak for it', () => {
  const parts = ['id', 'key', 'city', 'cities', 'news', 'box', 'order', 'orders', 'Order', 'a']
  const names = parts.flatMap((one) => [one, ...parts.flatMap((other) => [`${one}_${other}`, one + other])])
  let near = 0
  for (const name of names) {
    const speaking = namesReferredTo([{ name }])
    for (const container of [...parts, 'orders.csv']) {
      for (const field of parts) {
        if (nearness({ name }, { container, field }) === 0) continue
        near++
        const table = container.toLowerCase().replace(/[.][a-z]+$/, '')
        assert.ok(
          speaking.containers.includes(table) || speaking.fields.includes(field.toLowerCase()),
          `${name} is near to ${field} of ${container}`,
        )
      }
    }
  }
  assert.ok(near > 300, String(near))
})

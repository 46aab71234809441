import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referencesFor } from './reference-names.ts'

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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluated } from '../harness/engine.ts'
import { openExamples } from '../harness/example-stores.ts'

/** Values of PostgreSQL types that are texts to people, as the rows show them. */
const shown: Record<string, string[]> = {
  inet: ['10.0.0.1', '10.1.0.0/16', '::1', '2001:db8::/32'],
  cidr: ['10.0.0.1/32', '10.1.0.0/16'],
  macaddr: ['08:00:2b:01:02:03'],
  uuid: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
}

for (const [type, values] of Object.entries(shown)) {
  test(`a value of the type ${type} is the expected value that a person sees`, async () => {
    const rows = [...values.map((value) => [value]), [null]]
    const table = { name: 'things', columns: { v: 'String' as const }, native_types: { v: type }, rows }
    const store = await openExamples('postgresql', [table])
    try {
      const found = await evaluated(store, 'things', [
        { rule_type: 'expectedValues', fields: ['v'], properties: { list: values } },
        { rule_type: 'notNull', fields: ['v'] },
      ])
      assert.equal(found.outcomes.get(1)?.assertion_result, 'passed')
      assert.equal(found.outcomes.get(2)?.anomalous_records, 1)
    } finally {
      await store.close()
    }
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorObject } from 'ajv'
import { violationsOf } from './violations.ts'

/** Findings of a list of objects and texts in which every item is a number, and how often their places are read. */
function findings(items: number) {
  let reads = 0
  const errors = Array.from({ length: items }, (_, item) =>
    ['type', 'required', 'anyOf'].map((keyword, branch) => ({
      keyword,
      schemaPath: `#/items/anyOf/${branch}/${keyword}`,
      params: keyword === 'type' ? { type: 'string' } : {},
      get instancePath() {
        reads += 1
        return `/${item}`
      },
    })),
  ).flat() as ErrorObject[]
  const violations = violationsOf(errors, 'body')
  return { reads, violations }
}

test('the time for the answer to a refused list grows with the list, not with its square', () => {
  const [short, long] = [findings(100), findings(1000)]
  assert.ok(long.reads <= 10 * short.reads, `${short.reads} reads, then ${long.reads}`)
})

test('however much is wrong, twenty places are told of', () => {
  const { violations } = findings(1000)
  assert.deepEqual([violations.length, violations[19]?.loc], [20, ['body', 19]])
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import dialects from '../../src/sql/dialects/index.generated.ts'
import { besieged } from '../attack/stores.ts'
import { exampleEngines } from '../harness/example-stores.ts'

/** Dialects that no machine of ours has a server for, with the one that stands for them. */
const standIns: Record<string, string> = { mysql: 'mariadb' }

describe('every dialect', () => {
  const engines: readonly string[] = exampleEngines
  const attacked = new Set<string>(Object.values(besieged).map(({ engine }) => engine))
  for (const { name } of dialects) {
    const tried = standIns[name] ?? name
    test(`${name} runs the examples of the rules and the random tables`, () => {
      assert.ok(engines.includes(tried), `Add "${name}" to exampleEngines of test/harness/example-stores.ts.`)
    })

    test(`${name} is attacked`, () => {
      assert.ok(attacked.has(tried), `Add a store that speaks "${name}" to test/attack/stores.ts.`)
    })
  }
})

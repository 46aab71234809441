import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { exampleEngines, triedStores } from '../harness/example-stores.ts'

const tried = [...triedStores.values()]

describe('the SQL of every connection type is tried', () => {
  for (const type of connectors.names()) {
    test(`${type} runs the examples of the rules and the random tables, and is attacked`, () => {
      const stores = tried.filter(({ stands_for }) => stands_for.includes(type))
      assert.equal(
        stores.length,
        1,
        `Nothing tries the SQL of the connector "${type}": add test/stores/${type}/store.ts, or name it in stands_for of the store that speaks the same.`,
      )
      for (const { attacks, besieged, double } of stores) {
        // A double that does not run the SQL of the store cannot be attacked with it.
        assert.ok(attacks.slow.length > 0 && (Object.keys(besieged).length > 0 || double !== undefined))
      }
    })
  }

  for (const { engine, stands_for, double } of tried.filter((store) => store.double !== undefined)) {
    test(`${engine} is tried on ${double} alone, and tells whoever connects`, () => {
      for (const type of stands_for)
        assert.match(connectors.get(type).untried ?? '', /^This connector has never met /)
    })
  }

  test('no store is tried for a connector that there is not', () => {
    const types = new Set(connectors.names())
    assert.deepEqual(
      tried.flatMap(({ stands_for }) => stands_for).filter((type) => !types.has(type)),
      [],
    )
    assert.ok(exampleEngines.length > 0)
  })
})

import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { connectors } from '../../src/connectors/registry.ts'
import { conforming, metThemselves } from './conformance.ts'

// Each is a file `<store>.fixture.ts` of this folder, found by its name as the connectors are.
const folder = fileURLToPath(new URL('.', import.meta.url))
for (const file of globSync('*.fixture.ts', { cwd: folder }).toSorted()) {
  await import(pathToFileURL(`${folder}${file}`).href)
}

/** Those for which neither a server nor a double with tables of its own can be had, with the tests that try their sessions with answers that are given. */
const onGivenAnswers: Record<string, string> = {
  bigquery: 'bigquery-client.test.ts',
  oracle: 'oracle-client.test.ts',
  snowflake: 'snowflake-client.test.ts',
  sqlserver: 'sqlserver-client.test.ts',
}

describe('every connection type keeps the promises of a session', () => {
  for (const [type, tests] of Object.entries(onGivenAnswers)) {
    test(`${type} is tried with given answers, as there is nothing to keep the promises on`, () => {
      assert.ok(existsSync(`${folder}${tests}`) && !conforming.has(type))
    })
  }

  for (const type of connectors.names().filter((name) => !Object.hasOwn(onGivenAnswers, name))) {
    test(`${type} has a fixture that they are tried with`, () => {
      assert.ok(
        conforming.has(type),
        `Nothing tries the connector "${type}": add test/connectors/${type}.fixture.ts that calls conforms().`,
      )
    })
  }

  for (const type of connectors.names().filter((name) => !metThemselves.has(name))) {
    test(`${type} has met a double at most, and tells whoever connects`, () => {
      assert.match(connectors.get(type).untried ?? '', /^This connector has never met /)
    })
  }
})

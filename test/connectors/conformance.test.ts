import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { connectors } from '../../src/connectors/registry.ts'
import { conforming, metThemselves } from './conformance.ts'

// Each is a file `<store>.fixture.ts` of this folder, found by its name as the connectors are.
const folder = fileURLToPath(new URL('.', import.meta.url))
for (const file of globSync('*.fixture.ts', { cwd: folder }).toSorted()) {
  await import(pathToFileURL(`${folder}${file}`).href)
}

describe('every connection type keeps the promises of a session', () => {
  for (const type of connectors.names()) {
    test(`${type} has a fixture that they are tried with`, () => {
      assert.ok(
        conforming.has(type),
        `Nothing tries the connector "${type}": add test/connectors/${type}.fixture.ts that calls conforms().`,
      )
    })
  }

  for (const type of connectors.names().filter((name) => !metThemselves.has(name))) {
    test(`${type} keeps them on a double alone, and tells whoever connects`, () => {
      assert.match(connectors.get(type).untried ?? '', /^This connector has never met /)
    })
  }
})

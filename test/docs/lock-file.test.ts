import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Locked {
  /** Where it is installed under another name than its own. */
  name?: string
  version: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  /** Of a workspace of this project. */
  link?: boolean
}

const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as {
  packages: Record<string, Locked>
}
// Neither the project nor its workspaces come from a registry.
const installed = Object.entries(packages).filter(
  ([place, { link }]) => place.includes('node_modules/') && link !== true,
)

test('every package that is installed whatever the machine has its integrity in the lock file', () => {
  const unproven = installed.filter(
    ([, { integrity, optional, os, cpu }]) => !integrity && !(optional && (os || cpu)),
  )
  assert.deepEqual(
    unproven.map(([place]) => place),
    [],
  )
})

test('the bindings of other machines stay in the lock file', () => {
  for (const engine of ['@duckdb/node-bindings', '@swc/core', '@oxlint/binding', '@oxfmt/binding']) {
    for (const machine of ['darwin-arm64', 'linux-x64', 'win32-x64']) {
      const prefix = `node_modules/${engine}-${machine}`
      assert.ok(
        installed.some(([place]) => place.startsWith(prefix)),
        prefix,
      )
    }
  }
})

test('no web server and no process cluster come along with the parser of addresses', () => {
  const beside = installed.filter(([place]) => place.startsWith('node_modules/pelias-parser/node_modules/'))
  assert.deepEqual(
    beside.flatMap(([place, { name }]) => (/[/](?:express|cluster)$/.test(place) ? [name] : [])),
    ['pluralize', 'pluralize'],
  )
  assert.ok(!installed.some(([place]) => place === 'node_modules/es5-ext'))
})

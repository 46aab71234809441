import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Locked {
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
  const named = new Set(['express', 'es5-ext', 'cluster'].map((name) => `node_modules/${name}`))
  assert.deepEqual(
    installed.map(([place]) => place).filter((place) => named.has(place)),
    [],
  )
})

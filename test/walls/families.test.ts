import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { families } from '../../src/engine/families/table.ts'
import { rules } from '../../src/rules/registry.ts'

const names = Object.keys(families)

/** Every way to ask which family a rule is of, or to keep a list of families beside the table. */
function askingIn(source: string): string[] {
  const asked = [
    ...source.matchAll(/\bfamily\s*\)?\s*(?:[!=]==?)\s*['"]/g),
    ...source.matchAll(/switch\s*\([^)]*\bfamily\s*\)/g),
  ].map(([text]) => text)
  const listed = [...source.matchAll(/\bnew (?:Set|Map)[^([]*\(\[([^\]]*)\]/g)]
    .map(([, items = '']) => [...items.matchAll(/['"](\w+)['"]/g)].map(([, item = '']) => item))
    .filter((items) => items.length > 1 && items.every((item) => names.includes(item)))
  return [...asked, ...listed.map((items) => items.join(', '))]
}

test('no room asks which family a rule is of: what differs by family is a member of the table', () => {
  const files = globSync('src/**/*.ts').filter(
    (file) => !file.startsWith('src/engine/families/') && !file.endsWith('.test.ts'),
  )
  assert.ok(files.length > 300)
  const found = files.flatMap((file) =>
    askingIn(readFileSync(file, 'utf8')).map((asking) => `${file}: ${asking}`),
  )
  assert.deepEqual(found, [])
})

test('no room knows by its spelling what a property of a rule holds: the rule declares it', () => {
  const declared = new Set(
    rules
      .all()
      .flatMap(({ sql_properties: { own = [], referenced = [] } = {}, pattern_properties = [] }) => [
        ...own,
        ...referenced,
        ...pattern_properties,
      ]),
  )
  assert.ok(declared.has('expression') && declared.has('ref_filter') && declared.has('pattern'))
  const spelled = new RegExp(`'(?:${[...declared].join('|')})'`)
  const files = globSync('src/{engine,services,operations}/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts'),
  )
  assert.ok(files.length > 100)
  assert.deepEqual(
    files.filter((file) => spelled.test(readFileSync(file, 'utf8'))),
    [],
  )
})

test('the wall sees what it is there for', () => {
  const planted = [
    `if (rule.family === 'row') return`,
    `if (rules.find(type)?.family !== 'measured') return`,
    `switch (rule.family) {`,
    `switch (prepared.rule.family) {`,
    `const concluded = new Set(['aggregate', 'grouped'])`,
    `const counting = new Set<string>(['row', 'size'])`,
  ]
  for (const one of planted) assert.equal(askingIn(one).length, 1, one)
  assert.deepEqual(askingIn(`if (familyOf(rule).judges === 'rows') new Set(['row', 'column'])`), [])
})

test('each family has a file of its own, and each is that of a rule', () => {
  const files = globSync('src/engine/families/*.ts').map((file) => basename(file, '.ts'))
  assert.deepEqual(files.filter((name) => name !== 'family' && name !== 'table').sort(), [...names].sort())
  assert.deepEqual([...new Set(rules.all().map(({ family }) => family))].sort(), [...names].sort())
})

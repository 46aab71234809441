import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '../../src/connectors/registry.ts'
import { evaluated } from '../harness/engine.ts'
import { boundsIn, type ExampleStore } from '../harness/example-stores.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'

/** Columns of a PostgreSQL whose server has several texts for a value, and what a person sees of their two values. */
const columns: Record<string, { type: string; shown: [string, string] }> = {
  'a fixed length': { type: 'char(5)', shown: ['ab', ' a b'] },
  'a domain over a fixed length': { type: 'fixed', shown: ['ab', ' a b'] },
  'a domain over a network address': { type: 'address', shown: ['10.0.0.1', '10.1.0.0/16'] },
  'a domain over such a domain': { type: 'inner_address', shown: ['10.0.0.1', '::1'] },
  'a domain over a text': { type: 'word', shown: ['', 'ab '] },
  'an enumeration': { type: 'mood', shown: ['glad', 'so so'] },
}

describe('a value of PostgreSQL that the server writes in several ways', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-own-types-'))
  let source: PostgresSource
  let store: ExampleStore
  before(async () => {
    source = await postgresSource()
    await onServer(source.url, [
      'create domain fixed as char(5)',
      'create domain address as inet',
      'create domain inner_address as address check (family(value) in (4, 6))',
      'create domain word as text',
      `create type mood as enum ('glad', 'so so')`,
      ...Object.values(columns).flatMap(({ type, shown }, index) => [
        `create table t${index} (v ${type})`,
        `insert into t${index} values ('${shown[0]}'), ('${shown[1]}'), (null)`,
      ]),
    ])
    const session = await connectors
      .get('postgresql')
      .open(source.connection, source.target, boundsIn(folder))
    store = {
      session,
      container: (name) => ({ name, container_type: 'table', file_options: {} }),
      close: () => session.close(),
    }
  })
  after(async () => {
    await store.close()
    await source.close()
    rmSync(folder, { recursive: true })
  })

  for (const [index, [title, { shown }]] of Object.entries(columns).entries()) {
    test(`of ${title} is compared as it is shown`, async () => {
      const found = await evaluated(store, `t${index}`, [
        { rule_type: 'expectedValues', fields: ['v'], properties: { list: shown } },
        { rule_type: 'expectedValues', fields: ['v'], properties: { list: ['elsewhere'] } },
        {
          rule_type: 'maxLength',
          fields: ['v'],
          properties: { value: Math.max(...shown.map((text) => text.length)) },
        },
        { rule_type: 'matchesPattern', fields: ['v'], properties: { pattern: `^(${shown.join('|')})$` } },
      ])
      assert.deepEqual(
        [1, 3, 4].map((id) => [
          found.outcomes.get(id)?.assertion_result,
          found.outcomes.get(id)?.assertion_details,
        ]),
        [
          ['passed', null],
          ['passed', null],
          ['passed', null],
        ],
      )
      const records = [...found.records, ...found.shapes.flatMap((shape) => shape.records)]
      const texts = records.map((record) => (JSON.parse(record.record) as { v: unknown }).v)
      assert.deepEqual(new Set(texts), new Set(shown))
    })
  }
})

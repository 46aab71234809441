import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { describe, test } from 'node:test'
import type { ScanRequest } from '../../src/engine/check.ts'
import { judgingSql } from '../../src/engine/judging-sql.ts'
import { rules } from '../../src/rules/registry.ts'
import type { Rule, RuleExample } from '../../src/rules/rule.ts'
import dialects from '../../src/sql/dialects/index.generated.ts'
import { knowsBackslashes } from '../../src/sql/lexer.ts'
import { openExamples } from '../harness/example-stores.ts'

const fieldsOf = (columns: RuleExample['columns']) =>
  Object.entries(columns).map(([name, type]) => ({ name, type, native_type: 'x', nullable: true }))

function requestOf({ type }: Rule, example: RuleExample, masked: readonly string[] = []): ScanRequest {
  const { columns, given, references = {} } = example
  return {
    container: { name: 'judged', container_type: 'table', file_options: {} },
    known_fields: fieldsOf(columns),
    masked_fields: new Set(masked),
    checks: [
      {
        id: 1,
        rule_type: type,
        description: type,
        filter: null,
        coverage: 1,
        properties: {},
        anomaly_message_field: null,
        ...given,
      },
    ],
    references: new Map(
      Object.entries(references).map(([id, other]) => [
        Number(id),
        {
          container_id: Number(id),
          datastore_id: 1,
          name: `other_${id}`,
          fields: fieldsOf(other.columns),
          container: { name: `other_${id}`, container_type: 'table', file_options: {} },
          open: null,
        },
      ]),
    ),
    check_variables: {},
    rollup_threshold: 10,
    source_record_limit: 10,
    record_cap: null,
    now: '2026-01-01T00:00:00Z',
    increment: null,
    measurements: new Map(),
    last_modified: '2025-12-31T00:00:00Z',
    staging: {
      memory_mb: 256,
      scratch_folder: tmpdir(),
      statement_timeout_seconds: 60,
      signal: new AbortController().signal,
    },
  }
}

describe('the SQL that judges a check', () => {
  test('is there for every rule and dialect, or the reason why there is none', async () => {
    for (const rule of rules.all()) {
      for (const dialect of dialects) {
        for (const example of rule.examples) {
          const { statements, reason } = await judgingSql(dialect, requestOf(rule, example))
          assert.ok(statements.length > 0 || reason !== null, `${rule.type} in ${dialect.name}`)
          // No place of a parameter is left.
          assert.doesNotMatch(statements.join(), /[\uE000\uE001]/u)
        }
      }
    }
  })

  test('runs as it stands in a store that has the containers by their names', async () => {
    for (const rule of rules.all()) {
      const [example] = rule.examples
      if (example === undefined) continue
      const others = Object.entries(example.references ?? {})
      const store = await openExamples('sqlite', [
        { name: 'judged', columns: example.columns, rows: example.rows },
        ...others.map(([id, other]) => ({ name: `other_${id}`, columns: other.columns, rows: other.rows })),
      ])
      try {
        const { statements } = await judgingSql(store.session.dialect, requestOf(rule, example))
        for (const sql of statements) {
          await assert.doesNotReject(store.session.query({ sql, parameters: [] }), `${rule.type}: ${sql}`)
        }
      } finally {
        await store.close()
      }
    }
  })

  test('holds the values that the check names, and none where a masked field is computed with', async () => {
    const rule = rules.get('expectedValues')
    const example: RuleExample = {
      shows: 'values',
      columns: { city: 'String', size: 'Integral' },
      rows: [],
      given: {
        fields: ['city'],
        properties: { list: ["O'Hare", 'C:\\x', 'Rome', "Rio\\'s", 'Bonn\\'] },
        filter: 'size > 870411',
      },
    }
    for (const dialect of dialects) {
      const open = await judgingSql(dialect, requestOf(rule, example))
      const { lexicalRules } = dialect
      assert.match(open.statements.join(), lexicalRules.undoubledQuotes ? /'O\\'Hare'/ : /'O''Hare'/)
      assert.match(open.statements.join(), knowsBackslashes(lexicalRules) ? /'C:\\\\x'/ : /'C:\\x'/)
      assert.match(open.statements.join(), /size > 870411/)
      const hidden = await judgingSql(dialect, requestOf(rule, example, ['city']))
      assert.match(hidden.statements.join(), /<masked>/)
      assert.doesNotMatch(hidden.statements.join(), /Hare|C:|Rome|Rio|Bonn|870411/)
      const filtered = await judgingSql(dialect, requestOf(rule, example, ['size']))
      assert.doesNotMatch(filtered.statements.join(), /870411/)
    }
  })
})

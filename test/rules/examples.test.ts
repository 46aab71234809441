import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { concludeContainer } from '../../src/engine/conclude-container.ts'
import { evaluatePartition } from '../../src/engine/evaluate-partition.ts'
import type { Reference } from '../../src/engine/check.ts'
import type { Finding } from '../../src/engine/finding.ts'
import { recordText } from '../../src/kernel/cell.ts'
import { rules } from '../../src/rules/registry.ts'
import type { RuleExample } from '../../src/rules/rule.ts'
import { select } from '../../src/sql/build.ts'
import { printSelect } from '../../src/sql/print.ts'
import { openCluster } from '../harness/cluster-store.ts'
import { opened } from '../../src/kernel/held.ts'
import { measuredBefore, planned } from '../harness/engine.ts'
import {
  absenceOf,
  exampleEngines,
  openExamples,
  triedStores,
  type ExampleStore,
} from '../harness/example-stores.ts'

/** A name without a digit: files that differ only in digits would be one container. */
const referenceName = (name: string, id: string) => `${name}_beside_${letters[Number(id)]}`

const letters = 'abcdefghijklmnopqrstuvwxyz'
const written = rules.all().flatMap((rule) =>
  rule.examples.map((example, index) => ({
    rule,
    example,
    title: `${rule.type}: ${example.shows}`,
    name: `${rule.type.toLowerCase()}_${letters[index]}`,
  })),
)

const hasEmptyText = (row: readonly unknown[]): boolean => row.includes('')

/** The example without the rows that a store without empty texts cannot have. */
function withoutEmptyTexts(example: RuleExample): RuleExample {
  const kept = example.rows.flatMap((row, index) => (hasEmptyText(row) ? [] : [index]))
  const failing = example.failing?.filter((index) => kept.includes(index)).map((index) => kept.indexOf(index))
  const references = Object.entries(example.references ?? {}).map(([id, { columns, rows }]) => [
    id,
    { columns, rows: rows.filter((row) => !hasEmptyText(row)) },
  ])
  return {
    ...example,
    rows: kept.map((index) => example.rows[index] ?? []),
    ...(failing && { failing }),
    ...(example.references && { references: Object.fromEntries(references) }),
  }
}

test('the examples that come out otherwise in a store are those of rules', () => {
  const titles = new Set(written.map(({ title }) => title))
  for (const { unlike = {} } of triedStores.values())
    assert.deepEqual(
      Object.keys(unlike).filter((title) => !titles.has(title)),
      [],
    )
})

// The cluster is an engine that only this test knows: what runs there needs nothing but a dialect and a session.
for (const engine of [...exampleEngines, 'cluster'] as const) {
  const skip = absenceOf(engine)
  const { lacks_empty_texts = false, unlike = {} } = triedStores.get(engine) ?? {}
  const examples = written.map(({ example, ...named }) => ({
    ...named,
    example: lacks_empty_texts ? withoutEmptyTexts(example) : example,
  }))
  describe(`the examples of every rule on ${engine}`, { skip }, () => {
    let store: ExampleStore
    before(async () => {
      const tables = examples.flatMap(({ name, example }) => [
        { name, columns: example.columns, rows: example.rows },
        ...Object.entries(example.references ?? {}).map(([id, table]) => ({
          name: referenceName(name, id),
          ...table,
        })),
      ])
      store = await (engine === 'cluster' ? openCluster(tables) : openExamples(engine, tables))
    })
    after(() => store.close())

    for (const { rule, example, title, name } of examples) {
      test(title, { skip: unlike[title] ?? false }, async () => {
        const { outcome, findings } = await evaluate(store, name, rule.type, example)
        assert.ok(outcome, 'the check has a verdict')
        if (example.failing) {
          assert.equal(
            outcome.assertion_details === null || outcome.asserted_records === 0,
            true,
            outcome.assertion_details ?? '',
          )
          const coverage = example.given.coverage ?? 1
          if (coverage === 1) assert.deepEqual(await failingIndexes(store, name, findings), example.failing)
          assert.equal(outcome.anomalous_records, example.failing.length)
          return
        }
        const fails = example.fails ?? false
        assert.equal(outcome.assertion_result, fails ? 'failed' : 'passed', outcome.assertion_details ?? '')
        const [finding] = findings
        if (fails) {
          assert.equal(finding?.type, 'shape')
          assert.equal(finding.anomalous_records_count, fails.anomalous_records)
          assert.match(finding.message, /\.$/)
        } else assert.deepEqual(findings, [])
      })
    }
  })
}

const now = '2026-06-15T12:00:00.000Z'

async function evaluate(store: ExampleStore, name: string, ruleType: string, example: RuleExample) {
  const check = { rule_type: ruleType, ...example.given }
  const { modified_before, measured_before = [] } = example
  const at = (index: number) => new Date(Date.parse(now) - (index + 1) * 86_400_000).toISOString()
  const plan = await planned(store, name, [check], {
    rollup_threshold: 1000,
    source_record_limit: 1000,
    now,
    references: await references(store, name, example),
    measurements: new Map([
      [1, measuredBefore(measured_before.map((value, index) => ({ value, at: at(index) })))],
    ]),
  })
  if (modified_before !== undefined)
    plan.request.last_modified = new Date(Date.parse(now) - modified_before).toISOString()
  const partition = plan.partitions[0]?.name ?? assert.fail('the container has a partition')
  const rows = await evaluatePartition(store.session, plan, partition)
  const whole = await concludeContainer(store.session, plan, [rows.totals])
  const all = [plan.schema, rows, whole]
  return {
    outcome: all.flatMap(({ outcomes }) => outcomes)[0],
    findings: all.flatMap(({ findings }) => findings),
  }
}

/** The other containers of an example, as they are known in the store that holds it. */
async function references(
  store: ExampleStore,
  name: string,
  example: RuleExample,
): Promise<Map<number, Reference>> {
  const found = new Map<number, Reference>()
  for (const id of Object.keys(example.references ?? {})) {
    const container = store.container(referenceName(name, id))
    const { fields } = await store.session.describe(container)
    found.set(Number(id), {
      container_id: Number(id),
      datastore_id: 1,
      name: container.name,
      fields,
      container,
      open: null,
    })
  }
  return found
}

/** Positions of the found rows among all rows of the table; of identical rows the first ones. */
async function failingIndexes(
  store: ExampleStore,
  name: string,
  findings: readonly Finding[],
): Promise<number[]> {
  const { fields } = await store.session.describe(store.container(name))
  const relation = store.session.relation(store.container(name), fields, 'all')
  const { columns, rows } = await store.session.query(
    printSelect(select({ items: 'all', from: relation }), store.session.dialect),
  )
  const texts: (string | null)[] = rows.map((cells) =>
    recordText(
      columns.map((column) => column.name),
      cells,
    ),
  )
  const found = findings.map((finding) => {
    assert.equal(finding.type, 'record')
    const index = texts.indexOf(opened(finding.record))
    texts[index] = null
    return index
  })
  return found.sort((left, right) => left - right)
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { concludeContainer } from '../../src/engine/conclude-container.ts'
import { evaluatePartition } from '../../src/engine/evaluate-partition.ts'
import type { Evaluation } from '../../src/engine/finding.ts'
import { cutIntoRanges } from '../../src/engine/partition-range.ts'
import type { ScanPlan } from '../../src/engine/scan-plan.ts'
import { opened } from '../../src/kernel/held.ts'
import { measuredBefore, planned, readRow } from '../harness/engine.ts'
import { absenceOf, exampleEngines, openExamples, type ExampleStore } from '../harness/example-stores.ts'
import { check } from './checks.ts'
import { checksFor } from './days.ts'
import type { OracleCheck } from './judge.ts'
import { referenceIds, scanTime } from './scene.ts'
import { writtenFor } from './spelling.ts'
import { columns, nativeTypes, table } from './tables.ts'
import { stored, type FieldName, type Row } from './values.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const seed = Number(process.env['ASSAY_ORACLE_SEED'] ?? 20_260_202)
const tables = isFull ? 400 : 20
const names = Object.keys(columns) as FieldName[]

/** Judged by what a partition alone is, or by the order in which floats are added. */
const dependsOnCut = ({ rule_type, fields }: OracleCheck): boolean =>
  rule_type.endsWith('PartitionSize') || (rule_type === 'sum' && fields.includes('y'))

/** Only the table itself is at hand here. */
const looksElsewhere = ({ properties }: OracleCheck): boolean =>
  [referenceIds.beside, referenceIds.elsewhere].includes(properties['ref_container_id'])

const cases = fc.sample(
  fc.record({
    rows: fc.tuple(table, table, table).map((three) => three.flat()),
    checks: fc.array(
      check.filter((one) => !dependsOnCut(one) && !looksElsewhere(one)),
      { minLength: 8, maxLength: 12 },
    ),
    rollup_threshold: fc.constantFrom(0, 1000),
    field: fc.constantFrom<FieldName>('id', 'i', 'j', 'x', 'y', 'p', 'd', 'e', 'm', 'n'),
    slots: fc.integer({ min: 2, max: 8 }),
  }),
  { numRuns: tables, seed },
)
type Case = (typeof cases)[number]

for (const engine of exampleEngines) {
  const skip = absenceOf(engine)
  describe(`a table that is cut on ${engine}`, { skip }, () => {
    test(`gives the verdicts, counts and records of the whole one, over ${tables} tables of seed ${seed}`, async (context) => {
      const store = await openExamples(
        engine,
        cases.map(({ rows }, index) => ({
          name: nameOf(index),
          columns,
          native_types: nativeTypes,
          rows: rows.map((row: Row, id) =>
            names.map((name) => (name === 'id' ? BigInt(id) : stored(engine, row[name]))),
          ),
        })),
      )
      let ranges = 0
      try {
        for (const [index, one] of cases.entries())
          ranges += await compared(store, index, { ...one, checks: checksFor([engine], one.checks) })
      } finally {
        await store.close()
      }
      context.diagnostic(`${ranges} ranges`)
      assert.ok(ranges > tables * 3, 'the tables were cut')
    })
  })
}

/** Files whose names differ only in digits are one container, so the number is spelled in letters. */
const nameOf = (index: number): string =>
  `t_${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`

/** Answers with the number of ranges. */
async function compared(store: ExampleStore, index: number, one: Case): Promise<number> {
  const { checks, rollup_threshold, field, slots } = one
  const name = nameOf(index)
  const { session } = store
  const container = store.container(name)
  const { fields } = await session.describe(container)
  const plan = await planned(
    store,
    name,
    checks.map((check) => writtenFor(session.dialect.name, session.dialect.name, check)),
    {
      rollup_threshold,
      source_record_limit: 1000,
      now: scanTime,
      measurements: new Map(
        checks.map(({ measured = [] }, position) => [position + 1, measuredBefore(measured)]),
      ),
      references: new Map([
        [
          referenceIds.itself,
          {
            container_id: referenceIds.itself,
            datastore_id: 1,
            name: container.name,
            fields,
            container,
            open: null,
          },
        ],
      ]),
    },
  )
  const { ranges, remark } = await cutIntoRanges(session, plan, { field, slots, rows_per_partition: 1 })
  assert.equal(remark, null)
  const whole = await gathered(plan, await concluded(plan, [plan.partitions[0]?.name ?? '']))
  if (ranges.length === 0) return 0
  assert.equal(new Set(ranges.map((range) => range.name)).size, ranges.length, 'every range has its own name')
  const parts = await gathered(plan, await concluded(plan, ranges))
  assert.deepEqual(
    parts,
    whole,
    `table ${index} by ${field} into ${ranges.map((range) => range.name).join(', ')}`,
  )
  return ranges.length

  async function concluded(
    of: ScanPlan,
    partitions: readonly Parameters<typeof evaluatePartition>[2][],
  ): Promise<Evaluation[]> {
    const evaluations: Evaluation[] = []
    for (const partition of partitions) {
      const evaluation = await evaluatePartition(session, of, partition)
      evaluations.push(await withRecords(evaluation))
    }
    const totals = evaluations.map((evaluation) => evaluation.totals)
    return [...evaluations, await withRecords(await concludeContainer(session, of, totals))]
  }
}

/** Reads the samples while the session is at this evaluation. */
async function withRecords(evaluation: Evaluation): Promise<Evaluation> {
  for (const finding of evaluation.findings) {
    if (finding.type === 'record') continue
    const batches = await Array.fromAsync(finding.records)
    finding.records = (async function* () {
      yield* batches
    })()
  }
  return evaluation
}

/** All that the evaluations found by check, merged as the service merges the verdicts of partitions, in an order that is independent of it. */
async function gathered({ request }: ScanPlan, evaluations: readonly Evaluation[]): Promise<object> {
  const findings = evaluations.flatMap((evaluation) => evaluation.findings)
  const perCheck = []
  for (const { id, rule_type } of request.checks) {
    const outcomes = evaluations
      .flatMap((evaluation) => evaluation.outcomes)
      .filter((outcome) => outcome.check_id === id)
    const results = new Set(outcomes.map((outcome) => outcome.assertion_result))
    const sum = (numbers: readonly (number | null)[]) =>
      numbers.reduce((total: number, count) => total + (count ?? 0), 0)
    const shapes = findings.filter((finding) => finding.type === 'shape' && finding.check_id === id)
    const records: string[] = []
    let blamed = 0
    for (const shape of shapes) {
      if (shape.type !== 'shape') continue
      blamed += shape.anomalous_records_count ?? 0
      for await (const batch of shape.records) records.push(...batch.map(({ record }) => opened(record)))
    }
    perCheck.push({
      rule_type,
      result: ['failed', 'passed', 'unasserted'].find((result) => results.has(result as 'failed')),
      asserted: sum(outcomes.map((outcome) => outcome.asserted_records)),
      anomalous: sum(outcomes.map((outcome) => outcome.anomalous_records)),
      blamed,
      records: records.sort(),
    })
  }
  const rows = findings.flatMap((finding) =>
    finding.type === 'record'
      ? [readRow(finding)].map(
          ({ record, failed_checks }) => `${record} ${failed_checks.map(({ message }) => message).join(' ')}`,
        )
      : [],
  )
  return {
    read: evaluations.reduce((total, evaluation) => total + evaluation.records_processed, 0),
    perCheck,
    rows: rows.sort(),
  }
}

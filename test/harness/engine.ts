import { tmpdir } from 'node:os'
import type { Session } from '../../src/connectors/connector.ts'
import { messageFrom } from '../../src/disclosure/messages.ts'
import { Policy } from '../../src/disclosure/policy.ts'
import { hold, opened } from '../../src/kernel/held.ts'
import type { Measurements } from '../../src/rules/rule.ts'
import type { Quantity } from '../../src/kernel/quantity.ts'
import type { ScanRequest } from '../../src/engine/check.ts'
import { concludeContainer } from '../../src/engine/conclude-container.ts'
import { evaluatePartition } from '../../src/engine/evaluate-partition.ts'
import type { CheckOutcome, Finding, RecordFinding, ShapeFinding } from '../../src/engine/finding.ts'
import { planScan, type ScanPlan } from '../../src/engine/scan-plan.ts'
import type { CheckDefinition } from '../../src/model/check.ts'
import type { Dialect } from '../../src/sql/dialect.ts'
import type { ExampleStore } from './example-stores.ts'

/** The members of a check that a test gives; the rest is the usual: id 1, every row, coverage 1. */
export type GivenCheck = Partial<CheckDefinition> & Pick<CheckDefinition, 'rule_type'>

/** A session that also writes down the statements that it is given. */
export interface RecordedSession extends Session {
  statements: string[]
}

/** The same session with its statements written down, and with other limits of a statement where given. */
export function recorded(session: Session, limits: Partial<Dialect['limits']> = {}): RecordedSession {
  const statements: string[] = []
  return {
    statements,
    dialect: { ...session.dialect, limits: { ...session.dialect.limits, ...limits } },
    discover: () => session.discover(),
    describe: (container, known) => session.describe(container, known),
    relation: (container, fields, partitions) => session.relation(container, fields, partitions),
    ...(session.keep && { keep: session.keep.bind(session) }),
    ...(session.numbered && { numbered: session.numbered.bind(session) }),
    fieldsOf: (statement) => session.fieldsOf(statement),
    query(statement) {
      statements.push(statement.sql)
      return session.query(statement)
    },
    stream(statement) {
      statements.push(statement.sql)
      return session.stream(statement)
    },
    close: () => session.close(),
  }
}

/** The checks fitted to an example table. */
export async function planned(
  store: ExampleStore,
  table: string,
  checks: readonly GivenCheck[],
  options: Partial<Omit<ScanRequest, 'checks' | 'container'>> = {},
  session: Session = store.session,
): Promise<ScanPlan> {
  return planScan(session, {
    container: store.container(table),
    known_fields: [],
    masked_fields: new Set(),
    checks: checks.map((check, index) => ({
      id: index + 1,
      description: check.rule_type,
      fields: [],
      filter: null,
      coverage: 1,
      properties: {},
      anomaly_message_field: null,
      ...check,
    })),
    check_variables: {},
    rollup_threshold: 10,
    source_record_limit: 10,
    record_cap: null,
    now: '2026-01-01T00:00:00Z',
    increment: null,
    references: new Map(),
    measurements: new Map(),
    last_modified: null,
    staging: {
      memory_mb: 256,
      scratch_folder: tmpdir(),
      statement_timeout_seconds: 60,
      signal: new AbortController().signal,
    },
    ...options,
  })
}

/** All that a scan of a container of one partition finds, its samples read. */
export interface Found {
  rows: number
  /** Text of the greatest value of the incremental field that was read. */
  highest: string | null
  measurements: { check_id: number; value: Quantity }[]
  outcomes: Map<number, CheckOutcome>
  records: ReadRow[]
  shapes: (Omit<ShapeFinding, 'records'> & { records: ReadRecord[] })[]
}

/** A row that was found, its values in clear. */
interface ReadRecord {
  record: string
  row_hash: string
}

/** The same with what it failed, in the words in which everybody reads it. */
export interface ReadRow extends ReadRecord {
  failed_checks: { check_id: number; message: string }[]
}

/** What earlier scans measured, as a scan is told. */
export const measuredBefore = <Value extends Quantity>(
  measured: readonly { value: Value; at: string }[],
): Measurements => measured.map(({ value, at }) => ({ value: hold(value), at }))

/** A found row as people read it when these fields are masked. */
export function readRow(
  { record, row_hash, failed_checks }: RecordFinding,
  masked: ReadonlySet<string> = new Set(),
): ReadRow {
  const policy = new Policy(masked)
  const rows = new Map([[0, record]])
  return {
    record: opened(record),
    row_hash,
    failed_checks: failed_checks.map(({ check_id, template }) => ({
      check_id,
      message: messageFrom(template, rows, policy),
    })),
  }
}

/** What the checks find in the table by the steps of a scan of one partition, with all records read; `options` as in a request of a scan. */
export async function evaluated(
  store: ExampleStore,
  table: string,
  checks: readonly GivenCheck[],
  options: Partial<Omit<ScanRequest, 'checks' | 'container'>> = {},
  session: Session = store.session,
): Promise<Found> {
  const plan = await planned(store, table, checks, options, session)
  const rows = await evaluatePartition(session, plan, plan.partitions[0]?.name ?? '')
  const whole = await concludeContainer(session, plan, [rows.totals])
  const findings = [...plan.schema.findings, ...rows.findings, ...whole.findings]
  const shapes: Found['shapes'] = []
  // One after the other: a session runs one statement at a time.
  for (const finding of findings) if (finding.type === 'shape') shapes.push(await read(finding))
  const outcomes = [...plan.schema.outcomes, ...rows.outcomes, ...whole.outcomes]
  return {
    rows: rows.records_processed,
    highest: rows.highest ?? null,
    measurements: (whole.measurements ?? []).map(({ check_id, value }) => ({
      check_id,
      value: opened(value),
    })),
    outcomes: new Map(outcomes.map((outcome) => [outcome.check_id, outcome])),
    records: findings
      .filter((finding) => finding.type === 'record')
      .map((finding) => readRow(finding, options.masked_fields)),
    shapes,
  }
}

async function read(finding: Finding & { type: 'shape' }) {
  const records: ReadRecord[] = []
  for await (const batch of finding.records)
    records.push(...batch.map(({ record, row_hash }) => ({ record: opened(record), row_hash })))
  return { ...finding, records }
}

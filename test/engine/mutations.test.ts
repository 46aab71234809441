import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { connectors } from '../../src/connectors/registry.ts'
import type { Session, SessionBounds } from '../../src/connectors/connector.ts'
import type { Reference } from '../../src/engine/check.ts'
import { RunFailure, ServiceError } from '../../src/kernel/errors.ts'
import type { ContainerReference } from '../../src/model/container.ts'
import { rules } from '../../src/rules/registry.ts'
import type { Rule, RuleExample } from '../../src/rules/rule.ts'
import { evaluated, measuredBefore, type GivenCheck } from '../harness/engine.ts'
import { boundsIn, statementsFor, type ExampleTable } from '../harness/example-stores.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'

/** Every rule with an example of it that has rows, in a table of its own with one more field that no check of the rule names. */
interface Subject {
  rule: Rule
  example: RuleExample
  table: string
}

const subjects: Subject[] = rules.all().map((rule) => {
  const example = rule.examples.find(({ rows }) => rows.length > 0) ?? assert.fail(rule.type)
  return { rule, example, table: rule.type.toLowerCase() }
})
const namesFields = ({ example }: Subject): boolean => example.given.fields.length > 0
const refers = ({ example }: Subject): boolean => example.references !== undefined

const tablesOf = ({ table, example }: Subject): ExampleTable[] => [
  {
    name: table,
    columns: { ...example.columns, bystander: 'String' },
    rows: example.rows.map((row) => [...row, 'x']),
  },
  ...Object.values(example.references ?? {}).map((other) => ({ ...other, name: `${table}_beside` })),
]

interface Said {
  result: string
  details: string
  bystander: string
}

/** What a scan says of the rule's check and of one beside it; a container that cannot be read says it of both. */
async function said(
  session: Session,
  container: (name: string) => ContainerReference,
  { rule, example, table }: Subject,
  changed: Partial<GivenCheck> = {},
  references: ReadonlyMap<number, Reference> = new Map(),
): Promise<Said> {
  const store = { session, container, close: async () => undefined }
  const checks = [
    { rule_type: rule.type, ...example.given, ...changed },
    { rule_type: 'notNull', fields: ['bystander'] },
  ]
  const measured = (example.measured_before ?? []).map((value) => ({ value, at: '2025-12-31T00:00:00Z' }))
  const options = {
    references,
    measurements: new Map([[1, measuredBefore(measured)]]),
    last_modified: '2025-01-01T00:00:00Z',
  }
  try {
    const { outcomes } = await evaluated(store, table, checks, options)
    const [judged, beside] = [outcomes.get(1), outcomes.get(2)]
    return {
      result: judged?.assertion_result ?? 'nothing',
      details: judged?.assertion_details ?? '',
      bystander: `${beside?.assertion_result} ${beside?.assertion_details ?? ''}`.trim(),
    }
  } catch (error) {
    assert.ok(error instanceof RunFailure || error instanceof ServiceError, `${rule.type}: ${String(error)}`)
    return { result: 'failure', details: error.message, bystander: 'failure' }
  }
}

function assertSentence(text: string): void {
  assert.match(text, /^[A-Za-z"'`].*\.$/s)
  assert.doesNotMatch(text, /\n\s+at |TypeError|undefined|\[object/)
}

const tableNamed = (name: string): ContainerReference => ({ name, container_type: 'table', file_options: {} })

describe('a table that is broken under a check', () => {
  let source: PostgresSource
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-mutations-'))
    source = await postgresSource()
  })
  after(async () => {
    await source.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (bounds: Partial<SessionBounds> = {}): Promise<Session> =>
    connectors.get('postgresql').open(source.connection, source.target, { ...boundsIn(folder), ...bounds })

  /** Makes the tables of the subjects anew, breaks them, and asks what a scan says of each. */
  async function broken(
    chosen: readonly Subject[],
    breaking: (subject: Subject) => string[],
    changed: (subject: Subject) => Partial<GivenCheck> = () => ({}),
  ): Promise<Map<Subject, Said>> {
    await onServer(source.url, [
      'drop schema public cascade',
      'create schema public',
      'grant usage on schema public to public',
    ])
    const made = chosen.flatMap((subject) =>
      tablesOf(subject).flatMap((table) => statementsFor('postgresql', `"${table.name}"`, table)),
    )
    const reader = source.connection.username
    await onServer(source.url, [...made, `grant select on all tables in schema public to ${reader}`])
    const known = new Map<Subject, ReadonlyMap<number, Reference>>()
    const whole = await open()
    for (const subject of chosen) known.set(subject, await referencesOf(whole, subject))
    await whole.close()
    await onServer(
      source.url,
      chosen.flatMap((subject) => breaking(subject)),
    )
    const session = await open()
    try {
      const answers = new Map<Subject, Said>()
      for (const subject of chosen) {
        answers.set(subject, await said(session, tableNamed, subject, changed(subject), known.get(subject)))
      }
      return answers
    } finally {
      await session.close()
    }
  }

  async function referencesOf(
    session: Session,
    { table, example }: Subject,
  ): Promise<ReadonlyMap<number, Reference>> {
    const found = new Map<number, Reference>()
    for (const id of Object.keys(example.references ?? {}).map(Number)) {
      const container = tableNamed(`${table}_beside`)
      const { fields } = await session.describe(container)
      found.set(id, {
        container_id: id,
        datastore_id: 1,
        name: container.name,
        fields,
        container,
        open: null,
      })
    }
    return found
  }

  /** No answer, with a reason; the check beside it has its answer. */
  function assertUnasserted(answers: Map<Subject, Said>): void {
    assert.ok(answers.size > 0)
    for (const [{ rule }, { result, details, bystander }] of answers) {
      assert.equal(`${rule.type} ${result}`, `${rule.type} unasserted`, details)
      assertSentence(details)
      assert.equal(bystander, 'passed', rule.type)
    }
  }

  /** The whole container has no answer, with a reason. */
  function assertFailure(answers: Map<Subject, Said>, reason: RegExp): void {
    for (const { result, details } of answers.values()) {
      assert.equal(result, 'failure')
      assertSentence(details)
      assert.match(details, reason)
    }
  }

  const withFields = subjects.filter((subject) => namesFields(subject))
  const firstField = ({ example }: Subject): string => `"${example.given.fields[0]}"`

  test('has every rule among its subjects, and none is broken yet', async () => {
    const answers = await broken(subjects, () => [])
    for (const [{ rule }, { result, details, bystander }] of answers) {
      assert.notEqual(result, 'nothing', rule.type)
      assert.ok(result !== 'unasserted' && result !== 'failure', `${rule.type}: ${result} ${details}`)
      assert.equal(bystander, 'passed', rule.type)
    }
  })

  test('by a field that was removed', async () => {
    assertUnasserted(
      await broken(withFields, (subject) => [
        `alter table "${subject.table}" drop column ${firstField(subject)}`,
      ]),
    )
  })

  test('by a field that was renamed', async () => {
    assertUnasserted(
      await broken(withFields, (subject) => [
        `alter table "${subject.table}" rename column ${firstField(subject)} to other_name`,
      ]),
    )
  })

  test('by a field whose SELECT was revoked', async () => {
    assertUnasserted(
      await broken(withFields, (subject) => [
        `revoke select on "${subject.table}" from ${source.connection.username}`,
        `grant select (bystander) on "${subject.table}" to ${source.connection.username}`,
      ]),
    )
  })

  test('by a field whose type changed to one that the rule cannot judge', async () => {
    const typed = withFields.filter(({ rule }) => rule.accepts !== 'all')
    assertUnasserted(
      await broken(typed, (subject) => [
        `alter table "${subject.table}" alter column ${firstField(subject)} type point using null`,
      ]),
    )
  })

  test('by a filter that names what is not there', async () => {
    const filterable = subjects.filter(({ rule }) => rule.filterable)
    assertUnasserted(
      await broken(
        filterable,
        () => [],
        () => ({ filter: 'no_such_field = 1' }),
      ),
    )
  })

  test('by a filter whose variable has no value', async () => {
    const filterable = subjects.filter(({ rule }) => rule.filterable)
    assertUnasserted(
      await broken(
        filterable,
        () => [],
        () => ({ filter: 'bystander = {{ nowhere }}' }),
      ),
    )
  })

  test('by properties that the rule does not know', async () => {
    assertUnasserted(
      await broken(
        subjects,
        () => [],
        () => ({ properties: { no_such_property: 1 } }),
      ),
    )
  })

  test('by a container beside it that is gone', async () => {
    assertUnasserted(
      await broken(subjects.filter(refers), (subject) => [`drop table "${subject.table}_beside"`]),
    )
  })

  test('by a statement that takes too long', async () => {
    const families = new Set<string>()
    const oneOfEach = subjects.filter(({ rule }) => {
      if (!rule.filterable || families.has(rule.family)) return false
      families.add(rule.family)
      return true
    })
    const endless =
      '(select count(*) from generate_series(1, 100000000) as a, generate_series(1, 100000) as b) > 0'
    await broken(oneOfEach, () => [])
    const answers = new Map<Subject, Said>()
    const session = await open({ check_timeout_seconds: 0.1 })
    for (const subject of oneOfEach) {
      const references = await referencesOf(session, subject)
      answers.set(subject, await said(session, tableNamed, subject, { filter: endless }, references))
    }
    await session.close()
    assertUnasserted(answers)
  })

  test('by being dropped', async () => {
    assertFailure(
      await broken(subjects, ({ table }) => [`drop table "${table}"`]),
      /is (?:gone|not)|no longer|not there/,
    )
  })

  test('by the SELECT on all of it', async () => {
    const reader = source.connection.username
    assertFailure(
      await broken(subjects, ({ table }) => [`revoke select on "${table}" from ${reader}`]),
      /grant it SELECT/,
    )
  })

  test('by an expected schema that it no longer has', async () => {
    const schema = subjects.filter(({ rule }) => rule.type === 'expectedSchema')
    const answers = await broken(schema, ({ table, example }) =>
      Object.keys(example.columns).map((name) => `alter table "${table}" drop column "${name}"`),
    )
    for (const { result } of answers.values()) assert.equal(result, 'failed')
    assert.equal(answers.size, 1)
  })

  test('by the loss of its database, and the scan says so', async () => {
    await broken(subjects, () => [])
    const session = await open()
    const { username } = source.connection
    await onServer(source.url, [
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${username}'`,
    ])
    for (const subject of subjects) {
      const { result, details } = await said(session, tableNamed, subject)
      assert.equal(result, 'failure', subject.rule.type)
      assertSentence(details)
    }
    await session.close()
  })
})

describe('a file that is broken under a check', () => {
  let folder: string
  let root: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-mutations-'))
    root = join(folder, 'root')
    mkdirSync(root)
    const instance = await DuckDBInstance.create(':memory:')
    const writer = await instance.connect()
    for (const table of subjects.flatMap((subject) => tablesOf(subject))) {
      for (const statement of statementsFor('duckdb', 't', table)) await writer.run(statement)
      await writer.run(`copy t to '${join(root, `${table.name}.parquet`)}' (format parquet)`)
      await writer.run('drop table t')
    }
    writer.closeSync()
    instance.closeSync()
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const breakages: [string, (path: string, bytes: Uint8Array) => void][] = [
    ['cut off in the middle', (path, bytes) => writeFileSync(path, bytes.subarray(0, bytes.length / 2))],
    ['emptied', (path) => writeFileSync(path, '')],
    ['replaced by another format', (path) => writeFileSync(path, 'bystander,age\nx,1\n')],
    [
      'replaced by noise',
      (path, bytes) =>
        writeFileSync(
          path,
          bytes.map((byte) => byte ^ 0x5a),
        ),
    ],
    ['replaced by a folder', (path) => mkdirSync(path)],
    ['removed', () => undefined],
  ]
  for (const [what, breaking] of breakages) {
    test(`because it was ${what}, has no verdict but a reason, whatever the rule`, async () => {
      const changed = join(folder, what.replaceAll(' ', '-'))
      mkdirSync(changed)
      for (const name of readdirSync(root)) breaking(join(changed, name), readFileSync(join(root, name)))
      const session = await connectors
        .get('local')
        .open({}, { database: null, schema: null, root_path: changed }, boundsIn(folder))
      const file = (name: string) => ({ ...tableNamed(`${name}.parquet`), container_type: 'file' as const })
      for (const subject of subjects) {
        const { result, details } = await said(session, file, subject)
        assert.ok(['failure', 'unasserted'].includes(result), `${subject.rule.type}: ${result}`)
        assertSentence(details)
        assert.ok(!details.includes(folder), 'the machine’s path is not shown')
      }
      await session.close()
    })
  }
})

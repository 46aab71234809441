import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import pino from 'pino'
import { hold, opened } from '../../src/kernel/held.ts'

/** What code has at hand where values of sources pass by. */
const atHand = {
  Cell: 'kernel/cell.ts',
  Held: 'kernel/held.ts',
  HeldRecord: 'kernel/record-json.ts',
  Quantity: 'kernel/quantity.ts',
  RuleInput: 'rules/rule.ts',
  AnomalyComment: 'model/anomaly-record.ts',
  Check: 'model/check-record.ts',
  Log: 'access/context.ts',
  Policy: 'disclosure/policy.ts',
  HeldSession: 'connectors/connector.ts',
  Queryable: 'store/pool.ts',
  Statement: 'sql/print.ts',
  RecordFinding: 'engine/finding.ts',
  Evaluation: 'engine/finding.ts',
  StatementRefused: 'connectors/connector.ts',
}

/** Code that lets a value of a source out: where it would go, and the code. */
const planted: [goes: string, code: string][] = [
  ['an answer', `export const answer = (record: HeldRecord): AnomalyComment['message'] => record`],
  [
    'an answer of numbers',
    `export const answer = (value: Held<number>): Check['measurements'] => [{ created: '', value }]`,
  ],
  ['a message', 'export const message = (record: HeldRecord) => `The row ${record} failed.`'],
  ['a sum of texts', `export const message = (record: HeldRecord) => 'The row ' + record`],
  [
    'the message of a rule',
    'export const says = (totals: Record<string, Held<Cell>>) => `The sum is ${totals["total"]}.`',
  ],
  [
    'the message of a rule, without its input',
    'export const says = (measured: Held<Quantity>, input: RuleInput) => input.container + measured',
  ],
  [
    'an answer, as what a source says in refusing a statement',
    `export const answer = (refused: StatementRefused): AnomalyComment['message'] => refused.words`,
  ],
  [
    'an error',
    `import { RunFailure } from '$src/kernel/errors.ts'
     export const fail = (finding: RecordFinding): never => { throw new RunFailure(finding.record) }`,
  ],
  [
    "the service's log",
    `export const log = (to: Log, record: HeldRecord) => to.warn({ record }, 'A row failed.')`,
  ],
  [
    "the sentence of the service's log",
    'export const log = (to: Log, record: HeldRecord) => to.warn({}, `A row failed: ${record}`)',
  ],
  [
    'the log of a run',
    `import { logToOperation } from '$src/store/operations.ts'
     export const log = (to: Queryable, record: HeldRecord) => logToOperation(to, 1, 'info', record)`,
  ],
  [
    'a measurement that is added up',
    'export const sum = (found: Evaluation) => (found.measurements ?? []).reduce((all, { value }) => all + value, 0)',
  ],
  ['totals of a partition', `export const total = (found: Evaluation) => found.totals[1]?.measures['total']`],
  [
    'rows that somebody reads beside the engine',
    'export const rows = async (session: HeldSession, statement: Statement) => (await session.query(statement)).rows',
  ],
  [
    'a reader whose rights nobody asked for',
    `import { shownText } from '$src/disclosure/records.ts'
     export const show = (record: HeldRecord) => shownText(record, new Set<string>())`,
  ],
  [
    'a reader whose rights nobody asked for, by a policy of its own',
    `import { shownText } from '$src/disclosure/records.ts'
     export const show = (record: HeldRecord) => shownText(record, { hides: () => false, hidesNothing: true, hidden: () => new Set(), since: () => [] })`,
  ],
]

/** Code that does the same in the ways that there are. */
const allowed = `
  import { messageFrom } from '$src/disclosure/messages.ts'
  import { shownText } from '$src/disclosure/records.ts'
  export const text = (record: HeldRecord, policy: Policy): string => shownText(record, policy)
  export const message = (record: HeldRecord, policy: Policy): string =>
    messageFrom(['The value is ', { field: 'name' }, '.'], new Map([[0, record]]), policy)
  export const says = (measured: Held<Quantity>, input: RuleInput) => \`The value is \${input.shown(measured)}.\`
  export const log = (to: Log, anomaly: number) => to.warn({ anomaly }, 'A row failed.')`

describe('a value of a source', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'assay-held-'))
  const errors = new Map<string, string[]>()
  after(() => rmSync(folder, { recursive: true, force: true }))

  before(async () => {
    const source = join(root, 'src')
    const imports = Object.entries(atHand).map(
      ([name, file]) => `import type { ${name} } from '${source}/${file}'`,
    )
    const files = [...planted.map(([, code]) => code), allowed].map((code, index) => {
      const file = `planted-${index}.ts`
      writeFileSync(join(folder, file), `${imports.join('\n')}\n${code.replaceAll('$src', source)}\n`)
      return file
    })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const compilerOptions = {
      typeRoots: [join(root, 'node_modules/@types')],
      noUnusedLocals: false,
      noUnusedParameters: false,
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }),
    )
    const child = spawn(join(root, 'node_modules/.bin/tsc'), ['--project', folder, '--pretty', 'false'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for (const line of (await text(child.stdout)).split('\n')) {
      const [, file, error] = /^(?:.*\/)?([^/(]+)\(\d+,\d+\): error (TS.*)$/.exec(line) ?? []
      if (file !== undefined && error !== undefined) errors.set(file, [...(errors.get(file) ?? []), error])
    }
  })

  planted.forEach(([goes, code], index) => {
    test(`does not compile into ${goes}`, () => {
      const found = errors.get(`planted-${index}.ts`) ?? []
      assert.equal(found.length, 1, `${code}\n${found.join('\n')}`)
      // Not because a name is unknown or an import is wrong.
      assert.doesNotMatch(found.join('\n'), /^TS(1\d{3}|230[4-7]|2552|2614|2724|7006|7031)\b/)
    })
  })

  test('is shown by the door that asks who reads it, and nothing else is refused', () => {
    assert.deepEqual(errors.get(`planted-${planted.length}.ts`) ?? [], [])
    assert.equal(errors.size, planted.length)
  })

  test('says nothing to whatever prints it all the same', async () => {
    const held = hold('canary')
    const lines: string[] = []
    pino({}, { write: (line: string) => void lines.push(line) }).warn({ held, deep: [{ held }] }, 'A line.')
    const printed = [
      JSON.stringify({ held }),
      String(held),
      [held].join(),
      inspect(held, { depth: 9, showHidden: true }),
      inspect({ held }),
      JSON.stringify(structuredClone({ held })),
      Object.entries(held).join(),
      ...lines,
    ]
    assert.deepEqual(
      printed.filter((line) => line.includes('canary')),
      [],
    )
    assert.equal(JSON.stringify({ held }), '{"held":"***MASKED***"}')
    assert.equal(opened(held), 'canary')
  })

  test('is never written into the state as its mask', () => {
    const held: { toPostgres?: () => void } = Object(hold('canary'))
    assert.throws(() => held.toPostgres?.(), /must be opened/)
  })
})

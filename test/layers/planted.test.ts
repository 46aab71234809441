import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** A forbidden import: the rule that must name it, the file that has it, and the statement. */
const planted: [rule: string, file: string, statement: string][] = [
  ['upward-from-kernel', 'kernel/up.ts', `import '../store/pool.ts'`],
  ['upward-from-services', 'services/up.ts', `import type { Worker } from '../runtime/worker.ts'`],
  ['siblings-of-rules', 'rules/beside.ts', `import '../connectors/connector.ts'`],
  ['siblings-of-engine', 'engine/beside.ts', `import '../store/pool.ts'`],
  ['siblings-of-http', 'http/beside.ts', `export const load = () => import('../runtime/worker.ts')`],
  ['islands-rule', 'rules/planted.rule.ts', `import './not-null.rule.ts'`],
  ['islands-connector', 'connectors/planted/connector.ts', `import '../local/connector.ts'`],
  ['islands-channel', 'channels/planted.channel.ts', `import './email.channel.ts'`],
  ['islands-inference', 'inferences/planted.inference.ts', `import './not-null.inference.ts'`],
  ['siblings-of-inferences', 'inferences/planted.ts', `import '../rules/registry.ts'`],
  ['islands-operation', 'operations/planted/planted.operation.ts', `import '../sync/sync.operation.ts'`],
  ['steps-of-an-operation', 'operations/planted/step.ts', `import '../sync/apply-discovered.ts'`],
  ['steps-of-an-operation', 'http/step.ts', `import '../operations/sync/apply-discovered.ts'`],
  ['siblings-of-access', 'access/beside.ts', `import '../disclosure/policies.ts'`],
  ['upward-from-access-disclosure', 'disclosure/up.ts', `import '../services/refuse-repeated.ts'`],
  [
    'values-are-held-kernel-held-record-json',
    'services/raw.ts',
    `import { opened } from '../kernel/held.ts'`,
  ],
  [
    'values-are-held-kernel-held-record-json',
    'http/raw.ts',
    `import { readRecord } from '../kernel/record-json.ts'`,
  ],
  [
    'values-are-held-connectors-readable',
    'operations/scan/raw.ts',
    `import { readable } from '../../connectors/readable.ts'`,
  ],
  [
    'values-are-held-disclosure-policy',
    'services/policy.ts',
    `import { Policy } from '../disclosure/policy.ts'`,
  ],
  ['upward-from-runs', 'runs/up.ts', `import '../services/refuse-repeated.ts'`],
  ['islands-dialect', 'sql/dialects/planted.dialect.ts', `import './sqlite.dialect.ts'`],
  ['files-of-mysql', 'connectors/postgresql/planted.ts', `import '../mysql/types.ts'`],
  ['home-of-mysql2', 'connectors/sqlite/planted.ts', `import type { Connection } from 'mysql2'`],
  ['home-of-pg-pg-cursor', 'services/driver.ts', `import { Client } from 'pg'`],
  ['home-of-duckdb', 'engine/driver.ts', `export const load = () => import('@duckdb/node-api')`],
  ['home-of-kysely', 'services/sql.ts', `import { sql } from 'kysely'`],
  ['home-of-nodemailer', 'channels/slack-planted.ts', `import 'nodemailer'`],
  ['home-of-node-sqlite', 'store/driver.ts', `import { DatabaseSync } from 'node:sqlite'`],
  ['home-of-fastify-fastify-ajv-ajv-formats', 'runtime/driver.ts', `import 'fastify'`],
  ['unknown-package', 'services/unknown.ts', `import 'fast-check'`],
  ['pure-rooms', 'sql/impure.ts', `import { readFileSync } from 'node:fs'`],
  ['config-at-the-top', 'services/settings.ts', `import { loadConfig } from '../config.ts'`],
  ['config-at-the-top', 'access/config.ts', `import type { Config } from '../config.ts'`],
  ['clients-apart', 'cli/planted.ts', `import '../kernel/errors.ts'`],
  ['nobody-imports-the-top', 'runtime/top.ts', `import '../main.ts'`],
  ['nobody-imports-the-top', 'runtime/whole.ts', `import '../service.ts'`],
  ['nobody-imports-the-top', 'http/top.ts', `import '../cli/audit-verify.ts'`],
  ['nothing-from-outside', 'access/outside.ts', `import '../../test/planted.ts'`],
  ['room-without-a-level', 'newroom/planted.ts', `import '../kernel/errors.ts'`],
  ['counting-without-checks', 'engine/pass/planted.ts', `import type { PreparedCheck } from '../check.ts'`],
  ['no-cycles', 'kernel/about.ts', `import './round.ts'`],
]

interface Verdict {
  summary: { violations: { from: string; rule: { name: string } }[] }
}

describe('npm run layers', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const copy = mkdtempSync(join(tmpdir(), 'assay-layers-'))
  const found = new Map<string, string[]>()
  after(() => rmSync(copy, { recursive: true, force: true }))

  before(async () => {
    for (const name of ['src', 'package.json', '.dependency-cruiser.mjs']) {
      cpSync(join(root, name), join(copy, name), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), `${text}\n`)
    }
    write('test/planted.ts', 'export const planted = 1')
    write('src/kernel/round.ts', `import './about.ts'`)
    for (const [, file, statement] of planted) write(join('src', file), statement)
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const child = spawn(
      process.execPath,
      [program, 'src', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
      { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const { summary } = (await json(child.stdout)) as Verdict
    for (const { from, rule } of summary.violations) found.set(from, [...(found.get(from) ?? []), rule.name])
  })

  for (const [rule, file, statement] of planted) {
    test(`names ${statement} in src/${file} by the rule ${rule}`, () => {
      assert.ok(found.get(`src/${file}`)?.includes(rule), `named: ${found.get(`src/${file}`)?.join(', ')}`)
    })
  }

  test('names nothing else', () => {
    const files = new Set(['src/kernel/round.ts', ...planted.map(([, file]) => `src/${file}`)])
    assert.deepEqual(
      [...found.keys()].filter((file) => !files.has(file)),
      [],
    )
  })
})

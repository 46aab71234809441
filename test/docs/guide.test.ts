import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { blocksOf } from '../harness/guide-blocks.ts'
import { launchService, type Service } from '../harness/launch-service.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'
import { placeForHome } from '../harness/service-process.ts'

const missing = ['bash', 'curl', 'node'].find((program) => spawnSync(program, ['--version']).error)

describe('what a reader pastes from the guide', { skip: missing && `${missing} is not installed` }, () => {
  const { home, remove } = placeForHome('open')
  const folder = dirname(home)
  let url: string
  let database: TestDatabase
  let source: PostgresSource
  let service: Service
  before(async () => {
    database = await freshDatabase()
    source = await postgresSource()
    service = launchService({ ASSAY_HOME: home, ASSAY_ALLOWED_PATHS: folder, DATABASE_URL: database.url })
    url = await service.ready
  })
  after(async () => {
    await service.end()
    await source.close()
    await database.close()
    remove()
  })

  /** The output of all blocks of a page, pasted into one shell after the functions of the entry page; the first failure ends it. */
  function paste(page: string, replaced: Record<string, string> = {}): string[] {
    const [functions = '', ...first] = blocksOf('using-assay.md', 'sh')
    const blocks = page === 'using-assay.md' ? first : blocksOf(page, 'sh')
    let script = [functions, ...blocks].join('\n')
    const here = {
      'http://127.0.0.1:8080': url,
      '.assay/admin-token': join(home, 'admin-token'),
      ...replaced,
    }
    for (const [shown, real] of Object.entries(here)) script = script.replaceAll(shown, real)
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
    })
    assert.equal(status, 0, `${stderr}\nafter:\n${stdout}`)
    return stdout.split('\n').filter((line) => line !== '')
  }

  /** Pasted output without the ids and times that begin or end its lines. */
  const told = (lines: string[]): string[] =>
    lines.map((line) => line.replace(/^\d+ +/, '').replace(/ +"\d{4}-\d\d-\d\dT.*"$/, ''))

  test('using-assay.md: two checks and what they found', () => {
    const lines = told(paste('using-assay.md'))
    assert.deepEqual(
      [...lines.slice(0, 6), ...lines.slice(6).toSorted()],
      [
        '"sync"  "success"  null',
        '"customers.csv"  "file"  "available"',
        '"orders.csv"  "file"  "available"',
        '"notNull"  "Active"',
        '"between"  "Active"',
        '"scan"  "success"  null',
        '"Active"  "The `amount` value of `-5` is not between 0 and 1000."',
        '"Active"  "`customer` has no value."',
      ],
    )
  })

  test('files.md: how a file is written can be told', () => {
    const [sync, ...described] = told(paste('files.md'))
    assert.equal(sync, '"sync"  "success"  "Remarks: 1; the log has each."')
    assert.deepEqual(described.toSpliced(2, 1), [
      '"day"  "String"',
      '"temperature"  "String"',
      '"day"  "Date"',
      '"temperature"  "Fractional"',
    ])
    assert.match(described[2] ?? '', /"delimiter":";"/)
  })

  test('databases.md: a role that may only read', async () => {
    const { username, host, port } = source.connection
    const reader = `${username}_guide`
    const statements = blocksOf('databases.md', 'sql').join('\n').replaceAll('assay_reader', reader)
    await onServer(source.url, ['create table orders (id int primary key)', statements])
    const lines = paste('databases.md', {
      '"db.example.com"': `"${host}"`,
      '5432': String(port),
      assay_reader: reader,
      '\\"shop\\"': `\\"${source.target.database}\\"`,
    })
    await onServer(source.url, [`drop owned by ${reader}`, `drop role ${reader}`])
    assert.deepEqual(told(lines), ['true', '"sync"  "success"  null'])
  })

  test('profiles.md: figures of every field', () => {
    assert.deepEqual(told(paste('profiles.md')), [
      '"profile"  "success"  null',
      '"id"  1  3  1  3  2',
      '"customer"  0.6666666666666666  2  null  null  null',
      '"amount"  1  3  -5  20  9',
      '"ordered"  1  2  1767398400000  1767484800000  1767456000000',
      // Three rows prove nothing, so that no check is inferred from them.
      '"profile"  "success"  null',
    ])
  })

  test('scans.md: full, incremental, scheduled, with a variable', () => {
    assert.deepEqual(told(paste('scans.md')), [
      '"scan"  "success"  null',
      '"orders.csv"  "ordered"',
      '"scan"  "success"  null',
      '"ordered"  "2026-01-04"',
      '"Every night"',
      '1  false',
      '2  false',
      '1  false',
      '"external_scan"  "delivery.csv"  "queued"',
      '"Active"',
      '"scan"  "success"  null',
    ])
  })

  test('not-read.md: a scan that reads everything', () => {
    assert.deepEqual(told(paste('not-read.md')), ['"scan"  "success"  null'])
  })

  test('results.md: verdicts, and an anomaly that is archived', () => {
    const lines = told(paste('results.md'))
    assert.deepEqual(lines.slice(0, 3), [
      '"notNull"  "failed"  null  1',
      '"between"  "failed"  null  1',
      '"satisfiesExpression"  "failed"  null  1',
    ])
    assert.deepEqual(lines.slice(-3), ['"Acknowledged"', '"Asked the shop about it"', '"Invalid"  true'])
  })

  test('access.md: a team, a token, a masked field, the audit log', () => {
    const lines = told(paste('access.md'))
    assert.deepEqual(lines.slice(0, 8), [
      '"Shop team"  "Author"',
      `"Ann's laptop"  false`,
      `"Ann's laptop"  true`,
      '1',
      '"admin"  "Admin"',
      '"customer"  "masked"',
      '"customer"  "active"',
      '"unmask_field"',
    ])
    assert.match(lines.at(-1) ?? '', /^true  \d+$/)
  })

  test('notifications.md: a message in the inbox', () => {
    const lines = told(paste('notifications.md'))
    assert.deepEqual(lines.slice(0, 10).toSorted(), [
      '"Email"  "Email"',
      '"HttpAction"  "HTTP Action"',
      '"InApp"  "In App"',
      '"Jira"  "Jira"',
      '"MSFT_Teams"  "Microsoft Teams"',
      '"OpenLineage"  "OpenLineage"',
      '"PagerDuty"  "PagerDuty"',
      '"ServiceNow"  "ServiceNow"',
      '"Slack"  "Slack"',
      '"Webhook"  "Webhook"',
    ])
    assert.deepEqual(lines.slice(10), [
      'true  "The message is in the inbox of every user who may see what it is about."',
      '"Try-out: The example_field value of -1 is not positive"',
    ])
  })

  test('flows.md: a flow, and a message to look at', () => {
    const [made, looked, ...undelivered] = told(paste('flows.md'))
    assert.equal(made, '"Tell everybody"')
    assert.match(looked ?? '', /^"?\d+ in \S+\.csv"$|^"3 in example_table"$/)
    assert.deepEqual(undelivered, [])
  })

  test('scaling.md: three workers join, share a run, and end in good order', () => {
    const main = join(import.meta.dirname, '../../src/main.ts')
    const lines = paste('scaling.md', {
      'postgresql://assay:secret@db.example.com:5432/assay': database.url,
      '.assay/secret-key': join(home, 'secret-key'),
      'npm start': `'${process.execPath}' '${main}'`,
    })
    // The check with a variable, which scans.md leaves behind, is given no value here.
    assert.deepEqual(told(lines.slice(0, 1)), [
      '"scan"  "success"  "1 of the checks could not be evaluated; the log names each with its reason."',
    ])
    assert.ok(lines.some((line) => line.startsWith('assay_unit_oldest_wait_seconds')))
    assert.equal(lines.length > 1 && lines.slice(1).every((line) => line.startsWith('assay_unit')), true)
    for (const worker of [1, 2, 3]) {
      const log = readFileSync(join(folder, `worker-${worker}.log`), 'utf8').split('\n')
      // On a busy machine one waits for another.
      const others = log.filter((line) => !line.includes('is migrating the database'))
      assert.deepEqual(others, ['Assay is ready (worker)', ''])
    }
  })

  test('computed.md: a computed field, totals per day, and a join', () => {
    assert.deepEqual(told(paste('computed.md')), [
      '"day"  "cast"',
      '"day"  "Date"',
      '"total"  "Integral"',
      '"positive"  "Active"',
      '"computed_join"  "left"',
    ])
  })
})

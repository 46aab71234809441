import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Client as PostgresClient } from 'pg'
import { parse } from 'yaml'
import { freshDatabase } from '../harness/database.ts'
import { launchService } from '../harness/launch-service.ts'
import { onServer, postgresSource, type PostgresSource } from '../harness/postgres-source.ts'
import { placeForHome } from '../harness/service-process.ts'
import { absence, openClient, programOf, variablesOf, type PublishedClient } from './installed.ts'

/** A service, with a client that is logged in at it. */
interface Place {
  client: PublishedClient
  home: string
  url: string
  token: string
}

const tables = [
  `create table orders (id bigint primary key, customer bigint, amount numeric, ordered date)`,
  `insert into orders values (1, 7, 20, '2026-01-01'), (2, 7, -5, '2026-01-02'), (3, 9, 30, '2026-01-03')`,
  `create table customers (id bigint primary key, name text)`,
  `insert into customers values (7, 'Ann'), (8, 'Bo')`,
]

/** A project of dbt with one test. */
const manifest = {
  metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json' },
  nodes: {
    'model.shop.orders': { resource_type: 'model', name: 'orders', unique_id: 'model.shop.orders' },
    'test.shop.not_null_orders_id.1': {
      resource_type: 'test',
      unique_id: 'test.shop.not_null_orders_id.1',
      name: 'not_null_orders_id',
      column_name: 'id',
      attached_node: 'model.shop.orders',
      test_metadata: { name: 'not_null', kwargs: { column_name: 'id' } },
      depends_on: { nodes: ['model.shop.orders'] },
      config: { severity: 'ERROR' },
    },
  },
  sources: {},
}

/** The files of a folder by their paths; without scores, which the client writes and no file can set. */
const fileTexts = (folder: string): Record<string, string> =>
  Object.fromEntries(
    globSync('**/*.yaml', { cwd: folder })
      .sort()
      .map((path) => [
        path,
        readFileSync(join(folder, path), 'utf8').replace(/^quality_score:.*\n( .*\n)*/m, ''),
      ]),
  )

describe('the published client, unchanged', { skip: absence, concurrency: false }, () => {
  const closers: (() => unknown)[] = []
  const clients: PublishedClient[] = []
  let source: PostgresSource
  let one: Place
  /** The variables in which the files of an exported configuration find the secrets. */
  let secrets: Record<string, string>
  let id: Record<string, number>
  after(async () => {
    for (const close of closers.toReversed()) await close()
  })
  before(async () => {
    source = await postgresSource()
    closers.push(() => source.close())
    await onServer(source.url, [...tables, 'create schema results'])
    const owner = new URL(source.url)
    secrets = { WAREHOUSE_PASSWORD: source.connection.password ?? '', RESULTS_PASSWORD: owner.password }
    one = await place()
  })

  /** An empty service of its own. */
  async function place(): Promise<Place> {
    const database = await freshDatabase()
    closers.push(() => database.close())
    const { home: serviceHome, remove } = placeForHome('private')
    closers.push(remove)
    const service = launchService({
      ASSAY_HOME: serviceHome,
      DATABASE_URL: database.url,
      ASSAY_SECRET_KEY: 'a secret of the tests, long enough to be one',
    })
    closers.push(() => service.end())
    const url = await service.ready
    const token = readFileSync(join(serviceHome, 'admin-token'), 'utf8').trim()
    const home = mkdtempSync(join(tmpdir(), 'assay-published-'))
    closers.push(() => rmSync(home, { recursive: true, force: true }))
    // A crontab that keeps what it is given, so that no account of this machine gets jobs.
    mkdirSync(join(home, 'bin'))
    writeFileSync(join(home, 'bin/crontab'), '#!/bin/sh\n[ "$1" = - ] && cat >"$HOME/crontab"\nexit 0\n')
    chmodSync(join(home, 'bin/crontab'), 0o755)
    const allow = join(import.meta.dirname, 'allow.ts')
    const client = openClient(home, { ...secrets, BROWSER: `${process.execPath} ${allow} ${token} %s` })
    clients.push(client)
    closers.push(() => client.close())
    return { client, home, url, token }
  }

  const good = (...args: (string | number)[]) => one.client.good(args.map(String))
  /** The record or records that a command prints, with sentences around them. */
  const shown = async (...args: (string | number)[]) => {
    const said = await good(...args, '--format', 'json')
    return JSON.parse(/^[[{][^]*^[\]}]|^\[\]$/m.exec(said)?.[0] ?? said)
  }
  /** The number of what a command has made, which it says in a sentence. */
  const made = async (...args: (string | number)[]): Promise<number> => {
    const said = await good(...args)
    const number = /\bID: (\d+)/.exec(said)?.[1]
    assert.ok(number, said)
    return Number(number)
  }
  const numbersOf = async (...args: (string | number)[]): Promise<number[]> =>
    (await shown(...args)).map(({ id: number }: { id: number }) => number)
  const write = (name: string, content: unknown): string => {
    writeFileSync(join(one.home, name), typeof content === 'string' ? content : JSON.stringify(content))
    return name
  }

  test('logs in by a token and by a browser, and finds every endpoint that its doctor asks for', async () => {
    await good('auth', 'login', '--url', one.url)
    assert.match(await good('auth', 'status'), /Logged in/)
    await good('auth', 'init', '--url', one.url, '--token', one.token)
    assert.match(await good('auth', 'status'), /Logged in/)
    const said = await good('doctor')
    assert.match(said, /✓ API compatibility \d{2} required method\/path operations supported/)
    assert.match(said, /All checks passed!/)
  })

  test('connects a database, and a place for results', async () => {
    const { host, port, username } = source.connection
    const owner = new URL(source.url)
    const server = ['--host', host, '--port', port, '--parameters', '{"sslmode": "prefer"}']
    const connection = (name: string, user: string, password: string) => {
      const account = ['--username', user, '--password', password]
      return made('connections', 'create', '--type', 'postgresql', '--name', name, ...server, ...account)
    }
    const warehouse = await connection('staging', username, '${WAREHOUSE_PASSWORD}')
    const results = await connection('results', owner.username, '${RESULTS_PASSWORD}')
    const renamed = await shown('connections', 'update', '--id', warehouse, '--name', 'warehouse')
    assert.equal(renamed.name, 'warehouse')
    assert.equal((await shown('connections', 'get', '--id', warehouse)).host, host)
    assert.equal((await shown('connections', 'list', '--name', 'warehouse')).length, 1)
    assert.match(await good('connections', 'test', '--id', warehouse), /test passed/)
    const spare = await connection('spare', username, 'wrong')
    assert.match((await one.client.run(['connections', 'test', '--id', String(spare)])).out, /test failed/)
    await good('connections', 'delete', '--id', spare)

    const database = ['--database', source.target.database ?? '']
    const datastore = (name: string, connectionId: number, schema: string, ...more: string[]) => {
      const where = ['--connection-id', connectionId, ...database, '--schema', schema, '--no-trigger-sync']
      return made('datastores', 'create', '--name', name, ...where, ...more)
    }
    id = {
      shop: await datastore('Shop', warehouse, 'public', '--tags', 'gold'),
      results: await datastore('Results', results, 'results', '--enrichment-only'),
    }
    await good('datastores', 'update', '--id', id['shop'] ?? 0, '--high-count-rollup-threshold', 3)
    assert.equal((await shown('datastores', 'get', '--name', 'Shop')).high_count_rollup_threshold, 3)
    assert.equal((await shown('datastores', 'list', '--type', 'postgresql')).length, 2)
    assert.match(await good('datastores', 'verify', '--id', id['shop'] ?? 0), /verified successfully/)
    const link = () => good('datastores', 'enrichment', '--id', id['shop'] ?? 0, '--link', id['results'] ?? 0)
    await link()
    await good('datastores', 'enrichment', '--id', id['shop'] ?? 0, '--unlink')
    await link()
  })
  test('catalogues, profiles and scans it, and follows what was found', async () => {
    const shop = ['--datastore-id', id['shop'] ?? 0]
    for (const run of [['sync'], ['profile', '--ai-effort', 'off']])
      assert.match(await good('operations', ...run, ...shop), /Successfully Finished/)
    const containers = await shown('containers', 'list', ...shop)
    for (const { id: number, name } of containers) id[name] = number
    write('checks.json', [
      {
        rule_type: 'notNegative',
        description: 'Nobody is paid for ordering',
        container: 'orders',
        fields: ['amount'],
        tags: ['night'],
      },
      {
        rule_type: 'existsIn',
        description: 'The customer is known',
        container: 'orders',
        fields: ['customer'],
        properties: { field_name: 'id', ref_container_id: id['customers'] },
      },
    ])
    assert.match(await good('checks', 'create', ...shop, '--file', 'checks.json'), /Created 2, failed 0 of 2/)
    assert.match(await good('operations', 'scan', ...shop), /Successfully Finished/)
    const [run] = await shown('operations', 'list', ...shop, '--type', 'scan')
    assert.equal((await shown('operations', 'get', '--id', run.id)).result, 'success')

    const found = await shown('anomalies', 'list', ...shop)
    assert.equal(found.length, 2)
    const [{ id: first }, { id: second }] = found
    await good('anomalies', 'update', '--id', first, '--status', 'Acknowledged', '--description', 'Seen')
    assert.equal((await shown('anomalies', 'get', '--id', first)).status, 'Acknowledged')
    await good('anomalies', 'archive', '--id', first, '--status', 'Resolved')
    await good('anomalies', 'delete', '--ids', `${first},${second}`)
    assert.deepEqual(await shown('anomalies', 'list', ...shop), [])
    for (const type of ['checks', 'profiles', 'anomalies'])
      assert.match(await good('operations', 'export', ...shop, '--asset-type', type), /Successfully Finished/)
  })

  test('aborts a scan that waits for a lock', async () => {
    const other = new PostgresClient(source.url)
    await other.connect()
    await other.query('begin; lock table orders in access exclusive mode')
    await good('operations', 'scan', '--datastore-id', id['shop'] ?? 0, '--background')
    const [run] = await shown('operations', 'list', '--type', 'scan')
    await good('operations', 'abort', '--id', run.id)
    await other.end()
    assert.equal((await shown('operations', 'get', '--id', run.id)).result, 'aborted')
  })

  test('changes, archives, exports and imports checks and templates', async () => {
    const shop = ['--datastore-id', id['shop'] ?? 0]
    const [{ id: check }] = await shown('checks', 'list', ...shop, '--tags', 'night')
    const changed = { description: 'Amounts are not negative', coverage: 0.9, filter: 'amount < 1000' }
    write('changed.json', changed)
    await good('checks', 'update', '--id', check, '--file', 'changed.json')
    assert.equal((await shown('checks', 'get', '--id', check)).coverage, 0.9)
    await good('checks', 'delete', '--id', check)
    assert.equal((await shown('checks', 'list', ...shop, '--status', 'Archived')).length, 1)
    await good('checks', 'activate', '--id', check)
    assert.match(await good('checks', 'export', ...shop, '--output', 'checks'), /Exported 2 checks/)
    // From here on the checks have the keys by which the client finds them again.
    await good(
      'checks',
      'delete',
      '--ids',
      (await numbersOf('checks', 'list', ...shop)).join(','),
      '--no-archive',
    )
    for (const [created, updated] of [
      [2, 0],
      [0, 2],
    ]) {
      const said = await good('checks', 'import', ...shop, '--input', 'checks')
      assert.match(said, new RegExp(`│ ${created} +│ ${updated} +│ 0 +│`))
    }
    write('templates.json', [{ id: 7, rule_type: 'notNull', description: 'It is there', global_tags: [] }])
    assert.match(await good('checks', 'import-templates', '--input', 'templates.json'), /total of 1/)
    await good('checks', 'export-templates', '--output', 'templates.yaml')
    assert.equal(parse(readFileSync(join(one.home, 'templates.yaml'), 'utf8'))[0].description, 'It is there')
    await good('checks', 'export-templates', '--enrichment_datastore_id', id['results'] ?? 0)
  })

  test('makes computed tables, one by one and from a list', async () => {
    const shop = ['--datastore-id', id['shop'] ?? 0]
    const query = ['--query', 'select customer, sum(amount) as total from orders group by customer']
    const kind = ['--type', 'computed_table', ...shop, ...query]
    assert.match(await good('containers', 'validate', ...kind), /Validation passed/)
    const totals = await made('containers', 'create', '--name', 'totals', ...kind)
    assert.match(await good('operations', 'profile', ...shop, '--container-names', 'totals'), /Successfully/)
    const changed = await shown('containers', 'update', '--id', totals, '--description', 'By customer')
    assert.equal(changed.description, 'By customer')
    assert.match(await good('containers', 'get', '--id', totals, '--profiles'), /customer/)
    write(
      'tables.csv',
      'name,description,query\nbad,None is negative,select id from orders where amount < 0\n',
    )
    assert.match(await good('containers', 'preview', '--input', 'tables.csv'), /ct_bad/)
    const said = await good('containers', 'import', '--datastore', shop[1] ?? 0, '--input', 'tables.csv')
    assert.match(said, /Computed tables created: 1\n +Checks created: 1\n/)
    assert.match(await good('operations', 'materialize', ...shop), /Successfully Finished/)
    const spare = await made('containers', 'create', '--name', 'spare', ...kind)
    await good('containers', 'delete', '--id', spare)
    const field = await fetch(`${one.url}/api/computed-fields`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        container_id: totals,
        name: 'twice',
        transformation: 'customExpression',
        properties: { column_expression: 'total * 2' },
      }),
    })
    assert.equal(field.status, 201)
  })

  test('carries over the tests of dbt and the rows of a sheet', async () => {
    const shop = ['--datastore-id', id['shop'] ?? 0]
    write('manifest.json', manifest)
    assert.match(await good('dbt', 'plan', '--manifest', 'manifest.json'), /All 1 dbt tests convert/)
    assert.match(await good('dbt', 'import', ...shop, '--manifest', 'manifest.json'), /│ 1 +│ 0 +│ 0 +│/)
    write(
      'sheet.csv',
      'check_id,container,rule_type,fields,description,min,max\nS1,orders,between,amount,It is plausible,0,99\n',
    )
    assert.match(await good('migrate', 'plan', '--sheet', 'sheet.csv'), /Sheet OK/)
    assert.match(await good('migrate', 'validate', '--sheet', 'sheet.csv', ...shop), /Validation passed/)
    assert.match(await good('migrate', 'apply', '--sheet', 'sheet.csv', ...shop), /│ 1 +│ 0 +│ 0 +│/)
  })

  test('shows people, teams and tags, and writes jobs whose requests are taken', async () => {
    assert.equal((await shown('users', 'list')).length, 1)
    assert.equal((await shown('users', 'get', '--id', 1)).user_name, 'admin')
    assert.equal((await shown('teams', 'list'))[0].name, 'Public')
    assert.equal((await shown('teams', 'get', '--id', 1)).permission, 'Viewer')
    await good('tags', 'create', '--name', 'spare', '--color', '#FF2000')
    assert.equal((await shown('tags', 'get', '--name', 'spare')).color, '#FF2000')
    await good('tags', 'delete', '--name', 'spare')
    assert.deepEqual((await shown('tags', 'list')).map(({ name }: { name: string }) => name).sort(), [
      'dbt',
      'gold',
      'night',
    ])
    await good(
      'schedule',
      'export-metadata',
      '--crontab',
      '0 3 * * *',
      '--datastore',
      id['shop'] ?? 0,
      '--options',
      'all',
    )
    const jobs = readFileSync(join(one.home, 'crontab'), 'utf8').trim().split('\n')
    assert.equal(jobs.length, 3)
    for (const job of jobs) {
      const [, url = ''] = /--url '([^']+)'/.exec(job) ?? []
      const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${one.token}` } })
      assert.ok(answer.ok, `${url}: ${answer.status}`)
    }
  })

  test('passes the tools of agents on', async () => {
    const agent = new Client({ name: 'tests', version: '1' })
    await agent.connect(
      new StdioClientTransport({
        command: programOf('qualytics'),
        args: ['mcp', 'serve'],
        env: variablesOf(one.home),
        stderr: 'ignore',
      }),
    )
    const { tools } = await agent.listTools()
    await agent.close()
    assert.ok(tools.length > 5, JSON.stringify(tools.map(({ name }) => name)))
  })

  test('exports the configuration, imports it into an empty service and exports the same bytes there', async () => {
    const both = [id['shop'] ?? 0, id['results'] ?? 0].flatMap((number) => ['--datastore-id', String(number)])
    await good('config', 'export', ...both, '--output', 'config')
    const exported = fileTexts(join(one.home, 'config'))
    assert.ok(Object.keys(exported).length > 10, Object.keys(exported).join('\n'))
    assert.match(Object.values(exported).join('\n'), /filter: amount < 1000\n/)
    const other = await place()
    await other.client.good(['auth', 'init', '--url', other.url, '--token', other.token])
    const from = join(one.home, 'config')
    // A second time, as people do after they changed something.
    for (const round of ['first', 'second'])
      assert.doesNotMatch(
        await other.client.good(['config', 'import', '--input', from]),
        /Failed to|Error/,
        round,
      )
    await other.client.good([
      'config',
      'export',
      '--datastore-id',
      '1',
      '--datastore-id',
      '2',
      '--output',
      'again',
    ])
    assert.deepEqual(fileTexts(join(other.home, 'again')), exported)
    await other.client.good(['datastores', 'delete', '--id', '1'])
  })

  test('has no command that these tests do not run, but for those about drivers of Java', async () => {
    const ran = new Set(clients.flatMap((client) => [...client.ran, 'mcp serve']))
    const left = (await one.client.commands()).filter((name) => !ran.has(name))
    assert.deepEqual(left, ['drivers generate', 'drivers package'])
  })
})

import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
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

const fileTexts = (folder: string): Record<string, string> =>
  Object.fromEntries(
    globSync('**/*.yaml', { cwd: folder })
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )

describe('the published client, unchanged', { skip: absence, concurrency: false }, () => {
  const closers: (() => unknown)[] = []
  let source: PostgresSource
  let one: Place
  /** The variables in which the files of an exported configuration find the secrets. */
  let secrets: Record<string, string>
  let id: Record<string, number>
  after(async () => {
    for (const close of closers.reverse()) await close()
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
    const number = /(?:ID|id): (\d+)/.exec(said)?.[1]
    assert.ok(number, said)
    return Number(number)
  }
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
    const connection = (name: string, user: string, password: string) =>
      made(
        ...['connections', 'create', '--type', 'postgresql', '--name', name, '--host', host, '--port', port],
        ...['--username', user, '--password', password, '--parameters', '{"sslmode": "prefer"}'],
      )
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

    const database = source.target.database ?? ''
    const datastore = (name: string, connectionId: number, schema: string, ...more: string[]) =>
      made(
        ...['datastores', 'create', '--name', name, '--connection-id', connectionId, '--database', database],
        ...['--schema', schema, '--no-trigger-sync', ...more],
      )
    id = {
      shop: await datastore('Shop', warehouse, 'public', '--tags', 'gold'),
      results: await datastore('Results', results, 'results', '--enrichment-only'),
    }
    await good('datastores', 'update', '--id', id['shop'] ?? 0, '--high-count-rollup-threshold', 3)
    assert.equal((await shown('datastores', 'get', '--name', 'Shop')).high_count_rollup_threshold, 3)
    assert.equal((await shown('datastores', 'list', '--type', 'postgresql')).length, 2)
    assert.match(await good('datastores', 'verify', '--id', id['shop'] ?? 0), /verified successfully/)
    const link = () =>
      good('datastores', 'enrichment', '--id', id['shop'] ?? 0, '--link', id['results'] ?? 0)
    await link()
    await good('datastores', 'enrichment', '--id', id['shop'] ?? 0, '--unlink')
    await link()
  })
  test('prints', async () => {
    write('checks.json', [
      {
        rule_type: 'notNegative',
        description: 'Nobody is paid for ordering',
        container: 'orders',
        fields: ['amount'],
        tags: ['night'],
        status: 'Active',
      },
      {
        rule_type: 'existsIn',
        description: 'The customer is known',
        container: 'orders',
        fields: ['customer'],
        properties: { field_name: 'id', ref_container: 'customers' },
      },
    ])
    write('changed.json', { description: 'Amounts are not negative', coverage: 0.9 })
    write('templates.json', [
      { id: 7, rule_type: 'notNull', description: 'It has a value', global_tags: [{ name: 'gold' }] },
    ])
    write('tables.csv', 'name,description,query\nbad,No order is negative,select id from orders where amount < 0\n')
    write('sheet.csv', 'check_id,container,rule_type,fields,description,min,max\nS1,orders,notNull,id,It has a number,,\nS2,orders,between,amount,It is plausible,0,100\n')
    write('manifest.json', {
      metadata: { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json' },
      nodes: {
        'model.shop.orders': { resource_type: 'model', name: 'orders', alias: 'orders', unique_id: 'model.shop.orders' },
        'test.shop.not_null_orders_id.1': {
          resource_type: 'test',
          unique_id: 'test.shop.not_null_orders_id.1',
          name: 'not_null_orders_id',
          column_name: 'id',
          attached_node: 'model.shop.orders',
          test_metadata: { name: 'not_null', kwargs: { column_name: 'id', model: "{{ get_where_subquery(ref('orders')) }}" } },
          depends_on: { nodes: ['model.shop.orders'] },
          config: { severity: 'ERROR' },
          refs: [{ name: 'orders' }],
        },
      },
      sources: {},
    })
    mkdirSync(join(one.home, 'dist/META-INF/jdbc-drivers'), { recursive: true })
    for (const line of readFileSync('/tmp/agents-pub/try', 'utf8').split('\n').filter(Boolean)) {
      const said = await one.client.run(JSON.parse(line.replaceAll('SHOP', String(id['shop'])).replaceAll('RESULTS', String(id['results']))))
      process.stderr.write(`\n=== ${line} -> ${said.code}\n${said.out.slice(0, 1500)}\n`)
    }
    void [parse, Client, StdioClientTransport, programOf, variablesOf, fileTexts, write]
  })
})

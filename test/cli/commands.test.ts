import assert from 'node:assert/strict'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findService } from '../../cli/service/find-service.ts'
import { BigqueryDouble } from '../harness/bigquery-double.ts'
import { runCommand, startCommand } from '../harness/command.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('the command against a service', () => {
  let app: WorkingApp
  let environment: Record<string, string> = {}
  before(async () => {
    app = await startWorkingApp()
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    environment = { ASSAY_URL: url, ASSAY_TOKEN: 'admin-1' }
    for (const name of ['staging', 'production']) mkdirSync(join(app.folder, name))
    writeFileSync(join(app.folder, 'staging/orders.csv'), 'id,amount\n1,20\n9007199254740993,-5\n')
    writeFileSync(join(app.folder, 'production/orders.csv'), 'id,amount\n1,20\n')
  })
  after(() => app.close())

  const assay = (...args: string[]) => runCommand(args, environment)
  const good = async (...args: string[]) => {
    const said = await assay(...args)
    assert.equal(said.code, 0, said.errors)
    return said
  }

  const idOf = async (name: string): Promise<number> =>
    (await app.ask('GET', `/api/datastores?name=${name}`)).body.items[0].id

  test('connects a folder, profiles and scans it, and shows what was found', async () => {
    const [staging] = await Promise.all(
      ['staging', 'production'].map((name) =>
        good('connect', 'local', name, '--root-path', join(app.folder, name)),
      ),
    )
    assert.match(staging?.out ?? '', /Datastore \d is "staging"\.\nTry: assay profile "staging"/)
    assert.match(staging?.errors ?? '', /^sync {2}success {2}1 of 1 container/)
    const profile = await good('profile', 'staging', '--effort', 'low', '--json')
    assert.equal(JSON.parse(profile.out).result, 'success')
    const [container] = (await app.ask('GET', `/api/containers/listing?datastore=${await idOf('staging')}`))
      .body
    await app.ask('POST', '/api/quality-checks', {
      container_id: container.id,
      rule: 'notNegative',
      fields: ['amount'],
      description: 'Nobody is paid for ordering',
    })
    const scan = await assay('scan', '--datastore', 'staging', '--container', 'orders.csv', '-f', 'junit')
    assert.equal(scan.code, 1, scan.errors)
    assert.match(scan.out, /name="Nobody is paid for ordering"><failure type="notNegative"/)
    assert.match(scan.out, />amount: -5, id: 9007199254740993</, 'with every digit of a number')
    const [anomalies, checks, runs] = await Promise.all([
      good('anomalies', '-d', 'staging', '--json'),
      good('checks', '-d', String(await idOf('staging'))),
      good('runs', 'list', '-d', 'staging'),
    ])
    assert.equal(JSON.parse(anomalies.out).length, 1)
    assert.match(checks.out, /Active +orders\.csv +notNegative +amount +1 +Nobody is paid/)
    assert.match(runs.out, /scan +staging +success/)
  })

  test('connects whatever the service has a connector for, with its key and parameters', async (t) => {
    const clock = { columns: [{ name: 'at', type: 'STRING' }], rows: [['2026-01-31 12:00:00+00']] }
    const double = new BigqueryDouble(() => clock)
    await double.listen()
    t.after(() => double.close())
    const { port, connection } = double
    const key = join(app.folder, 'key.json')
    writeFileSync(key, connection.credentials_payload ?? '')
    const place = ['--host', '127.0.0.1', '--port', String(port), '--database', 'lake', '--schema', 'shop']
    const typed = ['connect', 'bigquery', 'Lake', ...place, '--credentials-file', key]
    const refused = await assay(...typed, '--parameter', 'locaton=EU')
    assert.match(refused.errors, /has no parameter "locaton"; known: project, location, maximum_bytes_billed/)
    const parameters = ['sslmode=disable', 'maximum_bytes_billed=1000000']
    await good(...typed, '--no-sync', ...parameters.flatMap((one) => ['--parameter', one]))
    const [made] = (await app.ask('GET', '/api/connections?name=Lake')).body.items
    assert.deepEqual(
      [made.type, made.parameters],
      ['bigquery', { sslmode: 'disable', maximum_bytes_billed: 1_000_000 }],
    )
    const { out } = await good('connect', '--help')
    assert.match(out, /databricks: Databricks\n +--host --password-env --database --parameter warehouse= /)
  })

  test('plans a promotion without writing, then promotes', async () => {
    const plan = await good('promote', 'staging/orders.csv', 'production/orders.csv', '--plan')
    assert.match(plan.out, /\+ Nobody is paid for ordering/)
    assert.match(plan.out, /would be created/)
    const production = async () =>
      (await app.ask('GET', `/api/quality-checks?datastore=${await idOf('production')}`)).body.total
    const before = await production()
    await good('promote', 'staging/orders.csv', 'production/orders.csv')
    assert.ok((await production()) > before)
    const again = await good('promote', 'staging/orders.csv', 'production/orders.csv', '--plan')
    assert.match(again.out, /^0 would be created, 0 updated/m)
  })

  test('steers runs by their number', async () => {
    const listed = await good('runs', 'list', '--json', '--limit', '1')
    const [{ id, type }] = JSON.parse(listed.out)
    assert.equal(type, 'promote')
    const sync = await app.ask('GET', '/api/operations?operation_type=sync&size=1')
    const run = sync.body.items[0].id
    const [followed, rerun, aborted] = await Promise.all([
      good('runs', 'follow', String(id)),
      good('runs', 'rerun', String(run)),
      assay('runs', 'abort', String(run)),
    ])
    assert.match(followed.errors, /success/)
    assert.match(rerun.errors, /^sync {2}success/)
    assert.equal(aborted.code, 2)
    assert.match(aborted.errors, /^assay: /)
  })

  test('keeps a login and creates tokens', async () => {
    const { ASSAY_URL: url = '' } = environment
    const config = { XDG_CONFIG_HOME: app.folder }
    const wrong = await runCommand(['login', '--url', url], config, 'nobody\n')
    assert.deepEqual([wrong.code, /Try: assay login/.test(wrong.errors)], [2, true])
    const login = await runCommand(['login', '--url', `${url}/api/`], config, 'admin-1\n')
    assert.equal(login.code, 0, login.errors)
    const status = await runCommand(['status'], config)
    assert.match(status.out, /found by assay login/)
    // Who reads what was remembered while it is replaced has all of the old one.
    const reader = openSync(join(app.folder, 'assay/login.json'), 'r')
    assert.equal((await runCommand(['login'], config, 'admin-1\n')).code, 0)
    writeFileSync(join(app.folder, 'assay/login.json'), '')
    assert.match(readFileSync(reader, 'utf8'), /^\{"url":.*"token":"admin-1"\}\n$/)
    closeSync(reader)
    assert.equal((await runCommand(['login', '--url', url], config, 'admin-1\n')).code, 0)
    const [made, list] = [await good('token', 'create', 'CI', '--days', '30'), await good('token', 'list')]
    assert.match(made.out, /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    assert.match(list.out, /CI +yes/)
    assert.ok(!list.out.includes(made.out.trim()))
    assert.equal((await runCommand(['logout'], config)).code, 0)
    assert.match((await runCommand(['anomalies'], config)).errors, /no token.*\nTry: assay login/)
  })

  test('waits for the answer of the browser, whatever else asks at its port', async () => {
    const { ASSAY_URL: url = '' } = environment
    const config = { XDG_CONFIG_HOME: app.folder, BROWSER: 'true' }
    const { child, said } = startCommand(['login', '--browser', '--url', url], config)
    const page = Promise.withResolvers<string>()
    let told = ''
    child.stderr?.on('data', (part: Buffer) => {
      told += String(part)
      const [, address] = /(http\S+)\n/.exec(told) ?? []
      if (address) page.resolve(address)
    })
    const { searchParams } = new URL(await page.promise)
    const { port } = new URL(searchParams.get('redirect_uri') ?? '')
    const stray = request({ port, path: '//' }).end()
    const [answer] = await once(stray, 'response')
    assert.equal(answer.statusCode, 404)
    answer.resume()
    await fetch(`http://127.0.0.1:${port}/callback?state=${searchParams.get('state')}&token=admin-1`)
    const { code, out } = await said
    assert.equal(code, 0, told)
    assert.match(out, /You are .* \(Admin\)/)
    assert.equal((await runCommand(['logout'], config)).code, 0)
  })

  test('sends the token of the home in this folder to no other machine', () => {
    const home = join(app.folder, 'home')
    mkdirSync(home)
    writeFileSync(join(home, 'admin-token'), 'the-admin\n')
    const found = (url: string) => findService({ url }, { ASSAY_HOME: home, XDG_CONFIG_HOME: app.folder })
    for (const here of ['http://127.0.0.1:8080', 'localhost:8080', 'http://[::1]:8080'])
      assert.equal(found(here).token, 'the-admin', here)
    for (const away of ['https://assay.example.com', 'localhost.example.com', 'http://127.example.com'])
      assert.equal(found(away).token, null, away)
    assert.equal(found('localhost.example.com').url, 'https://localhost.example.com')
    assert.equal(found('localhost:8080').url, 'http://localhost:8080')
  })

  test('refuses with the sentence of the service and the command to try next', async () => {
    const asked: [string[], RegExp][] = [
      [['scan', '-d', 'Nowhere'], /no datastore "Nowhere".*\nTry: assay status --datastores/],
      [['runs', 'follow', '999'], /999.*\nTry: /],
      [['runs', 'follow', 'x'], /id needs a whole number/],
      [['promote', 'staging/orders', 'production/orders.csv'], /no container "orders"; it has orders\.csv/],
      [
        ['connect', 'foxpro', 'Shop'],
        /There is no type "foxpro"; there are abfs, .*\nTry: assay connect --help/,
      ],
      [
        ['connect', 's3', 'Shop', '--uri', 's3://shop'],
        /A connection to S3 needs access_key\. A connection to S3 needs secret_key\.\nTry: assay connect --help/,
      ],
      [['connect', 'postgresql', 'Shop', '--password-env', 'ABSENT'], /ABSENT.*is empty/],
      [['anomalies', '--url', 'http://127.0.0.1:9'], /No Assay service answers.*\nTry: assay start/],
      [['checks', '--token', 'nobody'], /Try: assay login/],
    ]
    const said = await Promise.all(asked.map(([args]) => assay(...args)))
    for (const [position, [, sentence]] of asked.entries()) {
      assert.match(said[position]?.errors ?? '', sentence)
      assert.deepEqual([said[position]?.code, said[position]?.out], [2, ''])
    }
  })

  test('reports what a scan found before it says which container failed', async () => {
    const folder = join(app.folder, 'torn')
    mkdirSync(folder)
    for (const name of ['good', 'torn']) writeFileSync(join(folder, `${name}.csv`), 'id,amount\n1,-5\n')
    await good('connect', 'local', 'torn', '--root-path', folder)
    const { body } = await app.ask('GET', `/api/containers/listing?datastore=${await idOf('torn')}`)
    const check = { rule: 'notNegative', fields: ['amount'], description: 'x' }
    for (const { id } of body) await app.ask('POST', '/api/quality-checks', { ...check, container_id: id })
    writeFileSync(join(folder, 'torn.csv'), 'id,amount\n1,much\n')
    const scan = await assay('scan', '-d', 'torn')
    assert.equal(scan.code, 2, scan.errors)
    assert.match(scan.out, /^good\.csv +x +1 +amount: -5/m)
    assert.doesNotMatch(scan.out, /torn\.csv/)
    assert.match(
      scan.errors,
      /\nassay: The scan of "torn" failed\. 1 of 2 containers failed\. "torn\.csv": .*"much"/,
    )
    const sync = await assay('sync', 'torn')
    assert.equal(sync.code, 2)
    const [run] = (await app.ask('GET', `/api/operations?datastore=${await idOf('torn')}&size=1`)).body.items
    assert.match(
      sync.errors,
      new RegExp(`\\nTry: assay runs rerun ${run.id}\\n`),
      'as no sync can be resumed',
    )
  })
})

import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand, startCommand } from '../harness/command.ts'
import { freePort } from '../harness/free-port.ts'

describe('assay scan on files', () => {
  let folder = ''
  let temporary = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-command-'))
    temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    mkdirSync(join(folder, 'data'))
    for (const open of [folder, temporary]) chmodSync(open, 0o755)
    const rows = Array.from({ length: 300 }, (_, row) => `${row + 1},${row === 7 ? 'XX' : 'DE'},${row % 9}`)
    writeFileSync(join(folder, 'data/orders.csv'), ['id,country,amount', ...rows, ''].join('\n'))
    writeFileSync(
      join(folder, 'checks.yaml'),
      'checks:\n  - {container: orders.csv, rule: maxValue, fields: [amount], properties: {value: 7}}\n',
    )
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const environment = () => ({ TMPDIR: temporary })

  test('shows what is wrong with a file, ends with 1, and leaves nothing behind', async () => {
    const report = join(folder, 'report.json')
    const { code, out, errors } = await runCommand(
      [
        'scan',
        join(folder, 'data/orders.csv'),
        '-c',
        join(folder, 'checks.yaml'),
        '-f',
        'json',
        '-o',
        report,
      ],
      environment(),
    )
    assert.equal(code, 1, errors)
    // What is found is told when it is known, before the report.
    assert.match(
      errors,
      /^found {2}orders\.csv {2}"country" has one known value {2}1 failing row\nprofile {2}/m,
    )
    assert.match(errors, /^found {2}orders\.csv {2}maxValue amount {2}33 failing rows\nscan {2}/m)
    assert.match(out, /orders\.csv +maxValue amount +33 +amount: 8/)
    assert.match(out, /orders\.csv +"country" has one known value +1 +country: XX, id: 8/)
    assert.match(out, /300 records in 1 container\. 2 checks judged: 0 passed, 2 failed\./)
    const { verdicts } = JSON.parse(readFileSync(report, 'utf8'))
    assert.deepEqual(
      verdicts
        .map(({ rule, failing, fields }: Record<string, unknown>) => [rule, failing, fields])
        .toSorted(),
      [
        ['expectedValues', 1, ['country']],
        ['maxValue', 33, ['amount']],
      ],
    )
    assert.deepEqual(readdirSync(temporary), [])
  })

  test('reports what could be read beside a file that cannot, names that one, and ends with 2', async () => {
    const mixed = join(folder, 'partly-read')
    mkdirSync(mixed)
    writeFileSync(join(mixed, 'orders.csv'), readFileSync(join(folder, 'data/orders.csv')))
    writeFileSync(join(mixed, 'ragged.csv'), 'id,v\n1,2,3\n')
    writeFileSync(join(mixed, 'empty.csv'), '')
    const report = join(folder, 'mixed.xml')
    const form = ['-f', 'junit', '-o', report]
    const { code, out, errors } = await runCommand(
      ['scan', mixed, '-c', join(folder, 'checks.yaml'), ...form],
      environment(),
    )
    assert.equal(code, 2, errors)
    assert.match(out, /orders\.csv +maxValue amount +33 +amount: 8/)
    assert.match(out, /300 records in 1 container\. 2 checks judged: 0 passed, 2 failed\./)
    assert.match(errors, /The report is of what could be read\. .*2 of 3 containers failed.*"ragged\.csv"/)
    assert.match(readFileSync(report, 'utf8'), /failures="2"/)
    rmSync(join(mixed, 'orders.csv'))
    const none = await runCommand(['scan', mixed], environment())
    assert.deepEqual([none.code, none.out], [2, ''])
    assert.match(none.errors, /\nassay: The sync failed\. 2 of 2 containers failed/)
    assert.deepEqual(readdirSync(temporary), [])
  })

  test('says of each check what it says of a record, where the record fails several', async () => {
    const file = join(folder, 'both.csv')
    const checks = join(folder, 'both.yaml')
    writeFileSync(file, 'id,amount\n1,-5\n')
    writeFileSync(
      checks,
      '- {container: both.csv, rule: notNegative, fields: [amount]}\n- {container: both.csv, rule: minValue, fields: [id], properties: {value: 2}}\n',
    )
    const asked = ['scan', file, '-c', checks, '--effort', 'off', '-f', 'json']
    const { code, out, errors } = await runCommand(asked, environment())
    assert.equal(code, 1, errors)
    const { verdicts } = JSON.parse(out)
    const messages = new Map(verdicts.map(({ rule, message }: Record<string, unknown>) => [rule, message]))
    assert.match(String(messages.get('notNegative')), /^The `amount` value of `-5` [^.]+\.$/)
    assert.match(String(messages.get('minValue')), /^The `id` value of `1` [^.]+\.$/)
  })

  test('ends with 0 when what it found weighs too little, or nothing was asked of the file', async () => {
    const server = createServer((_request, response) =>
      response.end(readFileSync(join(folder, 'data/orders.csv'))),
    )
    after(() => server.close())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const [light, idle] = await Promise.all([
      runCommand(['scan', join(folder, 'data'), '--fail-on', '1000'], environment()),
      runCommand(['scan', `http://127.0.0.1:${port}/more/orders.csv?x=1`, '--effort', 'off'], environment()),
    ])
    assert.equal(light.code, 0, light.errors)
    assert.match(light.out, /1 failed/)
    assert.equal(idle.code, 0, idle.errors)
    assert.match(idle.out, /0 checks judged/)
    assert.deepEqual(readdirSync(temporary), [])
  })

  test('says what the network said of an address from which nothing comes', async () => {
    const address = `http://127.0.0.1:${await freePort()}/orders.csv`
    const { code, errors } = await runCommand(['scan', address], environment())
    assert.deepEqual(
      [code, errors.includes(`${address} could not be fetched: connect ECONNREFUSED`)],
      [2, true],
    )
    assert.deepEqual(readdirSync(temporary), [])
  })

  test('ends as it would have when the reader of its output leaves', async () => {
    const { child, said } = startCommand(
      ['scan', join(folder, 'data/orders.csv'), '-c', join(folder, 'checks.yaml'), '--effort', 'off'],
      environment(),
    )
    child.stdout?.destroy()
    await assert.rejects(said, /Premature close|aborted/i)
    if (child.exitCode === null) await once(child, 'exit')
    assert.equal(child.exitCode, 1)
  })

  test('says what cannot be scanned before it starts anything', async () => {
    const refused: [string[], RegExp][] = [
      [['scan', join(folder, 'absent.csv')], /There is no file or folder .*absent\.csv/],
      [['scan', 'https://'], /"https:\/\/" is no address of a file/],
      [['scan', 'https://example.com/'], /"https:\/\/example\.com\/" is no address of a file/],
      [['scan'], /Name a file, a folder or --datastore\.\nTry: assay scan --help/],
      [['scan', folder, '--fail-on', 'some'], /--fail-on is "some"/],
      [['scan', folder, '-c', join(folder, 'data/orders.csv')], /has no list of checks/],
      [['scan', folder, '-c', join(folder, 'absent.yaml')], /There is no file .*absent\.yaml/],
      [['scam'], /unknown command 'scam'\n\(Did you mean scan\?\)/],
    ]
    const said = await Promise.all(refused.map(([args]) => runCommand(args, environment())))
    for (const [position, [, sentence]] of refused.entries()) {
      assert.match(said[position]?.errors ?? '', sentence)
      assert.equal(said[position]?.code, 2)
    }
  })

  /** Ends a scan once it has told what `reached` looks for: how it ended, and all that it had told. It leaves nothing behind. */
  const ended = async (args: string[], signal: 'SIGINT' | 'SIGKILL', reached: RegExp) => {
    const { child, said } = startCommand(['scan', ...args], environment())
    const begun = Promise.withResolvers<void>()
    let told = ''
    child.stderr?.on('data', (part: Buffer) => {
      told += String(part)
      if (reached.test(told)) begun.resolve()
    })
    await Promise.race([begun.promise, said])
    const [home = ''] = readdirSync(temporary)
    const postmaster = Number(
      readFileSync(join(temporary, home, 'postgresql/data/postmaster.pid'), 'utf8').split('\n')[0],
    )
    child.kill(signal)
    const { code } = await said
    // The service notices by itself that the command is gone.
    while (readdirSync(temporary).length > 0 || isRunning(postmaster)) await delay(20)
    return { code, told }
  }

  test('leaves nothing behind when it is killed', async () => {
    const { code } = await ended([join(folder, 'data')], 'SIGKILL', /^sync/m)
    assert.equal(code, null)
  })

  test('leaves nothing behind when it is ended within the profile, and within the scan', async () => {
    const mixed = join(folder, 'mixed')
    mkdirSync(mixed)
    writeFileSync(join(mixed, 'orders.csv'), readFileSync(join(folder, 'data/orders.csv')))
    // It keeps a run busy for long after the small file is done and told of.
    const line = (row: number) => `${row},name ${row * 7919},${row % 1013},${row * 31}\n`
    const part = Array.from({ length: 100_000 }, (_, row) => line(row)).join('')
    writeFileSync(join(mixed, 'large.csv'), `id,name,amount,code\n${part.repeat(15)}`)
    writeFileSync(
      join(folder, 'mixed.yaml'),
      `checks:
  - {container: orders.csv, rule: maxValue, fields: [amount], properties: {value: 7}}
  - {container: large.csv, rule: unique, fields: [name, code]}
  - {container: large.csv, rule: satisfiesExpression, fields: [id], properties: {expression: list_sum(range(id % 2 + 5000)) > 0}}
`,
    )
    const inProfile = await ended([mixed], 'SIGINT', /orders\.csv/)
    assert.equal(inProfile.code, 130)
    assert.match(inProfile.told, /^sync /m)
    assert.doesNotMatch(inProfile.told, /^profile /m)
    const given = ['--checks', join(folder, 'mixed.yaml'), '--effort', 'off']
    const inScan = await ended([mixed, ...given], 'SIGINT', /orders\.csv/)
    assert.equal(inScan.code, 130)
    assert.match(inScan.told, /^sync /m)
    assert.doesNotMatch(inScan.told, /^scan /m)
  })
})

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}/cwd`)

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  askService,
  isRunning,
  placeForHome,
  placeForPreparedHome,
  postmasterOf,
  startService,
} from '../harness/service-process.ts'

const ada = { user_name: 'ada' }

async function userNames(url: string, home: string): Promise<string[]> {
  const { status, body } = await askService(url, home, 'GET', '/users')
  assert.equal(status, 200)
  return (body as { items: { user_name: string }[] }).items.map(({ user_name }) => user_name)
}

describe('the embedded database', () => {
  test('outlives a killed service, and the next start stops it and loses nothing', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const killed = startService({ ASSAY_HOME: home })
    await askService(await killed.ready, home, 'POST', '/users', ada)
    const postmaster = postmasterOf(home)
    await killed.end('SIGKILL')
    assert.ok(isRunning(postmaster), 'the test needs an orphan')

    const next = startService({ ASSAY_HOME: home })
    assert.deepEqual(await userNames(await next.ready, home), ['ada', 'admin'])
    assert.match(
      await next.said(/orphan|killed/),
      /of a service that was killed was still running; it was stopped/,
    )
    assert.equal(isRunning(postmaster), false)
    assert.equal((await next.end()).code, 0)
  })

  test('recovers when the service and the database are killed together', async () => {
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    const killed = startService({ ASSAY_HOME: home })
    await askService(await killed.ready, home, 'POST', '/users', ada)
    process.kill(postmasterOf(home), 'SIGKILL')
    await killed.end('SIGKILL')
    assert.ok(existsSync(join(home, 'postgresql/data/postmaster.pid')), 'the test needs a stale file')

    const next = startService({ ASSAY_HOME: home })
    assert.deepEqual(await userNames(await next.ready, home), ['ada', 'admin'])
    await next.end()
  })

  test('is started again, with all its rows, when it is killed under a running service', async () => {
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    const service = startService({ ASSAY_HOME: home })
    const url = await service.ready
    await askService(url, home, 'POST', '/users', ada)
    process.kill(postmasterOf(home), 'SIGKILL')
    assert.match(
      await service.said(/started again/),
      /The database server was ended by SIGKILL and was started again/,
    )
    assert.deepEqual(await userNames(url, home), ['ada', 'admin'])
    assert.equal((await service.end()).code, 0)
  })

  test('that is killed again and again ends the service with a sentence', async () => {
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    const service = startService({ ASSAY_HOME: home })
    await service.ready
    for (const restarts of [1, 2, 3]) {
      process.kill(postmasterOf(home), 'SIGKILL')
      await service.said(/started again/, restarts)
    }
    process.kill(postmasterOf(home), 'SIGKILL')
    const { code, errors } = await service.ended
    assert.equal(code, 1)
    // Another thread of work may have tried the database for the last time after it.
    const sentence = 'The database server was ended by SIGKILL again and again. Its log is '
    const said = errors.filter((line) => line.startsWith(sentence))
    assert.equal(said.length, 1, errors.join('\n'))
  })

  test('starts although another program now has the number in its stale file, and leaves that program alone', async () => {
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    const first = startService({ ASSAY_HOME: home })
    await first.ready
    const file = join(home, 'postgresql/data/postmaster.pid')
    process.kill(postmasterOf(home), 'SIGKILL')
    await first.end('SIGKILL')
    // Of the same account: of another one's program PostgreSQL would find out by itself.
    const { uid, gid } = statSync(file)
    const bystander = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {})
    after(() => bystander.kill())
    const stale = readFileSync(file, 'utf8').split('\n').slice(1)
    writeFileSync(file, [bystander.pid, ...stale].join('\n'))

    const next = startService({ ASSAY_HOME: home })
    await next.ready
    assert.equal(bystander.exitCode, null)
    assert.equal((await next.end()).code, 0)
  })

  test('is made anew when the first start was killed while making it', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const killed = startService({ ASSAY_HOME: home })
    const halves = () =>
      existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('postgresql.creating-')) : []
    while (halves().length === 0) await new Promise((resolve) => setImmediate(resolve))
    await killed.end('SIGKILL')
    assert.equal(existsSync(join(home, 'postgresql')), false, 'the test needs a half made database')

    const next = startService({ ASSAY_HOME: home })
    assert.deepEqual(await userNames(await next.ready, home), ['admin'])
    assert.deepEqual(halves(), [])
    await next.end()
  })

  test('belongs to one service: a second one on the same home is refused, and the first goes on', async () => {
    const { home, remove } = await placeForPreparedHome()
    after(remove)
    const first = startService({ ASSAY_HOME: home })
    const url = await first.ready
    const { code, errors } = await startService({ ASSAY_HOME: home }).ended
    assert.equal(code, 1)
    assert.deepEqual(errors, [
      `Another Assay service (process ${first.child.pid}) uses ASSAY_HOME ${home}. Stop it, or give this one an ASSAY_HOME of its own.`,
    ])
    assert.deepEqual(await userNames(url, home), ['admin'])
    assert.equal((await first.end()).code, 0)
  })

  test('that lies outside its home is not shared with a copy of that home', async (context) => {
    if (process.getuid?.() !== 0) return context.skip('only root has a database outside its home')
    const { home, remove } = placeForHome('private')
    after(remove)
    const first = startService({ ASSAY_HOME: home })
    const url = await first.ready
    const copy = `${home}-copy`
    cpSync(home, copy, { recursive: true, filter: (path) => !path.endsWith('/lock') })
    const { code, errors } = await startService({ ASSAY_HOME: copy }).ended
    assert.equal(code, 1)
    assert.match(errors.join('\n'), /is a copy of its home\. Stop that service, or remove /)
    assert.deepEqual(await userNames(url, home), ['admin'])
    await first.end()
  })
})

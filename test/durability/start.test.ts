import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { on } from 'node:events'
import { chownSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startCommand } from '../harness/command.ts'
import type { As } from '../harness/launch-service.ts'
import {
  askService,
  clusterOf,
  isRunning,
  placeForHome,
  plainUser,
  startService,
} from '../harness/service-process.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

const postJson = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** `assay login --browser`, with this test as the browser of whoever has the token. */
async function logInByBrowser(url: string, token: string, config: string): Promise<void> {
  const { child, said } = startCommand(['login', '--browser', '--url', url], {
    XDG_CONFIG_HOME: config,
    BROWSER: 'true',
  })
  assert.ok(child.stderr)
  let shown = ''
  for await (const [chunk] of on(child.stderr, 'data', { close: ['end'] })) {
    shown += String(chunk)
    if (/authorize\S+\n/.test(shown)) break
  }
  const page = /\S+\/api\/cli\/authorize\S+/.exec(shown)?.[0] ?? ''
  const headers = {
    cookie: (await postJson(`${url}/api/session`, { token })).headers.getSetCookie()[0]?.split(';')[0] ?? '',
    origin: url,
  }
  assert.match(await (await fetch(page, { headers })).text(), /asks to act as <b>admin</)
  const body = new URLSearchParams({ answer: 'allow' })
  const answer = await fetch(page, { method: 'POST', headers, body, redirect: 'manual' })
  const back = answer.headers.get('location') ?? ''
  // Another program of the machine knows the port, and not the state.
  const guess = await fetch(back.replace(/state=[^&]+/, 'state=guessed'))
  assert.equal(guess.status, 404)
  assert.match(await (await fetch(back)).text(), /You are logged in/)
  const { code, out, errors } = await said
  assert.deepEqual([code, out.startsWith('You are Administrator (Admin) at ')], [0, true], errors)
}

/** A first start, a stop, a second start on the same home, all as one account. */
async function liveTwice(home: string, as: As): Promise<void> {
  const first = startService({ ASSAY_HOME: home }, as)
  const url = await first.ready
  const token = join(home, 'admin-token')
  assert.equal(modeOf(token), '600')
  assert.equal(modeOf(join(home, 'secret-key')), '600')
  assert.equal(modeOf(join(home, 'embedded-postgresql')), '600')
  assert.equal((await fetch(`${url}/api/status`)).status, 200)
  assert.equal((await fetch(`${url}/api/connections`)).status, 401)
  const made = await askService(url, home, 'POST', '/users', { user_name: 'ada', email: 'ada@example.com' })
  assert.equal(made.status, 201)
  await logInByBrowser(url, readFileSync(token, 'utf8').trim(), join(home, 'login'))
  const { postmaster } = clusterOf(home)
  assert.ok(postmaster)
  const { code } = await first.end('SIGTERM')
  const { out } = await first.ended
  assert.equal(code, 0)
  assert.deepEqual(out.slice(0, 2), [`The API token of admin is in ${token}`, `Assay is ready at ${url}`])
  assert.match(
    out.slice(2).join('\n'),
    /^Sign in .* as admin, once .*: http:\/\/[\w.:]+\/console\/sign-in#[\w-]{43}$/,
  )
  assert.ok(out[2]?.includes(`${url}/console/sign-in#`))
  assert.equal(isRunning(postmaster), false, 'PostgreSQL outlived the service')

  const second = startService({ ASSAY_HOME: home }, as)
  const again = await second.ready
  const offered = { code: out[2]?.split('#')[1] }
  assert.deepEqual(
    [
      (await postJson(`${again}/api/session`, offered)).status,
      (await postJson(`${again}/api/session`, offered)).status,
    ],
    [201, 401],
    'The link of the first start lets one person in',
  )
  const users = await askService(again, home, 'GET', '/users')
  assert.deepEqual(
    (users.body as { items: { user_name: string }[] }).items.map(({ user_name }) => user_name),
    ['ada', 'admin'],
  )
  assert.equal((await second.end('SIGINT')).code, 0)
  assert.equal((await second.ended).out.length, 2, 'A later start offers no sign-in')
}

describe('the first start', () => {
  test('keeps everything in ASSAY_HOME and finds it at the next start', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    await liveTwice(home, null)
    assert.equal(clusterOf(home).folder, join(home, 'postgresql'))
  })

  test('root may have its home in a private folder: the database then lies where its account can go', async (context) => {
    if (process.getuid?.() !== 0) return context.skip('these tests are not root')
    const { home, remove } = placeForHome('private')
    after(remove)
    await liveTwice(home, null)
    assert.equal(dirname(clusterOf(home).folder), '/var/lib/assay')
    assert.notEqual(statSync(clusterOf(home).folder).uid, 0)
  })

  test('a plain user may have its home in a private folder', async (context) => {
    const account = plainUser()
    if (typeof account === 'string') return context.skip(account)
    if (spawnSync('/bin/sh', ['-c', `cd "${import.meta.dirname}"`], account).status !== 0) {
      return context.skip('a plain user cannot enter this checkout')
    }
    const { home, remove } = placeForHome('private')
    after(remove)
    chownSync(dirname(home), account.uid, account.gid)
    await liveTwice(home, account)
    assert.equal(clusterOf(home).folder, join(home, 'postgresql'))
    assert.equal(modeOf(home), '700')
    assert.equal(statSync(join(home, 'postgresql')).uid, account.uid)
  })

  test('a lost token file is made again, and the token that was in it ends', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const first = startService({ ASSAY_HOME: home })
    const mine = await askService(await first.ready, home, 'GET', '/user-tokens')
    await first.end()
    rmSync(join(home, 'admin-token'))
    const second = startService({ ASSAY_HOME: home })
    const tokens = await askService(await second.ready, home, 'GET', '/user-tokens')
    await second.end()
    const [before] = mine.body as { id: number }[]
    const [now, ...others] = tokens.body as { id: number }[]
    assert.equal(tokens.status, 200)
    assert.deepEqual(others, [])
    assert.notEqual(now?.id, before?.id)
  })

  test('a signal that comes twice at once, as npm passes it on, is one wish: the stop stays clean', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const service = startService({ ASSAY_HOME: home })
    await service.ready
    service.child.kill('SIGINT')
    assert.equal((await service.end('SIGINT')).code, 0)
    assert.equal(existsSync(join(home, 'postgresql/data/postmaster.pid')), false)
  })

  test('a signal during the start ends it cleanly', async () => {
    const { home, remove } = placeForHome('open')
    after(remove)
    const service = startService({ ASSAY_HOME: home })
    while (!existsSync(join(home, 'secret-key')) && service.child.exitCode === null) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal((await service.end('SIGTERM')).code, 0)
    assert.deepEqual((await service.ended).errors, [])
    const again = startService({ ASSAY_HOME: home })
    await again.ready
    assert.equal((await again.end()).code, 0)
  })
})

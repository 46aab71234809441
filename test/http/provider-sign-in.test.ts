import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { askBy, cookieOf } from '../harness/browser.ts'
import { startOidcServer, type OidcServer } from '../harness/oidc-server.ts'

const base = 'http://assay.test'
const ann = {
  sub: 'ann-7',
  preferred_username: 'ann',
  name: 'Ann Lee',
  email: 'ann@example.com',
  email_verified: true,
  groups: ['staff'],
}

describe('People sign in by a provider of OpenID Connect', () => {
  let app: TestApp
  let server: OidcServer
  before(async () => {
    ;[app, server] = await Promise.all([startApp(), startOidcServer([base])])
  })
  after(() => Promise.all([app.close(), server.close()]))

  const set = (settings: Record<string, string> = {}) => {
    app.environment.provider = server.clientFor(base, settings)
  }
  const get = async (url: string, cookie = '') => {
    const { statusCode, headers, body } = await app.server.inject({ method: 'GET', url, headers: { cookie } })
    const [kept = ''] = String(headers['set-cookie'] ?? '').split(';')
    return { status: statusCode, location: String(headers['location'] ?? ''), cookie: kept, headers, body }
  }
  /** From the button to the way back, which is not gone yet. */
  const leave = async (to = '') => {
    const begun = await get(`/api/session/oidc${to && `?to=${encodeURIComponent(to)}`}`)
    assert.equal(begun.status, 302, begun.body)
    return { ...begun, back: (await throughProvider(begun.location)).slice(base.length) }
  }
  const come = async (person: OidcServer['person'], settings: Record<string, string> = {}) => {
    server.person = person
    set(settings)
    const { back, cookie } = await leave()
    return get(back, cookie)
  }
  const enter = async (location: string) => {
    const begun = await askBy(app, '', 'POST', '/api/session', { code: location.split('#')[1] })
    assert.equal(begun.status, 201, JSON.stringify(begun.body))
    const cookie = cookieOf(begun)
    const { body: me } = await askBy(app, cookie, 'GET', '/api/users/me')
    return { cookie, me, session: begun.body }
  }

  test('who comes first is made a user, who comes again is the same one, and every step is in the audit log', async () => {
    server.person = ann
    set()
    const { back, cookie, headers, location } = await leave('/anomalies?size=5')
    assert.match(String(headers['set-cookie']), /HttpOnly; SameSite=Lax; Max-Age=600$/)
    assert.equal(new URL(location).searchParams.get('code_challenge_method'), 'S256')
    const home = await get(back, cookie)
    assert.match(home.location, /^\/console\/sign-in\?to=%2Fanomalies%3Fsize%3D5#[\w-]{43}$/)
    assert.match(String(home.headers['set-cookie']), /^assay_sign_in=;.*Max-Age=0/)
    const { me, session } = await enter(home.location)
    assert.deepEqual(
      [me.user_name, me.name, me.email, me.role, me.teams],
      ['ann', 'Ann Lee', 'ann@example.com', 'Member', ['Public']],
    )
    assert.match(me.token.name, /^Sign-in by Example, 2026-03-01 12:00 \(/)
    assert.equal(session.expires, '2026-03-02T00:00:00.000Z')
    const again = await enter((await come({ ...ann, preferred_username: 'ann.lee' })).location)
    assert.equal(again.me.id, me.id)
    const { body } = await app.ask('GET', '/api/activity?size=100')
    const seen = body.items
      .filter((entry: { transaction: { user: { id: number } } }) => entry.transaction.user.id === me.id)
      .map(({ action }: { action: string }) => action)
    assert.deepEqual(seen.toReversed(), [
      'create_user',
      'create_sign_in_code',
      'begin_session',
      'create_sign_in_code',
      'begin_session',
    ])
  })

  test('an answer counts once, in the browser that asked, for what it asked, within ten minutes', async () => {
    server.person = ann
    set()
    const first = await leave()
    const second = await leave()
    const refused = async (back: string, cookie: string, why: RegExp) => {
      const before = await app.rows()
      const { status, body, location } = await get(back, cookie)
      assert.deepEqual([status, location], [401, ''], body)
      assert.match(body, why)
      assert.equal(await app.rows(), before)
    }
    await refused(first.back, '', /not begun in this browser/)
    await refused(first.back, 'assay_sign_in=v1.nonsense', /not begun in this browser/)
    // The sign-in of somebody else, slipped into this browser.
    await refused(first.back, second.cookie, /&#34;state&#34;/)
    const { time } = app.clock
    app.clock.time = new Date(time.getTime() + 600_001)
    await refused(first.back, first.cookie, /within the last ten minutes/)
    app.clock.time = time
    assert.equal((await get(first.back, first.cookie)).status, 302)
    await refused(first.back, first.cookie, /not accepted/)
  })

  test('an ID token for another sign-in, or a code without its verifier, is refused', async () => {
    server.person = ann
    set()
    for (const [changed, why] of [
      [{ nonce: 'x'.repeat(43) }, /nonce/],
      [{ verifier: 'x'.repeat(43) }, /not accepted/],
    ] as const) {
      const { back, cookie } = await leave()
      const { secrets } = app.environment
      const kept = JSON.parse(secrets.open(cookie.slice('assay_sign_in='.length), 'assay_sign_in'))
      const sealed = secrets.seal(JSON.stringify({ ...kept, ...changed }), 'assay_sign_in')
      const { status, body } = await get(back, `assay_sign_in=${sealed}`)
      assert.equal(status, 401)
      assert.match(body, why)
    }
  })

  test('groups give the role and the teams, anew at each sign-in, and leave other teams alone', async () => {
    for (const name of ['Shop', 'Night shift', 'By hand']) {
      await app.ask('POST', '/api/teams', { name, permission: 'Viewer' })
    }
    const settings = {
      ASSAY_OIDC_ROLES: 'boss=Admin,lead=Manager',
      ASSAY_OIDC_TEAMS: 'staff=Shop,lead=Night shift,staff=Nowhere,boss=Public',
    }
    const bob = { ...ann, sub: 'bob', preferred_username: 'bob', email: 'bob@example.com' }
    const first = await enter((await come({ ...bob, groups: ['staff', 'lead', 'boss'] }, settings)).location)
    assert.deepEqual([first.me.role, first.me.teams], ['Admin', ['Night shift', 'Public', 'Shop']])
    assert.ok(app.logged.some((line) => line.includes('\\"Nowhere\\"')))
    const { body: teams } = await app.ask('GET', '/api/teams?name=By hand')
    await app.ask('PUT', `/api/teams/${teams.items[0].id}`, { user_ids: [first.me.id] })
    const later = await enter((await come({ ...bob, groups: 'staff' }, settings)).location)
    assert.deepEqual([later.me.role, later.me.teams], ['Member', ['By hand', 'Public', 'Shop']])
    const { body: mine } = await askBy(app, first.cookie, 'GET', '/api/users/me')
    assert.equal(mine.role, 'Member', 'The older session has the new role, too')
    const others = await come({ ...bob, groups: [] }, { ...settings, ASSAY_OIDC_OTHERS: 'refuse' })
    assert.equal(others.status, 403)
    assert.match(others.body, /none of the groups/)
    const nested = { ...settings, ASSAY_OIDC_GROUPS_CLAIM: 'address.roles' }
    const far = await come(
      { ...bob, address: { roles: ['boss'] } },
      { ...nested, ASSAY_OIDC_SCOPES: 'openid' },
    )
    assert.equal((await enter(far.location)).me.role, 'Member', 'A claim that did not come gives nothing')
  })

  test('only verified addresses of the listed domains and people come in', async () => {
    const settings = { ASSAY_OIDC_ALLOWED: 'example.org,guest@partner.example' }
    const person = { ...ann, sub: 'eve', preferred_username: 'eve' }
    for (const [claims, status] of [
      [{ email: 'eve@example.com' }, 403],
      [{ email: 'eve@evil-example.org' }, 403],
      [{ email: 'eve@example.org', email_verified: false }, 403],
      [{ email: undefined }, 403],
      [{ email: 'Guest@Partner.example' }, 302],
      [{ email: 'eve@EXAMPLE.org' }, 302],
    ] as const) {
      const { status: answered, body } = await come({ ...person, ...claims }, settings)
      assert.equal(answered, status, `${JSON.stringify(claims)} ${body}`)
    }
    const silent = { ...person, email: 'eve@example.org', email_verified: undefined }
    assert.equal((await come(silent, settings)).status, 403)
    assert.equal((await come(silent, { ...settings, ASSAY_OIDC_TRUST_EMAIL: 'yes' })).status, 302)
  })

  test('a user who was there is found by the verified address, never by a name or an unverified one', async () => {
    const { body: carl } = await app.ask('POST', '/api/users', {
      user_name: 'carl',
      email: 'Carl@example.com',
    })
    const claims = { preferred_username: 'CARL', email: 'carl@example.com', name: 'Carl' }
    const liar = await enter((await come({ sub: 'liar', ...claims, email_verified: false })).location)
    assert.notEqual(liar.me.id, carl.id)
    assert.match(liar.me.user_name, /^person-[0-9a-f]{12}$/)
    assert.equal(liar.me.email, null)
    const real = await enter((await come({ sub: 'carl', ...claims, email_verified: true })).location)
    assert.equal(real.me.id, carl.id)
    const other = await enter((await come({ sub: 'carl-2', ...claims, email_verified: true })).location)
    assert.notEqual(other.me.id, carl.id, 'A second person with the address is another user')
  })

  test('a deleted user stays out, and the last Admin stays one', async () => {
    const dan = { ...ann, sub: 'dan', preferred_username: 'dan', email: 'dan@example.com' }
    const { me, cookie } = await enter((await come(dan)).location)
    assert.equal((await app.ask('DELETE', `/api/users/${me.id}`)).status, 204)
    assert.equal((await askBy(app, cookie, 'GET', '/api/users/me')).status, 401)
    const refused = await come(dan)
    assert.equal(refused.status, 403)
    assert.match(refused.body, /deleted here/)
    const { pool } = app.environment.store
    const roles = { ASSAY_OIDC_ROLES: 'boss=Admin' }
    const boss = {
      ...ann,
      sub: 'boss',
      preferred_username: 'boss',
      email: 'boss@example.com',
      groups: ['boss'],
    }
    const { me: chief } = await enter((await come(boss, roles)).location)
    await pool.query(`update users set role = 'Manager' where role = 'Admin' and id <> $1`, [chief.id])
    const kept = await enter((await come({ ...boss, groups: [] }, roles)).location)
    await pool.query(`update users set role = 'Admin' where user_name like 'admin-%'`)
    assert.equal(kept.me.role, 'Admin')
    assert.ok(app.logged.some((line) => line.includes('only Admin')))
  })

  test('signing out ends the session and its token, and the provider has a place to sign out of it too', async () => {
    const { cookie, me } = await enter((await come(ann)).location)
    assert.equal((await askBy(app, cookie, 'DELETE', '/api/session')).status, 204)
    assert.equal((await askBy(app, cookie, 'GET', '/api/users/me')).status, 401)
    const { rows } = await app.environment.store.pool.query('select id from tokens where id = $1', [
      me.token.id,
    ])
    assert.deepEqual(rows, [])
    const { status, location } = await get('/api/session/oidc/end')
    assert.equal(status, 302)
    assert.ok(location.startsWith(`${server.issuer}/session/end?`), location)
    assert.equal((await fetch(location)).status, 200)
  })

  test('a token that an Admin revokes ends the session of the sign-in', async () => {
    const { cookie, me } = await enter((await come(ann)).location)
    assert.equal((await app.ask('PUT', `/api/user-tokens/${me.token.id}`, { active: false })).status, 200)
    assert.equal((await askBy(app, cookie, 'GET', '/api/users/me')).status, 401)
  })

  test('a provider that is away or on a host that is not allowed is named in a sentence', async () => {
    server.person = ann
    set({ ASSAY_OIDC_ISSUER: 'http://127.0.0.1:9' })
    const away = await get('/api/session/oidc')
    assert.equal(away.status, 503)
    assert.match(away.body, /Sign-in with Example does not work now: 127\.0\.0\.1 refused the connection/)
    set({ ASSAY_ALLOWED_TARGETS: '' })
    assert.match((await get('/api/session/oidc')).body, /127\.0\.0\.1 is not a public host/)
    assert.equal((await get('/api/session/oidc/end')).status, 503)
  })

  test('a refusal of the provider is said as text', async () => {
    server.person = ann
    set()
    const { back, cookie } = await leave()
    const state = new URL(back, base).searchParams.get('state') ?? ''
    const iss = encodeURIComponent(server.issuer)
    const said = `error=access_denied&error_description=${encodeURIComponent('<script>alert(1)</script>')}`
    const { status, body } = await get(`/api/session/oidc/callback?${said}&state=${state}&iss=${iss}`, cookie)
    assert.equal(status, 401)
    assert.doesNotMatch(body, /<script/)
    assert.match(body, /access_denied/)
  })

  test('the status names the provider to the sign-in page; without one there is no way in by it', async () => {
    set()
    const { body } = await app.ask('GET', '/api/status', undefined, null)
    assert.deepEqual(body.sign_in, { label: 'Example', path: '/api/session/oidc' })
    app.environment.provider = null
    assert.equal((await app.ask('GET', '/api/status', undefined, null)).body.sign_in, null)
    for (const path of ['', '/callback?code=1&state=2', '/end']) {
      const { status, body: page } = await get(`/api/session/oidc${path}`)
      assert.equal(status, 404)
      assert.match(page, /not set up here/)
    }
  })

  test('settings that cannot work are refused at the start', () => {
    const starting = (settings: Record<string, string>) => () => server.clientFor(base, settings)
    assert.throws(starting({ ASSAY_OIDC_CLIENT_ID: '' }), /ASSAY_OIDC_CLIENT_ID must be set/)
    assert.throws(starting({ ASSAY_PUBLIC_URL: '' }), /ASSAY_PUBLIC_URL must be set/)
    assert.throws(starting({ ASSAY_OIDC_ISSUER: 'http://login.example.com' }), /expected https:/)
    assert.throws(starting({ ASSAY_OIDC_ROLES: 'boss=Owner' }), /ASSAY_OIDC_ROLES is "boss=Owner"/)
  })
})

/** Walks through the provider as a browser does, until it is sent back to the service. */
async function throughProvider(address: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = address
  for (let step = 0; step < 8 && !url.startsWith(base); step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const one of answer.headers.getSetCookie()) {
      const [pair = ''] = one.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const next = answer.headers.get('location')
    assert.ok(next, `${url} answered ${answer.status}: ${await answer.text()}`)
    url = new URL(next, url).href
  }
  return url
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realToken } from '../../harness/browser.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { startHttpSink } from '../../harness/http-sink.ts'
import { chooseBy, doOfMore, keepPictures } from '../../harness/page-look.ts'
import { startOidcServer } from '../../harness/oidc-server.ts'

/** How people come in and leave. */
export function signIn(shared: () => ConsoleInBrowser): void {
  test('a token opens a session that lasts over a reload, and signing out ends it', async () => {
    const { app, open } = shared()
    const { bearer_token } = await realToken(app)
    const page = await open('/runs', { token: null })
    await page.getByText('the folder .assay where it was started').waitFor()
    await page.getByLabel('Token').fill('nonsense')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This token is unknown, expired or revoked.').waitFor()
    await page.getByLabel('Token').fill(bearer_token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    // Back to where the way in was asked for.
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    await page.getByRole('button', { name: /admin/i }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Token').waitFor()
    await page.goBack()
    await page.getByLabel('Token').waitFor()
    await page.close()
  })

  test('a session that ends leaves what is written where it was, also in a sheet, and goes on with another token', async () => {
    const { app, open, url } = shared()
    const source = await app.source({ 'kept.csv': 'id\n1\n' })
    const container = (await app.containers(source)).get('kept.csv')
    const own = await realToken(app)
    const anew = async (name: string) => {
      const { body } = await app.ask('POST', '/api/user-tokens', { name }, own.user_name)
      return body as { id: number; bearer_token: string }
    }
    const revoke = async (id: number) => {
      const { status } = await app.ask('PUT', `/api/user-tokens/${id}`, { active: false }, own.user_name)
      assert.equal(status, 200)
    }
    const second = await anew('second')
    const third = await anew('third')

    const page = await open(`/checks/new?container=${container}&fields=id`, { token: null })
    await page.getByLabel('Token').fill(own.bearer_token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const words = page.getByLabel('What it says, in words')
    await words.fill('Half a sentence')
    await page.getByText('Fields (id)').waitFor()
    await revoke(own.id)
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    // Whatever the page asks next is refused. It may ask something by itself first: then the dialog lies over the list.
    const chosen = chooseBy(page.getByRole('main'), 'Datastore', 'source 1')
    await Promise.race([chosen.catch(() => undefined), ended.waitFor()])
    await ended.getByLabel('Token').fill('nonsense')
    await assertAccessible(page)
    await keepPictures(page, '/session-ended')
    await ended.getByRole('button', { name: 'Sign in' }).click()
    await ended.getByText('This token is unknown, expired or revoked.').waitFor()
    await page.keyboard.press('Escape')
    await ended.getByLabel('Token').fill(second.bearer_token)
    await ended.getByRole('button', { name: 'Sign in' }).click()
    await ended.waitFor({ state: 'detached' })
    assert.equal(await words.inputValue(), 'Half a sentence')
    await words.fill('')

    await page.goto(`${url}/console/datastores/${source.datastore_id}`)
    await doOfMore(page, 'Change the datastore')
    const sheet = page.getByRole('dialog', { name: /^Change source/ })
    await sheet.getByLabel('Name').fill('Kept over a session')
    await revoke(second.id)
    // The page may ask something by itself first: then the dialog lies over the button already.
    await sheet.locator('button', { hasText: 'Save' }).dispatchEvent('click')
    await ended.getByLabel('Token').fill(third.bearer_token)
    await ended.getByRole('button', { name: 'Sign in' }).click()
    await ended.waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Kept over a session', exact: true }).waitFor()

    await revoke(third.id)
    const other = await realToken(app)
    await page.locator('[role=menuitem]', { hasText: 'Test the connection' }).dispatchEvent('click')
    await ended.getByLabel('Token').fill(other.bearer_token)
    await ended.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: other.user_name }).waitFor()
    await ended.waitFor({ state: 'detached' })
    await page.close()
  })

  test('a one-time link signs in once, and is gone from the address', async () => {
    const { app, open } = shared()
    const { bearer_token } = await realToken(app)
    const { body } = await app.ask('POST', '/api/session/codes', { token: bearer_token })
    const page = await open(`/sign-in#${body.code}`, { token: null })
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    assert.doesNotMatch(page.url(), /#/)
    await page.close()
    const again = await open(`/sign-in#${body.code}`, { token: null })
    await again.getByText('This link was used before or is too old.', { exact: false }).waitFor()
    await again.close()
  })

  test('a link to the sign-in leads to no other site', async () => {
    const { app, open, url } = shared()
    const { bearer_token } = await realToken(app)
    const page = await open('/sign-in?to=https://example.com/', { token: null })
    await page.getByLabel('Token').fill(bearer_token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    assert.ok(page.url().startsWith(url))
    await page.close()
  })

  test('single sign-on leads to the provider and back to the page that was asked for, and lets a command in', async () => {
    const { app, open, url } = shared()
    const server = await startOidcServer([url])
    const command = await startHttpSink()
    server.person = {
      sub: 'gwen',
      preferred_username: 'gwen',
      email: 'gwen@example.com',
      email_verified: true,
    }
    app.environment.provider = server.clientFor(url)
    try {
      const page = await open('/runs', { token: null })
      await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
      await assertAccessible(page)
      await keepPictures(page, '/sign-in')
      await page.getByRole('link', { name: 'Sign in with Example' }).click()
      await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
      assert.doesNotMatch(page.url(), /#/)
      const asked = `redirect_uri=${command.url}/callback&state=${'x'.repeat(43)}&hostname=laptop`
      await page.goto(`${url}/api/cli/authorize?${asked}`)
      await page.getByText('asks to act as gwen').waitFor()
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL(`${command.url}/callback?**`)
      const { searchParams } = new URL(page.url())
      assert.equal(searchParams.get('state'), 'x'.repeat(43))
      assert.ok(searchParams.get('token'))
      assert.match(command.received[0]?.path ?? '', /^\/callback\?.*token=/)
      await page.goto(`${url}/console/runs`)
      await page.getByRole('button', { name: /gwen/i }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('link', { name: 'Sign out there too' }).waitFor()
      await assertAccessible(page)
      await page.goBack()
      await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
      await page.close()
    } finally {
      app.environment.provider = null
      await server.close()
      await command.close()
    }
  })

  test('who signs in by single sign-on in another tab finds what they were writing, and it goes on', async () => {
    const { app, open, url } = shared()
    const source = await app.source({ 'kept.csv': 'id\n1\n' })
    const container = (await app.containers(source)).get('kept.csv')
    const server = await startOidcServer([url])
    server.person = { sub: 'ines', preferred_username: 'ines' }
    app.environment.provider = server.clientFor(url)
    try {
      const page = await open('/runs', { token: null })
      await page.getByRole('link', { name: 'Sign in with Example' }).click()
      await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
      const { body: users } = await app.ask('GET', '/api/users')
      const ines = users.items.find(({ user_name }: { user_name: string }) => user_name === 'ines')
      await app.ask('PUT', `/api/users/${ines.id}`, { role: 'Admin' })
      await page.goto(`${url}/console/containers/${container}`)
      await doOfMore(page, 'Change its settings')
      const sheet = page.getByRole('dialog', { name: 'Settings of kept.csv' })
      await sheet.getByLabel('Description').fill('Half a sentence')

      const other = await page.context().newPage()
      await other.goto(`${url}/console/runs`)
      await other.getByRole('button', { name: 'ines' }).click()
      await other.getByRole('menuitem', { name: 'Sign out' }).click()
      await other.getByRole('link', { name: 'Sign in with Example' }).waitFor()
      await other.close()

      // The page may ask something by itself first: then the dialog lies over the button already.
      await sheet.locator('button', { hasText: 'Save' }).dispatchEvent('click')
      const ended = page.getByRole('dialog', { name: 'Your session has ended' })
      await assertAccessible(page)
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        ended.getByRole('link', { name: 'Sign in with Example in another tab' }).click(),
      ])
      await tab.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
      await tab.close()
      // What a browser tells a page to which one comes back; all pages of a test have the focus.
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
      await ended.waitFor({ state: 'detached' })
      assert.equal(await sheet.getByLabel('Description').inputValue(), 'Half a sentence')
      await sheet.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('main').getByText('Half a sentence').waitFor()
      await page.close()
    } finally {
      app.environment.provider = null
      await server.close()
    }
  })

  test('who is not signed in at all comes back to the question of a command by single sign-on', async () => {
    const { app, open, url } = shared()
    const server = await startOidcServer([url])
    server.person = { sub: 'hal', preferred_username: 'hal' }
    app.environment.provider = server.clientFor(url)
    try {
      const page = await open('/sign-in', { token: null })
      const asked = `redirect_uri=http://127.0.0.1:9/callback&state=${'y'.repeat(43)}`
      await page.goto(`${url}/api/cli/authorize?${asked}`)
      await page.getByRole('link', { name: 'Sign in with Example' }).click()
      await page.getByText('asks to act as hal').waitFor()
      await page.close()
    } finally {
      app.environment.provider = null
      await server.close()
    }
  })
}

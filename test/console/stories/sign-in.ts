import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realToken } from '../../harness/browser.ts'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'

/** How people come in and leave. */
export function signIn(shared: () => ConsoleInBrowser): void {
  test('a token opens a session that lasts over a reload, and signing out ends it', async () => {
    const { app, open } = shared()
    const { bearer_token } = await realToken(app)
    const page = await open('/runs', { token: null })
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
    await page.context().close()
  })

  test('a one-time link signs in once, and is gone from the address', async () => {
    const { app, open } = shared()
    const { bearer_token } = await realToken(app)
    const { body } = await app.ask('POST', '/api/session/codes', { token: bearer_token })
    const page = await open(`/sign-in#${body.code}`, { token: null })
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    assert.doesNotMatch(page.url(), /#/)
    await page.context().close()
    const again = await open(`/sign-in#${body.code}`, { token: null })
    await again.getByText('This link was used before or is too old.', { exact: false }).waitFor()
    await again.context().close()
  })

  test('a link to the sign-in leads to no other site', async () => {
    const { app, open, url } = shared()
    const { bearer_token } = await realToken(app)
    const page = await open('/sign-in?to=https://example.com/', { token: null })
    await page.getByLabel('Token').fill(bearer_token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    assert.ok(page.url().startsWith(url))
    await page.context().close()
  })
}

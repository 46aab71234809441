import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startFlowKeeper } from '../../../src/runtime/flow-keeper.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { inApp, makeFlow } from '../../harness/flows.ts'

/** What flows told in the app. */
export function inbox(shared: () => ConsoleInBrowser): void {
  test('what a flow tells in the app is in the inbox of everybody who may see it, until they have read it', async (t) => {
    const { app, open, assertQuiet } = shared()
    const keeper = startFlowKeeper(app.environment, { lease_seconds: 10, messages_per_minute: null })
    t.after(() => keeper.stop())
    while ((await app.ask('GET', '/api/flows/executions?result=running')).body.total > 0) await delay(10)
    // Whoever is made now has none of the messages before.
    const page = await open('/overview', { token: await app.user('Admin') })
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    const texts = ['<b>Orders</b> are late', 'Twice']
    const actions = texts.map((tokenized_message) => inApp({ tokenized_message }))
    const { id } = await makeFlow(app, { name: 'Tell all', actions })
    await app.ask('POST', `/api/flows/${id}/execute`)
    // Without a reload: the service tells of it.
    await bar.getByRole('link', { name: 'Inbox 2 unread' }).click()
    await page.getByText('<b>Orders</b> are late').waitFor()
    await assertAccessible(page)
    const message = page.getByRole('listitem').filter({ hasText: 'Twice' })
    await message.getByRole('button', { name: 'Mark as read' }).click()
    await bar.getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
    // The list and the number are asked for apart.
    await message.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor()
    await bar.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await page.getByRole('link', { name: /^All/ }).click()
    await page.locator('.tab[aria-current]', { hasText: 'All' }).waitFor()
    assert.equal(await page.locator('.tab[aria-current]').count(), 1, 'one of the tabs is open')
    await message.getByRole('button', { name: 'Mark as unread' }).click()
    await bar.getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
    await page.reload()
    await message.getByRole('button', { name: 'Mark as read' }).waitFor()
    // Who goes to what it is about has read it.
    await message.getByRole('link', { name: 'Flow: Tell all' }).click()
    await page.getByRole('heading', { name: 'Tell all', exact: true }).waitFor()
    await bar.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await page.close()
    assertQuiet()
  })
}

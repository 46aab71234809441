import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { startFlowKeeper } from '../../../src/runtime/flow-keeper.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { inApp, makeFlow } from '../../harness/flows.ts'
import { isWider, keepPictures } from '../../harness/page-look.ts'
import type { WorkingApp } from '../../harness/working-app.ts'

/** What flows told in the app. */
export function inbox(shared: () => ConsoleInBrowser): void {
  test('what a flow tells in the app is in the inbox of everybody who may see it, until they have read it', async (t) => {
    const { app, open, assertQuiet } = shared()
    await startKeeper(app, t)
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
    await page.getByRole('link', { name: 'Flow: Tell all' }).click()
    await page.getByRole('heading', { name: 'Tell all', exact: true }).waitFor()
    await bar.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('messages of one flow stand under its name, and are read together, or one after the other by the keyboard', async (t) => {
    const { app, open, assertQuiet } = shared()
    await startKeeper(app, t)
    const viewport = { width: 390, height: 844 }
    const page = await open('/inbox', { token: await app.user('Admin'), viewport })
    const tell = async (name: string, texts: readonly string[]) => {
      const actions = texts.map((tokenized_message) => inApp({ tokenized_message }))
      const { id } = await makeFlow(app, { name, actions })
      await app.ask('POST', `/api/flows/${id}/execute`)
      for (const text of texts) await page.getByText(text).waitFor()
    }
    await tell('Tell of orders', ['First', 'Second', 'Third'])
    await tell('Tell of people', ['Fourth', 'Fifth'])
    await page.getByRole('link', { name: 'Flow: Tell of orders' }).waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/inbox-together')
    const marks = page.getByRole('button', { name: 'Mark as read' })
    await page.getByRole('button', { name: 'Mark these 2 as read' }).press('Enter')
    await page.getByRole('link', { name: 'Flow: Tell of people' }).waitFor({ state: 'detached' })
    // The focus has gone on with what is left, and marks the next one each time.
    for (const left of [2, 1, 0]) {
      await page.locator('.mark:focus').press('Enter')
      await marks.nth(left).waitFor({ state: 'detached' })
      assert.equal(await marks.count(), left)
    }
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor()
    await page.locator('.tab[aria-current]:focus').waitFor()
    await page.close()
    assertQuiet()
  })

  test('the inbox keeps its width with a name of 200 letters, and shows what a message quotes as the page of an anomaly does', async (t) => {
    const { app, open, assertQuiet } = shared()
    await startKeeper(app, t)
    const name = 'x'.repeat(200)
    const flow = await makeFlow(app, {
      name,
      trigger_type: 'manual',
      actions: [inApp({ tokenized_message: `The \`price\` of ${name}` })],
    })
    assert.equal((await app.ask('POST', `/api/flows/${flow.id}/execute`)).status, 200)
    const page = await open('/inbox', { viewport: { width: 390, height: 844 } })
    await page.getByRole('link', { name: `Flow: ${name}` }).waitFor()
    await page.getByText(`The price of ${name}`).waitFor()
    assert.equal(await page.evaluate(isWider), false)
    await page.close()
    assertQuiet()
  })

  test('the way within a sentence is told from its words by more than its colour', async (t) => {
    const { app, open, url, assertQuiet } = shared()
    await startKeeper(app, t)
    const source = await app.source({ 'told.csv': 'id\n-1\n' })
    await app.check(source, 'told.csv', { rule: 'notNegative', fields: ['id'] })
    const page = await open('/inbox', { token: await app.user('Admin') })
    const flow = await makeFlow(app, {
      name: 'Tell of scans',
      trigger_type: 'partition_scan',
      filter_datastores: [source.datastore_id],
      actions: [inApp({ tokenized_message: 'Found in {{ container_name }}' })],
    })
    await app.scan(source)
    await page.getByText('Found in told.csv').waitFor()
    const lineOf = (way: Locator) =>
      way.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).textDecorationLine)
    assert.equal(await lineOf(page.getByRole('link', { name: 'The anomaly' }).first()), 'underline')
    await page.goto(`${url}/console/flows/${flow.id}`)
    assert.equal(await lineOf(page.getByRole('link', { name: /^container scan/ })), 'underline')
    // On a narrow screen the page is one of those behind “More”.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.rail .more.open').waitFor()
    await assertAccessible(page)
    await page.close()
    assertQuiet()
  })
}

/** Has flows do what they are to do, from when all before has been done until the test ends. */
async function startKeeper(app: WorkingApp, t: TestContext): Promise<void> {
  const keeper = startFlowKeeper(app.environment, { lease_seconds: 10, messages_per_minute: null })
  t.after(() => keeper.stop())
  while ((await app.ask('GET', '/api/flows/executions?result=running')).body.total > 0) await delay(10)
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { chooseBy, showsValue } from '../../harness/page-look.ts'

/** The inbox and a finding. */
export function anomalies(shared: () => ConsoleInBrowser): void {
  test('text of a source that is a program is shown and not run', async () => {
    const page = await shared().open('/anomalies')
    await page.getByText('onerror').first().click()
    await page.getByText('<script>').first().waitFor()
    assert.equal(await page.evaluate('window.caught'), undefined)
    await page.close()
    shared().assertQuiet()
  })

  test('the failing cell of a row is marked, also for whoever listens, and numbers keep their digits', async () => {
    const page = await shared().open('/anomalies')
    await page
      .getByRole('link', { name: /amount/ })
      .first()
      .click()
    const failing = page.getByRole('cell', { name: /-1 fails: No amount is negative/ }).first()
    await failing.waitFor()
    await page.waitForURL(({ pathname, search }) => /anomalies\/\d+$/.test(pathname) && search === '')
    assert.match(await page.getByRole('row').nth(1).innerText(), /9007199254740993/)
    await page.getByRole('link', { name: '3 anomalies open of “No amount is negative”' }).click()
    await page.waitForURL(/anomalies\?quality_check=/)
    await page.locator('[data-index="2"]').waitFor()
    assert.equal(await page.locator('[data-index="3"]').count(), 0)
    await page.close()
  })

  test('the inbox is narrowed by datastore and weight, and its address keeps that', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/anomalies')
    const main = page.getByRole('main')
    const datastore = main.getByRole('combobox', { name: 'Datastore' })
    await chooseBy(main, 'Datastore', 'source 1')
    await page.waitForURL(/datastore=1\b/)
    await page.locator('[data-index="0"]').getByText('orders.csv').waitFor()
    await main.getByLabel('Weight').selectOption('20')
    await page.getByText('Nothing open is like that').waitFor()
    await page.reload()
    await page.getByText('Nothing open is like that').waitFor()
    await showsValue(datastore, 'source 1')
    await chooseBy(main, 'Datastore', 'any')
    await main.getByLabel('Weight').selectOption('')
    await page.waitForURL((url) => url.search === '')
    // What is not offered is told nevertheless, as it narrows the list.
    await page.goto(`${page.url()}?min_weight=7&tag=never+given`)
    assert.equal(await main.getByLabel('Weight').inputValue(), '7')
    assert.equal(await main.getByLabel('Tag').inputValue(), 'never given')
    await page.close()
    assertQuiet()
  })

  test('the inbox is worked on by keys alone: acknowledge, assign, comment, resolve, undo', async () => {
    const { app, open } = shared()
    const page = await open('/anomalies?search=amount')
    const row = page.locator('[data-index="0"]')
    await row.getByText('amount').first().waitFor()
    await row.focus()
    await page.keyboard.press('j')
    await page.locator('[data-index="1"][aria-current]:focus').waitFor()
    await page.keyboard.press('k')
    await page.locator('[data-index="0"][aria-current]:focus').waitFor()
    const id = new URL(page.url()).searchParams.get('show')
    await page.keyboard.press('a')
    await page.getByRole('status').getByText('Acknowledged').waitFor()
    // The button goes away with the focus, and the keys still mean what is shown.
    const back = page.getByRole('button', { name: 'Take back' })
    await back.press('Enter')
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor()
    await page.keyboard.press('a')
    await back.waitFor()
    await page.keyboard.press('Shift+M')
    await page.getByRole('status').getByText('Assigned to you').waitFor()
    await page.keyboard.press('c')
    await page.locator('#comment:focus').waitFor()
    await page.keyboard.type('Checked with the shop')
    // A comment that is accepted is no unsaved input, also while the lists of the page are still asked again.
    const lists = Promise.withResolvers<void>()
    await page.route('**/api/anomalies?*', (route) => lists.promise.then(() => route.continue()))
    await page.keyboard.press('Control+Enter')
    await page.locator('blockquote').getByText('Checked with the shop').waitFor()
    await row.focus()
    await page.keyboard.press('1')
    await page.getByRole('status').getByText('Resolved').waitFor()
    lists.resolve()
    await page.getByRole('heading', { name: 'Anomalies' }).click()
    // Leaving the page before its answer would take the request back.
    const undone = page.waitForResponse((answer) => answer.request().method() !== 'GET')
    await page.keyboard.press('Control+z')
    await undone
    await page.goto(`${shared().url}/console/anomalies/${id}`)
    await page.getByText('Resolved → Acknowledged').waitFor()
    const { body } = await app.ask('GET', `/api/anomalies/${id}`)
    assert.deepEqual([body.status, body.assignees.length, body.comments.length], ['Acknowledged', 1, 1])
    await page.close()
    shared().assertQuiet()
  })

  test('an anomaly is archived as the duplicate of another, which it leads to', async () => {
    const { app, open } = shared()
    const { body } = await app.ask('GET', '/api/anomalies?search=amount&size=2')
    const [one, other] = body.items
    const page = await open(`/anomalies/${one.id}`)
    await page.getByRole('button', { name: /^Archive/ }).click()
    await page.getByRole('menuitem', { name: 'as Duplicate of …' }).click()
    const sheet = page.getByRole('dialog', { name: /says the same as/ })
    await sheet.getByRole('searchbox').fill(String(other.id))
    await sheet.getByRole('button', { name: new RegExp(`^${other.id}, `) }).waitFor()
    await assertAccessible(page)
    await sheet.getByRole('button', { name: new RegExp(`^${other.id}, `) }).click()
    await page.getByRole('status').getByText(`Duplicate of ${other.id}`).waitFor()
    await page
      .getByRole('definition')
      .getByRole('link', { name: String(other.id), exact: true })
      .waitFor()
    const undone = page.waitForResponse((answer) => answer.request().method() !== 'GET')
    await page.getByRole('button', { name: 'Undo' }).click()
    await undone
    await page.close()
    const { body: after } = await app.ask('GET', `/api/anomalies/${one.id}`)
    assert.deepEqual([after.status, after.duplicate_of], [one.status, null])
    shared().assertQuiet()
  })

  test('all that a list shows is changed together after a plan of it, and undone', async () => {
    const { app, open } = shared()
    const page = await open('/anomalies?search=amount')
    const statuses = async () => {
      const { body } = await app.ask('GET', '/api/anomalies?search=amount&archived=include')
      return body.items.map(({ status }: { status: string }) => status).toSorted()
    }
    const before = await statuses()
    assert.equal(before.length, 3)
    await page.getByRole('button', { name: 'Change all 3' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('Invalid')
    await page.getByText('3 anomalies would be changed.').waitFor()
    await assertAccessible(page)
    assert.deepEqual(await statuses(), before, 'a plan changes nothing')
    await page.getByRole('button', { name: 'Change 3', exact: true }).click()
    await page.getByText('3 anomalies changed.').waitFor()
    assert.deepEqual(await statuses(), ['Invalid', 'Invalid', 'Invalid'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 anomalies are as before.').waitFor()
    assert.deepEqual(await statuses(), before)
    await page.close()
    shared().assertQuiet()
  })
}

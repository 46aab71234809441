import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { keepPictures } from '../../harness/page-look.ts'

/** Datastores, what is in them, and what happens to them when. */
export function sources(shared: () => ConsoleInBrowser): void {
  test('from a datastore one gets to a field, and with it to a new check', async () => {
    const page = await shared().open('/datastores')
    await page.getByRole('link', { name: 'source 1' }).click()
    await page.getByRole('link', { name: 'orders.csv' }).click()
    await page.getByRole('link', { name: 'amount', exact: true }).click()
    await page.getByText('It was never profiled').waitFor()
    await page.getByRole('link', { name: 'New check' }).click()
    await page.getByText('Fields (amount)').waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('a folder that is added shows its files as soon as they are known', async () => {
    const folder = join(shared().app.folder, 'added')
    await mkdir(folder)
    await writeFile(join(folder, 'sales.csv'), 'id,price\n1,2\n')
    const page = await shared().open('/datastores')
    await page.getByRole('link', { name: 'Add a datastore' }).click()
    await page.getByLabel('Name').fill('Added by hand')
    await page.getByLabel('Folder').fill(folder)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('The store answers.').waitFor()
    await page.getByRole('button', { name: 'Add and sync' }).click()
    await page.getByRole('link', { name: 'sales.csv' }).waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('a Member cannot add a datastore and is told why', async () => {
    const token = await shared().app.user('Member')
    const page = await shared().open('/datastores/new', { token })
    await page.getByRole('button', { name: 'Add and sync' }).hover()
    await page
      .getByRole('tooltip')
      .filter({ hasText: 'This needs the role Manager; you are a Member.' })
      .waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('a Manager whose teams have no permission sees datastores by name, and is told why there are no figures', async () => {
    const { app, open, assertQuiet } = shared()
    const token = await app.user('Manager', { Viewer: [] })
    const page = await open('/datastores', { token })
    const row = page.getByRole('row', { name: /source 1/ })
    await row.getByText('no permission on it').waitFor()
    await assertAccessible(page)
    await page.goto(`${shared().url}/console/overview`)
    await page.getByText(/connected, and none of your teams has a permission/).waitFor()
    assert.equal(await page.getByText('open anomalies').count(), 0)
    await page.getByRole('link', { name: 'See the datastores' }).click()
    await row.waitFor()
    await page.close()

    const one = await open('/datastores', { token: await app.user('Manager', { Viewer: [1] }) })
    await one.getByRole('row', { name: /source 1 local Reached/ }).waitFor()
    await one.close()
    assertQuiet()
  })

  test('a schedule shows its next times while they are typed, is seen in the week, changed and turned off', async () => {
    const { app, open } = shared()
    const page = await open('/schedules', { timezoneId: 'UTC', refused: [422] })
    const main = page.getByRole('main')
    await main.getByLabel('Datastore').selectOption('source 1')
    await main.getByLabel('Zone').fill('Europe/Berlin')
    const next = page.getByRole('region', { name: 'Fires next' })
    await next.getByText('Fires next, by the clock of Europe/Berlin').waitFor()
    assert.equal(await next.getByRole('listitem').count(), 5)
    const clocks = await next.getByRole('listitem').allInnerTexts()
    for (const one of clocks)
      assert.match(one, /^(Mon|Tue|Wed|Thu|Fri) \S+ 02:30 \+0[12]:00 \(.* 0[01]:30:00 UTC\)$/)
    await main.getByLabel('Crontab').fill('0 0 31 2 *')
    await main.getByText(/never/).waitFor()
    await main.getByLabel('Crontab').fill('30 2 * * 1-5')
    await main.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByText('The schedule is on.').waitFor()
    const week = page.getByRole('region', { name: 'The next seven days' })
    await week.locator('td[title="scan of source 1"]').nth(4).waitFor()
    assert.equal(await week.locator('td[title]').count(), 5)
    assert.equal(await week.getByRole('row').count(), 9, 'a head, the rest of today, and seven days')
    await assertAccessible(page)
    await keepPictures(page, '/schedules-week')

    await page.getByRole('button', { name: 'Change scan of source 1' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name (optional)').fill('Before work')
    await sheet.getByLabel('Crontab').fill('0 5 * * 1')
    await sheet
      .getByText(/^Mon \S+ 05:00/)
      .nth(4)
      .waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/schedules-change')
    await sheet.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row', { name: /^Before work scan .*0 5 \* \* 1/ })
    await row.getByRole('button', { name: 'Turn off' }).click()
    await row.getByRole('button', { name: 'Turn on' }).waitFor()
    const { body: kept } = await app.ask('GET', '/api/operations/schedule')
    const { crontab, timezone, deactivated, name } = kept.items[0]
    assert.deepEqual(
      [name, crontab, timezone, deactivated],
      ['Before work', '0 5 * * 1', 'Europe/Berlin', true],
    )
    assert.equal(await week.count(), 0, 'what is off starts nothing')
    await page.getByRole('button', { name: 'Delete Before work' }).click()
    await page.getByRole('button', { name: 'Delete the schedule' }).click()
    await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor()
    await page.close()
    shared().assertQuiet()
  })
}

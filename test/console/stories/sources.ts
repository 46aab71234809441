import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'

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

  test('a schedule that is turned off keeps its crontab', async () => {
    const page = await shared().open('/schedules')
    await page.getByLabel('Datastore').selectOption({ index: 1 })
    await page.getByLabel('Zone').fill('Europe/Berlin')
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    const row = page.getByRole('row', { name: /30 2 \* \* 1-5 Europe\/Berlin/ })
    await row.getByRole('button', { name: 'Turn on' }).waitFor()
    await page.close()
    shared().assertQuiet()
  })
}

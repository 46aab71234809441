import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { answered, isWider, looks, pictureName, pictures } from '../../harness/page-look.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'

/** Addresses of pages, and the words that show that a page is there; without a heading, the first of the page. */
export const pages = [
  ['/overview', 'Overview'],
  ['/anomalies', 'Anomalies'],
  ['/anomalies?show=1', 'Anomalies'],
  ['/runs', 'Runs'],
  ['/runs/2', 'Scan 2'],
  ['/runs/2?tab=anomalies', 'Scan 2'],
  ['/anomalies/1', 'Failing rows'],
  ['/anomalies/1?records=rows', 'Failing rows'],
  ['/container-scans/2', 'Scan of orders.csv'],
  ['/checks', 'Checks'],
  ['/checks/1', 'Versions'],
  ['/checks/1/edit', 'Failing rows'],
  ['/datastores', 'Datastores'],
  ['/datastores/1', 'source 1'],
  ['/datastores/new?type=postgresql', 'Add a datastore'],
  ['/containers/1', 'orders.csv'],
  ['/fields/1', 'id'],
  ['/schedules', 'Schedules'],
  ['/promote?source=1&container=1&destination=1', 'Promote'],
  ['/people', 'People'],
  ['/teams', 'Teams'],
  ['/tokens', 'Tokens'],
  ['/audit', 'Audit'],
  ['/rights', 'Rights'],
  ['/settings', 'Settings'],
  ['/settings?view=tags', 'Settings'],
  ['/settings?view=service', 'Settings in force'],
  ['/inbox?view=all', 'Inbox'],
  ['/flows/1', 'Tell the night shift'],
  ['/flows/1/edit', 'Change Tell the night shift'],
  ['/flows/new?trigger=operation', 'New flow'],
  ['/observability', 'Observability'],
  ['/containers/1?tab=observability', 'Checks that watch it'],
] as const

/** Whether each page is looked at in both ways; else in one, turn about. */
export const isFull = process.env['ASSAY_FULL'] === '1'

/** What holds of every page. */
export function everyPage(shared: () => ConsoleInBrowser): void {
  let page: Page | undefined
  for (const [index, [address, heading]] of pages.entries()) {
    for (const [turn, { words, colorScheme, viewport }] of looks.entries()) {
      if (!isFull && turn !== index % looks.length) continue
      test(`${address} opens from its address, ${words}, without a fault that axe knows`, async () => {
        // One page for all: a browser without a past loads all code anew.
        page ??= await shared().open('/overview')
        await page.goto(`${shared().url}/console${address}`)
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        await page.getByRole('heading', { name: heading, exact: true }).waitFor()
        await answered(page)
        if (pictures) await page.screenshot({ path: join(pictures, pictureName(address, colorScheme)) })
        await assertAccessible(page)
        const isCut = await page.evaluate(isWider)
        assert.equal(isCut, false, 'the page is wider than the screen')
        shared().assertQuiet()
      })
    }
  }

  test('an address without a page says so and leads back', async () => {
    const page = await shared().open('/nowhere')
    await page.getByRole('link', { name: 'Go to the front page' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.close()
  })

  test('the address of a thing that is not there says so, and leads to the others', async () => {
    const { open, url, assertQuiet } = shared()
    const page = await open('/overview', { refused: [400, 404] })
    const gone = [
      ['/anomalies/999999', 'anomaly', 'anomalies'],
      ['/checks/999999', 'check', 'checks'],
      ['/checks/999999/edit', 'check', 'checks'],
      ['/datastores/999999', 'datastore', 'datastores'],
      ['/containers/999999', 'table or file', 'datastores'],
      ['/fields/none', 'field', 'datastores'],
      ['/runs/999999', 'run', 'runs'],
      ['/container-scans/999999', 'scan', 'runs'],
      ['/flows/999999', 'flow', 'flows'],
    ] as const
    for (const [address, one, others] of gone) {
      await page.goto(`${url}/console${address}`)
      await page.getByRole('heading', { level: 1, name: `There is no such ${one}` }).waitFor()
      await page.getByRole('link', { name: `Go to the ${others}` }).waitFor()
    }
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Go to the flows' }).click()
    await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor()
    await page.close()
    assertQuiet()
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'

/** Addresses of pages, and the words that show that a page is there; without a heading, the first of the page. */
const pages = [
  ['/overview', 'Overview'],
  ['/anomalies', 'Anomalies'],
  ['/anomalies?show=1', 'Anomalies'],
  ['/runs', 'Runs'],
  ['/runs/2', 'Scan 2'],
  ['/anomalies/1', 'Failing rows'],
  ['/checks', 'Checks'],
  ['/checks/1', 'Versions'],
  ['/checks/1/edit', 'Failing rows'],
  ['/datastores', 'Datastores'],
  ['/datastores/1', 'source 1'],
  ['/containers/1', 'orders.csv'],
  ['/fields/1', 'id'],
  ['/schedules', 'Schedules'],
] as const

/** What holds of every page. */
export function everyPage(shared: () => ConsoleInBrowser): void {
  for (const [address, words] of pages) {
    test(`${address} opens from its address, light and wide as dark and narrow, without a fault that axe knows`, async () => {
      const page = await shared().open(address)
      const heading = page.getByRole('heading', { name: words, exact: true })
      await heading.waitFor()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 390, height: 844 })
      await assertAccessible(page)
      const isCut = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      assert.equal(isCut, false, 'the page is wider than the screen')
      await page.context().close()
      shared().assertQuiet()
    })
  }

  test('an address without a page says so and leads back', async () => {
    const page = await shared().open('/nowhere')
    await page.getByRole('link', { name: 'Go to the front page' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().close()
  })
}

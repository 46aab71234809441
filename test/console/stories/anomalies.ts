import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'

/** The inbox and a finding. */
export function anomalies(shared: () => ConsoleInBrowser): void {
  test('text of a source that is a program is shown and not run', async () => {
    const page = await shared().open('/anomalies')
    await page.getByText('onerror').first().click()
    await page.getByText('<script>').first().waitFor()
    assert.equal(await page.evaluate('window.caught'), undefined)
    await page.context().close()
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
    assert.match(await page.getByRole('row').nth(1).innerText(), /9007199254740993/)
    await page.context().close()
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'

/** The list of checks, a check, and the place where it is written. */
export function checks(shared: () => ConsoleInBrowser): void {
  test('a check that is written is tried on the rows before it is kept, and shows the rows that fail it as a draft', async () => {
    const page = await shared().open('/checks')
    await page.getByRole('link', { name: 'New check' }).click()
    await page.getByLabel('Datastore').selectOption({ index: 1 })
    await page.getByLabel('Table or file').selectOption('orders.csv')
    await page.getByLabel(/^amount/).check()
    await page.getByRole('searchbox', { name: /^Rule/ }).fill('bounds')
    await page.getByRole('button', { name: /^Between/ }).click()
    await page.getByText('✕ fails').first().waitFor()
    await page.getByLabel('Min (optional)', { exact: true }).fill('1')
    await page.getByText('3 of 40 rows fail, 7.5 %.').waitFor()
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page
      .getByRole('cell', { name: /^-1 fails/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Save and activate' }).click()
    await page.getByRole('heading', { name: 'Between of amount: min 1' }).waitFor()
    await page.getByText('No scan has looked since it was made').waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('the list of checks is narrowed by verdict, its address keeps that, and an archived check comes back', async () => {
    const page = await shared().open('/checks')
    await page.getByLabel('Verdict').selectOption('failed')
    await page.waitForURL(/last_result=failed/)
    await page.reload()
    await page.getByRole('link', { name: 'No amount is negative' }).click()
    await page.getByText('3 of 40 rows fail.').waitFor()
    await page.getByRole('button', { name: /^Archive/ }).click()
    await page.getByRole('menuitem', { name: 'as no longer needed' }).click()
    await page.getByText('1 check archived as Archived').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByRole('definition')
      .filter({ hasText: /^Active$/ })
      .waitFor()
    assert.equal((await shared().app.ask('GET', '/api/anomalies/1')).status, 200, 'its anomalies stayed')
    await page.close()
    shared().assertQuiet()
  })

  test('all checks of a list are archived together after a plan of it, and undone', async () => {
    const { app, open } = shared()
    const page = await open('/checks?search=No%20amount')
    const standing = async () => {
      const { body } = await app.ask('GET', '/api/quality-checks?search=No%20amount&archived=include')
      return body.items.map(({ status }: { status: string }) => status)
    }
    await page.getByRole('button', { name: 'Change all 1' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('Discarded')
    await page.getByText('1 check would be changed.').waitFor()
    assert.deepEqual(await standing(), ['Active'], 'a plan changes nothing')
    await page.getByRole('button', { name: 'Change 1', exact: true }).click()
    await page.getByText('1 check changed.').waitFor()
    assert.deepEqual(await standing(), ['Discarded'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 check is as before.').waitFor()
    assert.deepEqual(await standing(), ['Active'])
    await page.close()
    shared().assertQuiet()
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, keepPictures } from '../../harness/page-look.ts'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'

/** Runs, and one while it runs. */
export function runs(shared: () => ConsoleInBrowser): void {
  test('a run is followed to its end without a reload', async () => {
    const { app, open } = shared()
    const { body: runs } = await app.ask('GET', '/api/operations?operation_type=scan&datastore=1&size=1')
    const page = await open(`/runs/${runs.items[0].id}`)
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.waitForURL((address) => !address.pathname.endsWith(`/${runs.items[0].id}`))
    await page.getByRole('main').getByText('Success').first().waitFor()
    await page.getByRole('gridcell', { name: 'orders.csv' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Checks', exact: true }).click()
    await page.getByRole('gridcell', { name: 'Failed' }).first().waitFor()
    await page.reload()
    await page.getByRole('gridcell', { name: 'Failed' }).first().waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('a run that succeeded says that some containers could not be read', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'good.csv': 'id\n1\n', 'bad.csv': 'id,amount\n1,2\n' })
    source.remove('bad.csv')
    const run = await app.scan(source)
    assert.equal(run.result, 'success', run.message)
    const page = await open(`/runs/${run.id}`)
    await page.getByRole('definition').filter({ hasText: '1 of 2; the other 1 could not be read' }).waitFor()
    await keepPictures(page, '/run-unread')
    await page.close()
    assertQuiet()
  })

  test('each number of the overview leads to a list with as many rows', async () => {
    const page = await shared().open('/overview')
    const figures = page.locator('.figure')
    await figures.first().waitFor()
    await answered(page)
    const total = await figures.count()
    assert.equal(total, 5)
    for (let index = 0; index < total; index += 1) {
      const figure = figures.nth(index)
      const value = await figure.locator('b').innerText()
      await figure.click()
      await page.locator('.tab[aria-current]', { hasText: value }).waitFor()
      await page.goBack()
      await figures.first().waitFor()
    }
    await page.close()
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { cutProxy } from '../../harness/cut-proxy.ts'
import { answered, doOfMore, keepPictures } from '../../harness/page-look.ts'
import { isFull } from './every-page.ts'

/** Pages, and words that are there only once what they are about was read. */
const pages = [
  ['/overview', 'Verdicts of'],
  ['/rights', 'What the words mean'],
  ['/checks/1', 'Versions'],
  ['/anomalies/1', 'Found first'],
  ['/anomalies?show=1', 'Failing rows'],
  ['/checks', 'Last judged'],
  ['/datastores/1', 'orders.csv'],
  ['/containers/1?tab=scans', 'Success'],
  ['/fields/1', 'It was never profiled'],
  ['/runs/2?tab=log', 'The log is empty'],
  ['/settings?view=service', 'Settings in force'],
  ['/people', 'Signs in as'],
] as const

/** Every request of the API, but no stream: what tells of changes is no answer to a question. */
const asked = /\/api\/(?!events|operations\/\d+\/events)/

/** Has a proxy answer in the place of the service, as while it is started anew. */
const takeAway = (page: Page) =>
  page.route(asked, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway' }),
  )

/** While the service does not answer, and when it is back. */
export function absence(shared: () => ConsoleInBrowser): void {
  const notice = (page: Page) =>
    page.getByRole('status').filter({ hasText: 'The service does not answer. What is shown is from before' })

  test('a page says that the service is away, and is whole by itself once it is back', async () => {
    const { open, assertQuiet } = shared()
    for (const [address, words] of isFull ? pages : pages.slice(0, 3)) {
      const page = await open('/inbox', { refused: [502] })
      await page.getByRole('heading', { name: 'Inbox' }).waitFor()
      await takeAway(page)
      await page.evaluate(`history.pushState({}, '', '/console${address}')`)
      await notice(page).waitFor()
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      assert.equal(await page.getByRole('main').getByText(words).count(), 0, address)
      await page.unroute(asked)
      await page.getByRole('main').getByText(words).first().waitFor()
      await notice(page).waitFor({ state: 'detached' })
      assert.equal(await page.getByRole('alert').count(), 0, address)
      await page.close()
    }
    assertQuiet()
  })

  test('a page that asks for nothing says that the service is away as well, since it hears nothing of it', async (t) => {
    const { url, open, assertQuiet } = shared()
    const proxy = await cutProxy('127.0.0.1', Number(new URL(url).port))
    t.after(() => proxy.close())
    const page = await open('/inbox')
    // What is missed is told of there.
    page.removeAllListeners('console')
    await page.goto(`http://127.0.0.1:${proxy.port}/console/runs/2`)
    await page.getByText('Live', { exact: true }).waitFor()
    // By then it has asked all that it asks.
    await delay(1_500)
    await answered(page)
    proxy.shut(true)
    // Less than the minute after which every page asks who looks at it.
    await notice(page).waitFor({ timeout: 30_000 })
    proxy.shut(false)
    await notice(page).waitFor({ state: 'detached' })
    await page.getByText('Live', { exact: true }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('how long ago something was is told anew as time goes by, with nothing asked', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/settings')
    await page.clock.install()
    await page.goto(`${shared().url}/console/runs/2`)
    const started = page.getByRole('definition').filter({ has: page.locator('time') })
    await started.filter({ hasText: /sec\. ago|min\. ago|now/ }).waitFor()
    await answered(page)
    await page.route('**/api/**', () => undefined)
    await page.clock.fastForward('03:00:00')
    await started.filter({ hasText: '3 hr. ago' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('what was read stays while the service is away, and what is written in a sheet is saved when it is back', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'away.csv': 'id\n1\n' })
    const page = await open(`/datastores/${source.datastore_id}`, { refused: [502] })
    const row = page.getByRole('row', { name: /away.csv/ })
    await row.waitFor()
    await doOfMore(page, 'Change the datastore')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Description').fill('Written before')
    await takeAway(page)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.getByRole('alert').getByText('The service cannot be reached now').waitFor()
    await notice(page).waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/service-away')
    await page.setViewportSize({ width: 1280, height: 800 })
    assert.equal(await row.count(), 1, 'the list is not taken away')
    await page.unroute(asked)
    await notice(page).waitFor({ state: 'detached' })
    assert.equal(await sheet.getByLabel('Description').inputValue(), 'Written before')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    const { body } = await app.ask('GET', `/api/datastores/${source.datastore_id}`)
    assert.equal(body.description, 'Written before')
    await page.close()
    assertQuiet()
  })
}

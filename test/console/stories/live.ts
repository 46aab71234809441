import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { cutProxy } from '../../harness/cut-proxy.ts'

const files = Object.fromEntries(
  [0, 1, 1, 1].map((id, index) => [`live_${index + 1}.csv`, `id,price\n${id},1\n`]),
)

/** Fast where `id` is 0, else without an end. */
const endless = '(select count(*) from range(id * 1000000000000)) >= 0'

/** A run as it goes on: cells of partitions, a connection that breaks, and an abort. */
export function live(shared: () => ConsoleInBrowser): void {
  test('partitions fill while they are read, and a page whose connection was cut catches up with an abort', async (t) => {
    const { app, url, open } = shared()
    const source = await app.source(files)
    await app.check(source, 'live_*.csv', {
      rule: 'satisfiesExpression',
      properties: { expression: endless },
    })
    const proxy = await cutProxy('127.0.0.1', Number(new URL(url).port))
    t.after(() => proxy.close())
    const page = await open('/runs')
    const id = await app.trigger(source, { type: 'scan' })
    await page.goto(`http://127.0.0.1:${proxy.port}/console/runs/${id}`)
    const cells = page.locator('.partitions')
    await cells.filter({ hasText: '1 read, 2 being read, 1 waiting' }).waitFor()
    await page.getByRole('gridcell', { name: '1/4' }).click()
    await page.getByRole('cell', { name: 'Being read' }).first().waitFor()
    await assertAccessible(page)

    proxy.shut(true)
    await page.getByText('Connecting').waitFor()
    // Of the run the page hears only once all has stopped, of its containers from before that, and then nothing more.
    await page.route('**/api/events?**', (route) => route.abort())
    await page.route(`**/api/operations/${id}`, async (route) => {
      const stopping = async () =>
        (await app.ask('GET', `/api/operations/${id}`)).body.aborted_work?.stopping ?? null
      while ((await stopping()) !== 0) await delay(20)
      await route.continue()
    })
    assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).status, 200)
    proxy.shut(false)
    await page.getByRole('main').getByText('Aborted').first().waitFor()
    // Two at once; a unit that was tried before is among them.
    await page.getByText(/[23] pieces of work under way: the last had left the source/).waitFor()
    await cells.filter({ hasText: '1 read, 3 stopped' }).waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('a page whose code does not come says that the service is away, and comes when it is back', async (t) => {
    const { app, url, open, assertQuiet } = shared()
    const proxy = await cutProxy('127.0.0.1', Number(new URL(url).port))
    t.after(() => proxy.close())
    // A person of their own: in the browser of another the code of the page is kept.
    const page = await open('/sign-in', { token: await app.user('Admin'), refused: [404] })
    const said: string[] = []
    // That code is missed is told there.
    page.removeAllListeners('console')
    page.on('pageerror', ({ message }) => said.push(message))
    await page.goto(`http://127.0.0.1:${proxy.port}/console/datastores`)
    await page.getByRole('link', { name: 'source 1', exact: true }).waitFor()
    proxy.shut(true)
    await page.getByRole('link', { name: 'Checks', exact: true }).click()
    await page.getByRole('heading', { name: 'The service does not answer' }).waitFor()
    proxy.shut(false)
    await page.getByRole('heading', { name: 'Checks', exact: true }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/console/checks')
    await page.waitForLoadState()

    // Another version has other names of files: the old code is gone while the service answers.
    const isPage = /assets\/page-.*\.js$/
    await page.route(isPage, (route) => void route.fulfill({ status: 404, body: '' }))
    const anew = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    // Once it does so by itself.
    await anew
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await page.unroute(isPage)
    await page.getByRole('button', { name: 'Load it anew' }).click()
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    assert.deepEqual(said, [])
    await page.close()
    assertQuiet()
  })

  test('a finding says what was changed of its check since it was found', async () => {
    const { app, open } = shared()
    const { body: anomaly } = await app.ask('GET', '/api/anomalies/1')
    const [{ quality_check: check }] = anomaly.failed_checks
    const put = (description: string) => app.ask('PUT', `/api/quality-checks/${check.id}`, { description })
    const page = await open('/anomalies/1')
    await page.getByRole('heading', { name: 'Failed checks' }).waitFor()
    assert.equal((await put('Said otherwise since')).status, 200)
    const note = page.getByRole('main').locator('.note', { hasText: 'when this was found last' })
    await note.getByText('Said otherwise since').waitFor()
    assert.ok((await note.innerText()).includes(check.description))
    await put(check.description)
    await page.close()
  })
}

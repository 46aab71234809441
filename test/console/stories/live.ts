import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { cutProxy } from '../../harness/cut-proxy.ts'

const files = Object.fromEntries(
  [0, 1, 1, 1].map((id, index) => [`live_${index + 1}.csv`, `id,price\n${id},1\n`]),
)

/** Fast where `id` is 0, else without an end. */
const endless = '(select count(*) from range(id * 1000000000000)) >= 0'

/** A run as it goes on: cells of partitions, a connection that breaks, and an abort. */
export function live(shared: () => ConsoleInBrowser): void {
  test('partitions fill while they are read, and a page whose connection was cut catches up with an abort', async () => {
    const { app, url, open } = shared()
    const source = await app.source(files)
    await app.check(source, 'live_*.csv', {
      rule: 'satisfiesExpression',
      properties: { expression: endless },
    })
    const proxy = await cutProxy('127.0.0.1', Number(new URL(url).port))
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
    assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).status, 200)
    proxy.shut(false)
    await page.getByRole('main').getByText('Aborted').first().waitFor()
    await page.getByText(/2 pieces of work under way: the last had left the source/).waitFor()
    await cells.filter({ hasText: '1 read, 3 stopped' }).waitFor()
    await page.close()
    await proxy.close()
    shared().assertQuiet()
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

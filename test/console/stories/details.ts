import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { csv, type Source } from '../../harness/working-app.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'

const demand = 'A parcel weighs at most 50'

/** What a page may take along, and put where the test can read it. */
const permissions = ['clipboard-read', 'clipboard-write']

/** What stands behind a verdict, what can be drawn, and what can be taken along. */
export function details(shared: () => ConsoleInBrowser): void {
  let source: Source
  let check: number
  before(async () => {
    const { app } = shared()
    const rows = Array.from({ length: 60 }, (_, row) => [
      row + 1,
      row,
      row === 59 ? "d'or" : '',
      '9007199254740993',
    ])
    source = await app.source({ 'parcels.csv': csv(['id', 'weight', 'note', 'code'], rows) })
    check = await app.check(source, 'parcels.csv', {
      rule: 'maxValue',
      fields: ['weight'],
      properties: { value: 50 },
      description: demand,
    })
    await app.ended(await app.trigger(source, { type: 'profile', ai_effort: 'off' }))
    await app.scan(source)
  })

  test('a key shows behind a verdict its reason, its cost and the statements that were sent for it', async () => {
    const page = await shared().open('/checks?search=parcel')
    await page.locator('[data-index="0"]').focus()
    await page.keyboard.press('q')
    const sheet = page.getByRole('dialog', { name: demand })
    await sheet.getByText('9 of 60 rows fail.').waitFor()
    await sheet.getByText('Rows read').waitFor()
    await sheet
      .getByRole('heading', { name: /statements? sent to the source for the last verdict/ })
      .waitFor()
    await sheet.getByRole('button', { name: 'Show the SQL' }).click()
    await sheet
      .locator('pre', { hasText: /weight/ })
      .first()
      .waitFor()
    await assertAccessible(page)
    await sheet.getByRole('link', { name: /^Scan of/ }).click()
    await page.getByRole('heading', { name: /statements? sent to the source/ }).waitFor()
    await sheet.waitFor({ state: 'detached' })
    await page.close()
    shared().assertQuiet()
  })

  test('the rows that a scan kept have the cells framed that fail, each row with its anomalies', async () => {
    const { app, open, assertQuiet } = shared()
    const rows = [1, 2, 3].map((id) => [id, id === 2 ? -5 : id, id === 2 ? 'lost' : 'fine'])
    const twice = await app.source({ 'twice.csv': csv(['id', 'amount', 'state'], rows) })
    await app.check(twice, 'twice.csv', {
      rule: 'notNegative',
      fields: ['amount'],
      description: 'Not below 0',
    })
    await app.check(twice, 'twice.csv', {
      rule: 'expectedValues',
      fields: ['state'],
      properties: { list: ['fine'] },
      description: 'Fine',
    })
    const { id: run } = await app.scan(twice)
    const { body: scans } = await app.ask('GET', `/api/operations/${run}/containers`)
    const page = await open(`/container-scans/${scans.items[0].id}`)
    const kept = page.getByRole('region', { name: 'Failing rows' })
    await kept.getByRole('cell', { name: '-5 fails: Not below 0' }).waitFor()
    await kept.getByRole('cell', { name: 'lost fails: Fine' }).waitFor()
    assert.equal(await kept.getByRole('row').count(), 2, 'a head, and a row that fails both')
    assert.equal(await kept.locator('td.failing').count(), 2)
    await kept.getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Failed checks' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('a tick below the strip of scans says that the check was changed between them', async () => {
    const { app, open } = shared()
    const put = (coverage: number) => app.ask('PUT', `/api/quality-checks/${check}`, { coverage })
    assert.equal((await put(0.99)).status, 200)
    await app.scan(source)
    const page = await open('/checks?search=parcel')
    const strip = page.getByRole('img', { name: 'Last 2 scans: 2 failed' })
    await strip.waitFor()
    assert.equal(await strip.locator('.tick').count(), 1)
    await put(1)
    await page.close()
  })

  test('a range that is drawn over the values of a field becomes a check with these bounds', async () => {
    const { app, open } = shared()
    const { body } = await app.ask('GET', `/api/fields?datastore=${source.datastore_id}&size=100`)
    const weight = body.items.find(({ name }: { name: string }) => name === 'weight')
    const page = await open(`/fields/${weight.id}`)
    const values = page.getByRole('img', { name: /Draw over a part/ })
    await page.locator('.limits', { hasText: `${demand} (50)` }).waitFor()
    const box = await values.boundingBox()
    assert.ok(box)
    const at = (share: number) => box.x + share * box.width
    await page.mouse.move(at(1 / 4), box.y + 20)
    await page.mouse.down()
    await page.mouse.move(at(1 / 2), box.y + 40, { steps: 3 })
    await page.mouse.up()
    await page.getByText(/^About 7\d % of the values lie outside\.$/).waitFor()
    assert.match(page.url(), /from=15&to=30/)
    await assertAccessible(page)
    await page.getByLabel('To', { exact: true }).fill('58')
    await page.getByText(/^About 2\d % of the values lie outside\.$/).waitFor()
    await page.getByRole('link', { name: 'New check: from 15 to 58' }).click()
    await page.getByText('16 of 60 rows fail').waitFor()
    assert.equal(await page.getByLabel('Max (optional)', { exact: true }).inputValue(), '58')
    await page.close()
    shared().assertQuiet()
  })

  test('a failing row is taken along as JSON with all its digits, and as the condition that finds it', async () => {
    const { app, open } = shared()
    const { body } = await app.ask('GET', `/api/anomalies?quality_check=${check}&size=100`)
    const id = body.items.at(0).id
    const { body: kept } = await app.ask('GET', `/api/anomalies/${id}/source-record`)
    const { record } = kept.rows[0]
    const page = await open(`/anomalies/${id}`, { permissions })
    const copied = async (item: string) => {
      await page.getByRole('button', { name: 'Copy row 1', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await page.getByText('The row is copied').first().waitFor()
      return clipboardOf(page)
    }
    assert.match(await copied('as JSON'), /"code":"?9007199254740993"?/)
    const note = record.note === null ? '"note" is null' : `"note" = 'd''or'`
    const expected = `"weight" = ${record.weight} and "id" = ${record.id} and ${note} and "code" = 9007199254740993`
    assert.equal(await copied('as a WHERE clause'), `where ${expected}`)
    const parcels = (await app.containers(source)).get('parcels.csv')
    const path = `/api/containers/${parcels}/source-records?filter=${encodeURIComponent(expected)}`
    const { body: found } = await app.ask('GET', path)
    assert.deepEqual(
      found.items.map((one: { record: { id: number } }) => one.record.id),
      [record.id],
    )
    await page.getByLabel('Shown').selectOption('rows')
    await page.getByRole('region', { name: 'Failing row 1', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('rowheader', { name: 'weight' }).first().waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('a page is copied as requests of curl that the service answers', async () => {
    const { app, url, open } = shared()
    const page = await open(`/checks/${check}`, { permissions })
    await page.getByRole('heading', { name: demand }).waitFor()
    await page.keyboard.press('Shift+Y')
    await page.getByText(/^Copied as curl/).waitFor()
    const lines = (await clipboardOf(page)).split('\n')
    const asked = lines.map((line) => {
      const [, address = ''] =
        /^curl --header "Authorization: Bearer \$ASSAY_TOKEN" '([^']+)'$/.exec(line) ?? []
      assert.ok(address.startsWith(url), line)
      return address.slice(url.length)
    })
    assert.ok(asked.includes(`/api/quality-checks/${check}`))
    for (const path of asked) assert.equal((await app.ask('GET', path)).status, 200, path)
    await page.close()
  })

  test('a run says which anomalies it found, and stands in the time line of the day', async () => {
    const { app, open } = shared()
    const { id } = await app.scan(source)
    const page = await open(`/runs/${id}?tab=anomalies`)
    await page
      .getByRole('gridcell', { name: /weight/ })
      .first()
      .waitFor()
    const { body } = await app.ask('GET', `/api/anomalies?operation=${id}`)
    assert.equal(await page.locator('[data-index]').count(), body.total)
    await page.goto(`${shared().url}/console/runs`)
    const bar = page.locator('.timeline rect', { has: page.locator(`title:text("Scan ${id}:")`) })
    await bar.waitFor()
    await bar.click({ force: true })
    await page.waitForURL(/\/runs\/\d+$/)
    await page.close()
    shared().assertQuiet()
  })
}

function clipboardOf(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()')
}

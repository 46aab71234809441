import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { answered, isWider, keepPictures } from '../../harness/page-look.ts'
import { csv, type Source } from '../../harness/working-app.ts'

const volume = 'At most three parcels'
const age = 'Parcels come every day'
const total = 'The total stays'

const parcels = (count: number) =>
  csv(
    ['id'],
    Array.from({ length: count }, (_, row) => [row + 1]),
  )

/** How tables and files change from scan to scan, and what watches that. */
export function observability(shared: () => ConsoleInBrowser): void {
  let source: Source
  let parcelFile: number
  let watch: number
  before(async () => {
    const { app } = shared()
    source = await app.source({ 'parcels.csv': parcels(2), 'totals.csv': 'total\n9007199254740993\n' })
    parcelFile = (await app.containers(source)).get('parcels.csv') ?? assert.fail('no such file')
    watch = await app.check(source, 'parcels.csv', {
      rule: 'volumetric',
      properties: { comparison: 'Absolute Value', min: 1, max: 3 },
      description: volume,
    })
    await app.check(source, 'parcels.csv', {
      rule: 'freshness',
      properties: { value: 86_400_000 },
      description: age,
    })
    await app.check(source, 'totals.csv', {
      rule: 'metric',
      fields: ['total'],
      properties: { comparison: 'Absolute Change', min: -1, max: 1 },
      description: total,
    })
    await app.scan(source)
    source.write({ 'parcels.csv': parcels(5) })
    await app.ended(await app.trigger(source, { type: 'sync' }))
    await app.scan(source)
  })

  /** The chart with this in its caption, and its figures as a table. */
  const figuresOf = async (page: Page, caption: string | RegExp) => {
    const chart = page.locator('figure').filter({ hasText: caption })
    await chart.getByText('As a table').click()
    return chart.locator('tbody tr td:last-child').allInnerTexts()
  }

  test('shows how each table and file changed, what watches that, and leads to what was found', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/observability?datastore=${source.datastore_id}`)
    const file = page.getByRole('region', { name: 'parcels.csv' })
    await file.getByText('Rows: 5, 3 more than at first').waitFor()
    await file.getByText(/^Size: .* more than at first/).waitFor()
    await file.getByText(/^Modified .* before it was measured last/).waitFor()
    assert.deepEqual(await figuresOf(page, 'Rows: 5, 3 more'), ['5', '2'])
    const checks = file.getByRole('list', { name: 'Checks that watch parcels.csv' })
    assert.match(await checks.getByRole('listitem').filter({ hasText: volume }).innerText(), /Failed/)
    assert.match(await checks.getByRole('listitem').filter({ hasText: age }).innerText(), /Passed/)
    await assertAccessible(page)
    await keepPictures(page, '/observability-of-parcels')
    assert.equal(await page.evaluate(isWider), false, 'the page is wider than the screen')
    await page.setViewportSize({ width: 1280, height: 800 })
    await file.getByRole('link', { name: '1 open anomaly' }).click()
    await page.getByRole('heading', { name: 'Anomalies' }).waitFor()
    await page.locator('[data-index="0"]').waitFor()
    assert.equal(await page.locator('[data-index]').count(), 1, 'the list has as many as the number said')
    await page.goBack()
    await page.getByLabel('Name or id').fill('totals')
    await page.getByLabel('Name or id').press('Enter')
    await page.getByRole('region', { name: 'totals.csv' }).waitFor()
    await file.waitFor({ state: 'detached' })
    await page.getByLabel('Name or id').fill('nothing is called so')
    await page.getByLabel('Name or id').press('Enter')
    await page.getByRole('heading', { name: 'No table or file is like that' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('a check shows what was measured for it between its bounds, and which scans failed', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/containers/${parcelFile}?tab=observability`)
    await page.getByText('Rows: 5 last, beyond its bounds in 1 of 2 scans').waitFor()
    assert.deepEqual(await figuresOf(page, 'beyond its bounds'), ['5, failed', '2'])
    const chart = page.locator('figure').filter({ hasText: 'beyond its bounds' })
    assert.equal(await chart.locator('.bound').count(), 2, 'both bounds are lines')
    assert.equal(await chart.locator('.point.failing').count(), 1)
    await page.getByText('allows modified at most 1 d ago').waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/container-observability')
    await page.close()
    assertQuiet()
  })

  test('on a narrow screen each table and file says how it changed, and its charts unfold from that', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/observability?datastore=${source.datastore_id}`, {
      viewport: { width: 390, height: 844 },
    })
    const file = page.getByRole('region', { name: 'parcels.csv' })
    await file.getByText('Rows: 5, 3 more than at first').first().waitFor()
    assert.equal(await file.locator('figure').filter({ visible: true }).count(), 0)
    const height = (await file.boundingBox())?.height ?? assert.fail('it is not drawn')
    assert.ok(height < 844 / 3, `${height} pixels, so that a screen has several`)
    await assertAccessible(page)
    await file.getByText('Rows: 5, 3 more than at first').first().click()
    await file.locator('figure', { hasText: 'Rows: 5, 3 more' }).getByRole('img').waitFor()
    await assertAccessible(page)
    await page.close()
    assertQuiet()
  })

  test('on a narrow screen the open one of many tabs is seen whole', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/containers/${parcelFile}?tab=rows`, { viewport: { width: 360, height: 740 } })
    const rows = page
      .getByRole('navigation', { name: 'About the container' })
      .getByRole('link', { name: 'Rows' })
    await rows.waitFor()
    await answered(page)
    const place = (await rows.boundingBox()) ?? assert.fail('the tab is not drawn')
    assert.ok(place.x >= 0 && place.x + place.width <= 360, `it ends at ${place.x + place.width}`)
    await page.close()
    assertQuiet()
  })

  test('what was measured keeps all its digits, and a change is said as one', async () => {
    const { app, open, assertQuiet } = shared()
    const file = (await app.containers(source)).get('totals.csv')
    const page = await open(`/containers/${file}?tab=observability`)
    await page.getByText('allows a change of from -1 to 1').waitFor()
    const caption = 'Value of total: 9007199254740993 last, within its bounds in 2 scans'
    assert.deepEqual(await figuresOf(page, caption), ['9007199254740993', '9007199254740993'])
    assert.equal(await page.locator('figure').filter({ hasText: caption }).locator('.bound').count(), 0)
    await page.close()
    assertQuiet()
  })

  test('the page of a check shows its course: what was measured, or the share of rows that failed', async () => {
    const { app, open, assertQuiet } = shared()
    const watched = await open(`/checks/${watch}`)
    await watched.getByText('Rows: 5 last, beyond its bounds in 1 of 2 scans').waitFor()
    await watched.close()
    const rows = await app.source({ 'amounts.csv': 'amount\n-1\n2\n3\n4\n' })
    const check = await app.check(rows, 'amounts.csv', {
      rule: 'notNegative',
      fields: ['amount'],
      coverage: 0.5,
      description: 'Half of the amounts are not negative',
    })
    await app.scan(rows)
    rows.write({ 'amounts.csv': 'amount\n-1\n-2\n-3\n4\n' })
    await app.scan(rows)
    const page = await open(`/checks/${check}`)
    await page.getByText('Failing rows: 75 % (3 of 4) last; 1 of 2 scans failed').waitFor()
    assert.deepEqual(await figuresOf(page, 'Failing rows'), ['75 % (3 of 4), failed', '25 % (1 of 4)'])
    assert.equal(await page.locator('figure .bound').count(), 1, 'the share that may fail is a line')
    await assertAccessible(page)
    await keepPictures(page, '/check-course')
    await page.close()
    assertQuiet()
  })

  test('an Author changes bounds beside the chart, and reads there what is wrong with them', async () => {
    const { app, open, assertQuiet } = shared()
    const token = await app.user('Member', { Author: [source.datastore_id] })
    const page = await open(`/containers/${parcelFile}?tab=observability`, { token, refused: [422] })
    await page.getByRole('button', { name: `Change bounds of ${volume}` }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('At most').fill('many')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.locator('.field .problem').waitFor()
    await assertAccessible(page)
    await sheet.getByLabel('At most').fill('9007199254740993')
    await sheet.getByLabel('At least').fill('')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('allows at most 9007199254740993').waitFor()
    const { body } = await app.ask('GET', `/api/quality-checks/${watch}`)
    assert.equal(body.properties.comparison, 'Absolute Value')
    assert.deepEqual([body.properties.min ?? null, body.properties.max], [null, '9007199254740993'])

    await page.getByRole('button', { name: `Change bounds of ${age}` }).click()
    const hours = sheet.getByLabel('Hours since it was modified')
    assert.equal(await hours.inputValue(), '24')
    await hours.fill('36')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('allows modified at most 1 d 12 h ago').waitFor()
    await page.close()
    assertQuiet()
  })

  test('who may only look is told why bounds cannot be changed, and who sees nothing whom to ask', async () => {
    const { app, open, assertQuiet } = shared()
    const reporter = await app.user('Member', { Reporter: [source.datastore_id] })
    const page = await open(`/containers/${parcelFile}?tab=observability`, { token: reporter })
    const button = page.getByRole('button', { name: `Change bounds of ${volume}` })
    await button.waitFor()
    await answered(page)
    assert.ok(await button.isDisabled())
    await page.close()
    const stranger = await open('/observability', { token: await app.user('Member') })
    await stranger.getByRole('heading', { name: 'You see no datastore' }).waitFor()
    await assertAccessible(stranger)
    await stranger.close()
    assertQuiet()
  })
}

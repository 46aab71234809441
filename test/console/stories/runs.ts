import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, keepPictures } from '../../harness/page-look.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { csv } from '../../harness/working-app.ts'

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

  test('a run of a kind that finds nothing shows no findings, and an address with a part that it has not opens its first', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/runs/1?tab=checks')
    await page.getByRole('gridcell', { name: 'orders.csv' }).waitFor()
    const heads = await page.getByRole('columnheader').allInnerTexts()
    assert.deepEqual(heads, ['Container', 'Result', 'Took', 'Message'])
    await page.close()
    assertQuiet()
  })

  test('the runs of a year are seen day by day, and a day leads to its runs', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/runs')
    await page.getByText('The runs of a year, day by day').click()
    const squares = page.getByRole('img', { name: /^[1-9][\d,]* runs? on [1-9]\d* days? of UTC/ })
    await squares.waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/runs-year')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByText('As a table').click()
    const day = page.getByRole('link', { name: /^\d{1,2} \w{3,4} \d{4}$/ }).first()
    const date = await day.innerText()
    await day.click()
    await page.getByRole('button', { name: new RegExp(`^Since ${date} ?, drop this filter`) }).waitFor()
    await page.getByRole('button', { name: new RegExp(`^Until ${date} ?, drop this filter`) }).waitFor()
    await page.locator('[data-index="0"]').waitFor()
    await page.close()
    assertQuiet()
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

  test('two scans of a datastore are compared: verdicts that moved, anomalies that came and went, and times', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({
      'a.csv': csv(
        ['amount', 'size', 'kept'],
        [
          [-1, 1, 1],
          [5, 5, -1],
        ],
      ),
      'b.csv': csv(['id'], [[-1]]),
    })
    for (const field of ['amount', 'size', 'kept'])
      await app.check(source, 'a.csv', {
        rule: 'notNegative',
        fields: [field],
        description: `${field} holds`,
      })
    await app.check(source, 'b.csv', { rule: 'notNegative', fields: ['id'], description: 'b holds' })
    const first = await app.scan(source)
    source.write({
      'a.csv': csv(
        ['amount', 'size', 'kept'],
        [
          [1, -1, 1],
          [5, 5, -1],
        ],
      ),
    })
    const second = await app.scan(source, { container_names: ['a.csv'] })
    const page = await open(`/runs/${second.id}`)
    await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click()
    const compared = page.getByRole('region', { name: 'Comparison' })
    const group = (name: string) => compared.getByRole('group', { name, exact: true })
    const names = (name: string) => group(name).getByRole('row').locator('td:first-child').allInnerTexts()
    await group('Scanned by both').waitFor()
    await group('Found before, and not now').waitFor()
    assert.deepEqual(await names('Both runs'), [`Scan ${first.id}`, `Scan ${second.id}`])
    assert.deepEqual(await names('Fail now, and did not before'), ['size holds'])
    assert.deepEqual(await names('Pass now, and did not before'), ['amount holds'])
    await compared
      .getByText('1 check has the same verdict in both. 1 was judged by one of the runs only.')
      .waitFor()
    assert.match((await names('Found now, and not before')).join('\n'), /^[^\n]*size[^\n]*$/)
    assert.match((await names('Found before, and not now')).join('\n'), /^[^\n]*amount[^\n]*$/)
    assert.deepEqual(await names('Scanned by both'), ['a.csv'])
    assert.deepEqual(await names('Scanned before only'), ['b.csv'])
    await assertAccessible(page)
    await keepPictures(page, '/run-compare')
    await page.goto(`${shared().url}/console/runs/${first.id}?tab=compare`)
    await page.getByText('No earlier scan of this datastore is known').waitFor()
    await page.goto(`${shared().url}/console/runs/${first.id}?tab=compare&with=${second.id}`)
    await group('Scanned by both').waitFor()
    await page.close()
    assertQuiet()
  })

  test('the overview says how much more is open than at the beginning of the charts, and how many runs went wrong then and since', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'past.csv': 'id\n-1\n-2\n' })
    await app.check(source, 'past.csv', { rule: 'notNegative', fields: ['id'], description: 'No id below 0' })
    await app.scan(source)
    const { database } = app.environment.store
    const { datastore_id } = source
    const token = await app.user('Member', { Viewer: [datastore_id] })
    const fresh = await open('/overview', { token })
    await fresh.getByRole('link', { name: '2 open anomalies', exact: true }).waitFor()
    await answered(fresh)
    assert.equal(
      await fresh.locator('.figure small').count(),
      0,
      'nothing is compared with a time without runs',
    )
    await fresh.close()

    const past = new Date(Date.now() - 10 * 86_400_000).toISOString()
    await database
      .updateTable('operations')
      .set({ created: past })
      .where('datastore_id', '=', datastore_id)
      .execute()
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${datastore_id}`)
    await database
      .updateTable('anomalies')
      .set({ created: past })
      .where('id', '=', body.items[0].id)
      .execute()
    const page = await open('/overview?time=week', { token })
    await page.getByRole('link', { name: /^2 open anomalies 1 more than on \d+ \w+/ }).waitFor()
    await page
      .getByRole('link', { name: '0 runs that are no success in 7 days, as many as in the 7 before' })
      .click()
    await page.waitForURL(({ searchParams }) => searchParams.has('start_date'))
    await page.close()
    assertQuiet()
  })

  test('each number of the overview leads to a list with as many rows', async () => {
    const page = await shared().open('/overview')
    const figures = page.locator('.figure')
    await figures.first().waitFor()
    await answered(page)
    const total = await figures.count()
    assert.equal(total, 7)
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

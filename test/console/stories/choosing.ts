import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { answered, chooseBy, doOfMore, keepPictures } from '../../harness/page-look.ts'
import { nameOf, type Source } from '../../harness/working-app.ts'

/** Tables of the datastore beside its one file. */
const tables = 3000

/** How one of thousands of tables and files is chosen. */
export function choosing(shared: () => ConsoleInBrowser): void {
  const makeMany = async (): Promise<Source> => {
    const { app } = shared()
    const source = await app.source({ 'a.csv': 'id\n1\n' })
    await app.environment.store.pool.query(
      `insert into containers (datastore_id, name, container_type)
       select $1, 'table ' || lpad(n::text, 4, '0'), 'table' from generate_series(1, ${tables}) as n`,
      [source.datastore_id],
    )
    return source
  }

  test('by keys alone, a page at a time and by a part of the name', async () => {
    const { open, assertQuiet } = shared()
    const source = await makeMany()
    const page = await open('/checks/new')
    const asked: URL[] = []
    page.on('request', (request) => asked.push(new URL(request.url())))
    await chooseBy(page.getByRole('main'), 'Datastore', nameOf(source))
    const line = page.getByRole('combobox', { name: 'Table or file' })
    const options = page.getByRole('listbox', { name: 'Table or file' }).getByRole('option')
    await line.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('status').filter({ hasText: '3,001 found' }).waitFor()
    assert.equal(await options.count(), 51, 'a page, and the way to the rest')
    await assertAccessible(page)
    await keepPictures(page, '/choose-a-table')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await options.filter({ hasText: 'Show more: 2,951 left' }).waitFor()
    await line.fill('table 299')
    await page.getByRole('status').filter({ hasText: '10 found' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await answered(page)
    await options.first().waitFor({ state: 'detached' })
    assert.match(await line.inputValue(), /^table 299\d$/)
    assert.equal(await page.getByRole('heading', { name: 'New check' }).count(), 1, 'Enter sent no form')
    const wholes = asked.filter(({ pathname }) => pathname.endsWith('/containers/listing'))
    assert.deepEqual(wholes, [], 'nothing asks for all of them')
    await page.close()
    assertQuiet()
  })

  test('a list that did not come says why, and comes when it is tried again', async () => {
    const { open, assertQuiet } = shared()
    const source = await makeMany()
    const page = await open('/promote', { refused: [500] })
    const lists = /\/api\/(datastores|containers|global-tags|quality-checks\/rules|flows\/actions)/
    const failing = { status: 500, contentType: 'application/json', body: '{"detail":"The disk is full."}' }
    await page.getByRole('heading', { name: 'Promote' }).waitFor()
    await page.route(lists, (route) => route.fulfill(failing))
    const line = page.getByRole('combobox', { name: 'From the datastore' })
    await line.fill(nameOf(source))
    const options = page.getByRole('listbox', { name: 'From the datastore' }).getByRole('option')
    await page.getByRole('status').filter({ hasText: 'could not be read: The disk is full.' }).waitFor()
    await page.unroute(lists)
    await options.filter({ hasText: 'Try again' }).click()
    await options.filter({ hasText: nameOf(source) }).click()
    await answered(page)

    await page.route(lists, (route) => route.fulfill(failing))
    await page.evaluate(`history.pushState({}, '', '/console/flows/new?trigger=anomaly')`)
    await page.getByRole('heading', { name: 'New flow' }).waitFor()
    await page.getByLabel('Name').fill('Tell of it')
    const alerts = page.getByRole('alert').filter({ hasText: 'could not be read: The disk is full.' })
    await alerts.nth(3).waitFor()
    await assertAccessible(page)
    assert.equal(await page.getByText('None to choose from').count(), 0)
    const make = page.getByRole('button', { name: 'Make the flow' })
    assert.equal(await make.isDisabled(), true, 'what a channel is told would be lost')
    await page.unroute(lists)
    while ((await alerts.count()) > 0) {
      await alerts.getByRole('button', { name: 'Try again' }).first().click()
      await answered(page)
    }
    await page.getByRole('checkbox', { name: nameOf(source), exact: true }).waitFor()
    assert.equal(await page.getByLabel('Channel').inputValue(), 'InApp')
    assert.equal(await make.isDisabled(), false)
    await page.close()
    assertQuiet()
  })

  test('more of them are shown on demand, and what is typed without a choice changes nothing', async () => {
    const { open, assertQuiet } = shared()
    const source = await makeMany()
    const page = await open('/checks/new')
    await chooseBy(page.getByRole('main'), 'Datastore', nameOf(source))
    const line = page.getByRole('combobox', { name: 'Table or file' })
    const options = page.getByRole('listbox', { name: 'Table or file' }).getByRole('option')
    await line.click()
    await options.filter({ hasText: 'Show more: 2,951 left' }).click()
    await options.filter({ hasText: 'Show more: 2,901 left' }).click()
    await options.filter({ hasText: 'table 0120' }).click()
    assert.equal(await line.inputValue(), 'table 0120')
    await line.fill('no such table')
    await page.getByRole('status').filter({ hasText: '0 found' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await line.inputValue(), 'table 0120')
    await page.close()
    assertQuiet()
  })

  test('in a sheet Escape closes the list first, and a run takes those that were ticked from several searches', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await makeMany()
    const page = await open(`/datastores/${source.datastore_id}`)
    await doOfMore(page, 'Compute a file')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Made of').selectOption('computed_join')
    const line = sheet.getByRole('combobox', { name: 'Table or file of the left side' })
    await line.fill('table 1')
    await page.getByRole('status').filter({ hasText: '1,000 found' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    assert.equal(await sheet.count(), 1, 'the sheet stays')
    assert.equal(await line.inputValue(), '')
    await page.reload()
    await doOfMore(page, 'Run with settings')
    await sheet.getByLabel('Tables and files').selectOption('names')
    for (const name of ['table 2345', 'a.csv']) {
      await sheet.getByLabel('Names with').fill(name)
      await sheet.getByRole('checkbox', { name }).check()
    }
    assert.equal(await sheet.getByRole('checkbox', { name: 'table 2345' }).isChecked(), true)
    // It leaves the list, which is of other names now.
    await sheet.getByRole('checkbox', { name: 'table 2345' }).click()
    await sheet.getByLabel('Kind of run').selectOption('Profile')
    await sheet.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL(/\/runs\/\d+$/)
    const run = await app.ended(Number(page.url().split('/').at(-1)))
    assert.deepEqual(run.container_names, ['a.csv'])
    await page.close()
    assertQuiet()
  })
}

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { chooseBy, doOfMore, isWider, keepPictures } from '../../harness/page-look.ts'
import type { Source, WorkingApp } from '../../harness/working-app.ts'

/** A datastore of a database with a table `bookings`, synced. */
async function makeDatabase(app: WorkingApp): Promise<Source> {
  const file = join(app.folder, 'ledger.sqlite')
  new DatabaseSync(file).exec(
    'create table bookings (id integer, amount integer); insert into bookings values (1, 5)',
  )
  const made = await app.ask('POST', '/api/connections', { name: 'ledger', type: 'sqlite', uri: file })
  const { body } = await app.ask('POST', '/api/datastores', { name: 'ledger', connection_id: made.body.id })
  const source = {
    datastore_id: body.id,
    folder: app.folder,
    write: () => undefined,
    remove: () => undefined,
  }
  const { result } = await app.ended(await app.trigger(source, { type: 'sync' }))
  assert.equal(result, 'success')
  return source
}

/** Tables, files and joins that stores compute whenever they are read. */
export function computed(shared: () => ConsoleInBrowser): void {
  let source: Source
  let containers: Map<string, number>
  before(async () => {
    const { app } = shared()
    source = await app.source({
      'sales.csv': 'id,client,amount\n1,a,5\n2,b,7\n',
      'clients.csv': 'client,city\na,Kiel\n',
    })
    containers = await app.containers(source)
  })

  test('an Editor computes a file from columns and rows of another, and reads beside a clause what the store says', async () => {
    const { app, open, assertQuiet } = shared()
    const token = await app.user('Member', { Editor: [source.datastore_id] })
    const page = await open(`/datastores/${source.datastore_id}`, { token, refused: [422] })
    await doOfMore(page, 'Compute a file')
    const sheet = page.getByRole('dialog')
    const make = sheet.getByRole('button', { name: 'Make it' })
    assert.ok(await make.isDisabled(), 'what it reads is not chosen')
    await chooseBy(sheet, 'Files that it reads', 'sales.csv')
    await sheet.getByRole('button', { name: 'Try it' }).click()
    await sheet.locator('.field').filter({ hasText: 'Name' }).locator('.problem').waitFor()
    await sheet.getByLabel('Name').fill('large sales')
    await sheet.getByLabel(/^Columns/).fill('id, nowhere')
    await sheet.getByLabel(/^Condition/).fill('amount > 5')
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Try it' }).click()
    const columns = sheet.locator('.field').filter({ hasText: 'Columns' })
    await columns.locator('.problem').filter({ hasText: 'nowhere' }).waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/compute-a-file-refused')
    await page.setViewportSize({ width: 1280, height: 800 })
    await make.click()
    await columns.locator('.problem').filter({ hasText: 'nowhere' }).waitFor()
    await sheet.getByLabel(/^Columns/).fill('id, amount')
    assert.equal(await sheet.locator('.problem').count(), 0, 'what was found wrong was about other columns')
    await sheet.getByRole('button', { name: 'Try it' }).click()
    await sheet.getByText('The store takes it.').waitFor()
    assert.equal((await app.containers(source)).has('large sales'), false, 'a trial keeps nothing')
    await make.click()
    await page.waitForURL(/\/containers\/\d+$/)
    await page.getByRole('heading', { name: 'large sales' }).waitFor()
    const { body } = await app.ask('GET', `/api/containers/${page.url().split('/').at(-1)}`)
    assert.deepEqual(
      [body.container_type, body.source_container_id, body.select_clause, body.where_clause],
      ['computed_file', containers.get('sales.csv'), 'id, amount', 'amount > 5'],
    )
    await page.close()
    assertQuiet()
  })

  test('two files are joined by a field of each', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open(`/datastores/${source.datastore_id}`)
    await doOfMore(page, 'Compute a file')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Made of').selectOption('computed_join')
    await sheet.getByLabel('Name', { exact: true }).fill('sales with clients')
    await chooseBy(sheet, 'Table or file of the left side', 'sales.csv')
    await sheet.getByLabel('Field of the left side').selectOption('client')
    await chooseBy(sheet, 'Table or file of the right side', 'clients.csv')
    await sheet.getByLabel('Field of the right side').selectOption('client')
    await sheet.getByRole('group', { name: 'Right side' }).getByLabel('Before the names').fill('c')
    await sheet.getByLabel('It shows').selectOption('left')
    await assertAccessible(page)
    await keepPictures(page, '/compute-a-join')
    assert.equal(await page.evaluate(isWider), false, 'the page is wider than the screen')
    await page.setViewportSize({ width: 1280, height: 800 })
    await sheet.getByRole('button', { name: 'Make it' }).click()
    await page.waitForURL(/\/containers\/\d+$/)
    const { body } = await app.ask('GET', `/api/containers/${page.url().split('/').at(-1)}`)
    assert.deepEqual(
      [
        body.left_container_id,
        body.left_join_field_name,
        body.right_container_id,
        body.right_join_field_name,
      ],
      [containers.get('sales.csv'), 'client', containers.get('clients.csv'), 'client'],
    )
    assert.deepEqual(
      [body.join_type, body.left_prefix, body.right_prefix, body.select_clause],
      ['left', 'left', 'c', '*'],
    )
    await page.close()
    assertQuiet()
  })

  test('a table of a database is computed by a query in its SQL', async () => {
    const { app, open, assertQuiet } = shared()
    const database = await makeDatabase(app)
    const page = await open(`/datastores/${database.datastore_id}`, { refused: [422] })
    await doOfMore(page, 'Compute a table')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Name').fill('totals')
    const query = sheet.getByLabel(/^Query/)
    await query.fill('select sum(amount) as total from nowhere')
    await sheet.getByRole('button', { name: 'Make it' }).click()
    await sheet.locator('.field').filter({ hasText: 'Query' }).locator('.problem').waitFor()
    await query.fill('select sum(amount) as total from bookings')
    await sheet.getByRole('button', { name: 'Make it' }).click()
    await page.waitForURL(/\/containers\/\d+$/)
    await page.getByRole('heading', { name: 'totals' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('who is no Editor of the datastore is told so', async () => {
    const { app, open, assertQuiet } = shared()
    const token = await app.user('Member', { Author: [source.datastore_id] })
    const page = await open(`/datastores/${source.datastore_id}`, { token })
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Compute a file', disabled: true }).waitFor()
    await page.close()
    assertQuiet()
  })
}

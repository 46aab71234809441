import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { answered, chooseBy, doOfMore, keepPictures } from '../../harness/page-look.ts'
import { csv, type Source, type WorkingApp, nameOf } from '../../harness/working-app.ts'

/** A datastore to which exports and copies are written, linked to the source. */
async function linkResults(app: WorkingApp, { datastore_id }: Source): Promise<number> {
  const folder = join(app.folder, 'results')
  mkdirSync(folder, { recursive: true })
  const made = await app.ask('POST', '/api/connections', { name: 'results', type: 'local' })
  const { body } = await app.ask('POST', '/api/datastores', {
    name: 'results',
    connection_id: made.body.id,
    root_path: folder,
    enrichment_only: true,
  })
  const linked = await app.ask('PATCH', `/api/datastores/${datastore_id}/enrichment/${body.id}`)
  assert.equal(linked.status, 200, JSON.stringify(linked.body))
  return body.id
}

/** What is written to the enrichment datastore: started and scheduled from where a person stands. */
export function exports(shared: () => ConsoleInBrowser): void {
  let source: Source
  let one: number
  let editor: string
  before(async () => {
    const { app } = shared()
    source = await app.source({ 'one.csv': 'id\n-1\n2\n', 'two.csv': 'id\n1\n' })
    one = (await app.containers(source)).get('one.csv') ?? assert.fail('no such file')
    await app.check(source, 'one.csv', { rule: 'notNegative', fields: ['id'], description: 'Not below 0' })
    await app.scan(source)
    editor = await app.user('Member', { Editor: [source.datastore_id] })
  })

  /** The run that a page went to, once it has ended. */
  const started = async (page: Page) => {
    await page.waitForURL(/\/runs\/\d+$/)
    return shared().app.ended(Number(page.url().split('/').at(-1)))
  }

  test('a datastore without a place for exports says so before one is started or scheduled, and leads to where that is changed', async () => {
    const { open, url, assertQuiet } = shared()
    const name = nameOf(source)
    const why = `${name} has no enrichment datastore yet, to which exports and copies are written.`
    const page = await open(`/containers/${one}`, { token: editor })
    await doOfMore(page, 'Export or copy')
    const sheet = page.getByRole('dialog')
    await sheet.getByText(why).waitFor()
    const start = sheet.getByRole('button', { name: 'Start' })
    assert.ok(await start.isDisabled(), 'nothing is sent that would be refused')
    await assertAccessible(page)
    await keepPictures(page, '/export')
    await page.setViewportSize({ width: 1280, height: 800 })
    await sheet.getByLabel('Kind of run').selectOption('Materialize')
    await sheet.getByText(why).waitFor()
    await start.hover()
    await page.getByRole('tooltip').filter({ hasText: why }).waitFor()
    await sheet.getByLabel('Kind of run').selectOption('Export')
    await sheet.getByRole('link', { name: 'the page of the datastore' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()

    await page.goto(`${url}/console/schedules`)
    const form = page.getByRole('region', { name: 'New schedule' })
    await chooseBy(form, 'Datastore', name)
    await form.getByRole('button', { name: 'Schedule it', disabled: false }).waitFor()
    await form.getByLabel('What').selectOption('Export')
    await form.getByText(why).waitFor()
    assert.ok(await form.getByRole('button', { name: 'Schedule it' }).isDisabled())
    await page.close()
    assertQuiet()
  })

  test('a Manager adds a place for results, an Editor has them written there, and an Admin ends that', async () => {
    const { app, open, url, assertQuiet } = shared()
    const written = await app.source({ 'three.csv': 'id\n1\n' })
    const folder = join(app.folder, 'own-results')
    mkdirSync(folder, { recursive: true })
    const admin = await open('/datastores/new?type=local', { refused: [409] })
    await admin.getByLabel('Name', { exact: true }).fill('own results')
    await admin.getByLabel('Folder').fill(folder)
    await admin.getByLabel(/^It only receives results/).check()
    await admin.getByRole('button', { name: 'Add', exact: true }).click()
    await admin.waitForURL(/\/datastores\/\d+$/)
    const place = Number(admin.url().split('/').at(-1))
    assert.equal((await app.ask('GET', `/api/datastores/${place}`)).body.enrichment_only, true)
    await admin.getByRole('heading', { name: 'own results' }).waitFor()
    await admin.getByText('It receives results of other datastores, and is not scanned.').waitFor()
    assert.equal(await admin.getByRole('main').locator('.primary').count(), 0, 'nothing comes next there')
    await admin.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await admin.getByRole('menuitem', { name: 'Change the datastore' }).waitFor()
    assert.equal(
      await admin.getByRole('menuitem', { name: 'Change where results go' }).count(),
      0,
      'it has no results of its own',
    )

    const linked = async () =>
      (await app.ask('GET', `/api/datastores/${written.datastore_id}`)).body.enrich_datastore?.id ?? null
    const token = await app.user('Member', { Editor: [written.datastore_id], Viewer: [place] })
    const page = await open(`/datastores/${written.datastore_id}`, { token, refused: [422] })
    const sheet = page.getByRole('dialog')
    await doOfMore(page, 'Change where results go')
    const save = sheet.getByRole('button', { name: 'Save' })
    assert.ok(await save.isDisabled(), 'no place is chosen')
    await sheet.getByLabel('Written to').selectOption('own results')
    await assertAccessible(page)
    await keepPictures(page, '/where-results-go')
    await page.setViewportSize({ width: 1280, height: 800 })
    await save.click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('Results are written to').waitFor()
    assert.equal(await linked(), place)
    await doOfMore(page, 'Change where results go')
    const prefix = sheet.getByLabel('The names of its tables there begin with')
    await prefix.fill('no prefix')
    await save.click()
    await sheet.locator('.field .problem').waitFor()
    await prefix.fill('own_')
    await sheet.getByLabel('Failing rows that scans put aside there').selectOption('overwrite')
    await save.click()
    await sheet.waitFor({ state: 'detached' })
    const { body: kept } = await app.ask('GET', `/api/datastores/${written.datastore_id}`)
    assert.deepEqual(
      [kept.enrichment_prefix, kept.enrichment_remediation_strategy, kept.enrich_datastore.id],
      ['own_', 'overwrite', place],
    )
    await doOfMore(page, 'Change where results go')
    const end = sheet.getByRole('button', { name: 'Write no results' })
    await end.waitFor()
    assert.ok(await end.isDisabled(), 'an Editor who is no Admin')
    await page.close()

    await admin.goto(`${url}/console/datastores/${written.datastore_id}`)
    await doOfMore(admin, 'Change where results go')
    await answered(admin)
    // The page knows the change before the list of datastores is read again, and takes the button away; the sheet is closed all the same.
    await admin.route('**/api/datastores/listing', async (route) => {
      await admin.getByText('Results are written to').waitFor({ state: 'detached' })
      await route.continue()
    })
    await admin.getByRole('dialog').getByRole('button', { name: 'Write no results' }).click()
    await admin.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await linked(), null)
    // The list may still be held back.
    await admin.unrouteAll({ behavior: 'wait' })
    await admin.close()
    assertQuiet()
  })

  test('an Editor exports what is known of a file, and copies the rows of chosen files', async () => {
    const { app, open, assertQuiet } = shared()
    const results = await linkResults(app, source)
    editor = await app.user('Member', { Editor: [source.datastore_id, results] })
    const page = await open(`/containers/${one}`, { token: editor })
    const sheet = page.getByRole('dialog')
    await doOfMore(page, 'Export or copy')
    await sheet.getByText('It is written to the enrichment datastore results.').waitFor()
    await sheet.getByLabel('What is written').selectOption('checks')
    await sheet.getByLabel('Also those that are archived').check()
    await sheet.getByRole('button', { name: 'Start' }).click()
    const exported = await started(page)
    assert.deepEqual(
      [exported.type, exported.result, exported.asset_type, exported.container_ids, exported.include_deleted],
      ['export', 'success', 'checks', [one], true],
    )

    await page.goto(`${shared().url}/console/datastores/${source.datastore_id}`)
    await doOfMore(page, 'Export or copy')
    await sheet.getByLabel('Kind of run').selectOption('Materialize')
    await sheet.getByLabel('Tables and files').selectOption('names')
    await sheet.getByRole('checkbox', { name: 'two.csv' }).check()
    await sheet.getByLabel('Rows of a partition at most').fill('1')
    await sheet.getByLabel(/^Write the values of masked fields/).check()
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Start' }).click()
    const copied = await started(page)
    const { type, result, container_names, max_records_per_partition, include_masked } = copied
    assert.deepEqual(
      [type, result, container_names, max_records_per_partition, include_masked],
      ['materialize', 'success', ['two.csv'], 1, true],
    )
    await page.close()
    assertQuiet()
  })

  test('another kind of run never takes more than what was chosen', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/datastores/${source.datastore_id}`, { token: editor })
    await doOfMore(page, 'Export or copy')
    const sheet = page.getByRole('dialog')
    const start = sheet.getByRole('button', { name: 'Start' })
    await sheet.getByLabel('Kind of run').selectOption('Materialize')
    await sheet.getByLabel('Tables and files').selectOption('names')
    await sheet.getByRole('checkbox', { name: 'two.csv' }).check()
    await sheet.getByLabel('Kind of run').selectOption('Export')
    assert.ok(await start.isDisabled(), 'an export knows files by their ids, of which none is chosen')
    await sheet.getByRole('checkbox', { name: 'two.csv' }).check()
    assert.ok(await start.isEnabled())
    await page.close()
    assertQuiet()
  })

  test('anomalies are exported from their list, of the file that it is narrowed to or of a datastore', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open(`/anomalies?container=${one}`, { token: editor })
    const sheet = page.getByRole('dialog', { name: 'Export anomalies' })
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await sheet.getByText('all open anomalies of one.csv').waitFor()
    await sheet.getByRole('button', { name: 'Start' }).click()
    const ofFile = await started(page)
    assert.deepEqual([ofFile.asset_type, ofFile.container_ids], ['anomalies', [one]])

    const viewer = await app.user('Member', { Viewer: [source.datastore_id] })
    const page2 = await open('/anomalies', { token: viewer })
    await page2.getByRole('button', { name: 'Export', exact: true }).click()
    const other = page2.getByRole('dialog', { name: 'Export anomalies' })
    await chooseBy(other, 'Datastore', nameOf(source))
    await answered(page2)
    assert.ok(await other.getByRole('button', { name: 'Start' }).isDisabled(), 'a Viewer starts no run')
    await assertAccessible(page2)
    await page2.close()
    await page.close()
    assertQuiet()
  })

  test('what a list shows is saved as CSV by its filter, and nothing in it is run by a spreadsheet', async () => {
    const { app, open, assertQuiet } = shared()
    const mine = await app.source({ 'deep, dark.csv': csv(['id', 'size'], [[1, -1]]) })
    const container = 'deep, dark.csv'
    const description = '=HYPERLINK("http://127.0.0.1","x")'
    const id = await app.check(mine, container, { rule: 'notNegative', fields: ['size'], description })
    await app.check(mine, container, { rule: 'notNull', fields: ['id'] })
    await app.scan(mine)
    const { body: found } = await app.ask('GET', `/api/anomalies?datastore=${mine.datastore_id}`)
    const page = await open(`/checks?datastore=${mine.datastore_id}&rule_type=notNegative`)
    const saved = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as CSV' }).click(),
      ])
      const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
      const [head = '', ...rest] = lines.slice(0, -1)
      return { name: download.suggestedFilename(), head, lines: rest }
    }
    const checks = await saved()
    assert.equal(checks.name, 'checks.csv')
    assert.equal(checks.lines.length, 1, 'the filter of the list counts')
    const [line = ''] = checks.lines
    assert.ok(line.startsWith(`${id},Active,notNegative,"'=HYPERLINK(""http://127.0.0.1"",""x"")",`), line)
    assert.match(line, /"deep, dark\.csv",size,/)
    await page.goto(`${shared().url}/console/anomalies?datastore=${mine.datastore_id}`)
    const anomalies = await saved()
    assert.match(anomalies.head, /^id,status,weight,message,/)
    assert.deepEqual(
      anomalies.lines.map((line) => line.split(',', 2)),
      [[String(found.items[0].id), 'Active']],
    )
    await page.close()
    assertQuiet()
  })

  test('an export and a copy are scheduled, and their settings changed', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open('/schedules', { token: editor })
    const form = page.getByRole('region', { name: 'New schedule' })
    await form.getByLabel('What').selectOption('Export')
    await chooseBy(form, 'Datastore', nameOf(source))
    await form.getByLabel('Name (optional)').fill('Nightly')
    await form.getByText('Settings of its runs').click()
    await form.getByLabel('Tables and files').selectOption('those that I choose')
    await form.getByRole('checkbox', { name: 'one.csv' }).check()
    await form.getByLabel('What is written').selectOption('profiles of fields')
    await form.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByText('The schedule is on.').waitFor()
    const read = async () =>
      (await app.ask('GET', `/api/operations/schedule?datastore=${source.datastore_id}`)).body.items[0]
    const made = await read()
    assert.deepEqual([made.type, made.asset_type, made.container_ids], ['export', 'profiles', [one]])

    await page.getByRole('button', { name: 'Change Nightly' }).click()
    const sheet = page.getByRole('dialog', { name: 'Change Nightly' })
    await sheet.getByRole('checkbox', { name: 'two.csv' }).check()
    await sheet.getByLabel('Also those of fields that are missing or excluded').check()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    const changed = await read()
    assert.deepEqual(
      [changed.asset_type, changed.container_ids.length, changed.include_deleted],
      ['profiles', 2, true],
    )
    await app.ask('DELETE', `/api/operations/schedule/${made.id}`)
    await page.close()
    assertQuiet()
  })
}

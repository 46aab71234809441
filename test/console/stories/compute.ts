import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { doOfMore, keepPictures } from '../../harness/page-look.ts'
import { TrinoDouble } from '../../harness/trino-double.ts'

/** Who evaluates the files of a datastore. The double of Trino knows nothing of SQL; it is reached, and has every schema. */
export function compute(shared: () => ConsoleInBrowser): void {
  const trino = new TrinoDouble()
  before(() => trino.listen())
  after(() => trino.close())

  test('a Manager gives the files of a datastore to Trino and back, and the page says who evaluates them', async () => {
    const { app, open } = shared()
    const { body: engine } = await app.ask('POST', '/api/connections', {
      type: 'trino',
      name: 'Engine',
      host: '127.0.0.1',
      port: trino.port,
      username: 'assay',
      parameters: { sslmode: 'disable' },
    })
    const page = await open('/datastores/1', { refused: [422] })
    const fact = page.locator('dl.facts > div').filter({ hasText: 'Evaluated by' })
    await fact.getByText('this service').waitFor()
    await doOfMore(page, 'Change the compute')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Evaluated by').selectOption('Engine')
    await sheet.getByLabel('Catalog of files').fill('hive')
    await sheet.getByLabel('Schema that holds nothing else').fill('assay_scratch')
    await sheet.getByLabel('The datastore’s root').fill('no address')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.locator('.problem').filter({ hasText: 'compute.location does not fit' }).waitFor()
    await assertAccessible(page)
    await sheet.getByLabel('The datastore’s root').fill('local:///lake')
    assert.equal(await sheet.locator('.problem').count(), 0)
    await keepPictures(page, '/datastore-compute-sheet')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await fact.getByText('Engine, at local:///lake, with tables in hive.assay_scratch').waitFor()
    await keepPictures(page, '/datastore-compute')
    const { body: given } = await app.ask('GET', '/api/datastores/1')
    assert.deepEqual(given.compute, {
      connection_id: engine.id,
      catalog: 'hive',
      schema: 'assay_scratch',
      location: 'local:///lake',
    })
    await doOfMore(page, 'Change the compute')
    assert.equal(await sheet.getByLabel('Schema that holds nothing else').inputValue(), 'assay_scratch')
    await sheet.getByLabel('Evaluated by').selectOption('this service')
    assert.equal(await sheet.getByLabel('Catalog of files').count(), 0)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await fact.getByText('this service').waitFor()
    const { body: back } = await app.ask('GET', '/api/datastores/1')
    assert.equal(back.compute, null)
    assert.equal((await app.ask('DELETE', `/api/connections/${engine.id}`)).status, 204)
    await page.close()

    const token = await app.user('Member', { Editor: [1] })
    const member = await open('/datastores/1', { token })
    await member.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await member
      .getByRole('menuitem', { name: 'Change the compute', disabled: true })
      .getByText('This needs the role Manager; you are a Member.')
      .waitFor()
    await member.close()
    shared().assertQuiet()
  })
}

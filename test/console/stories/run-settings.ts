import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { keepPictures } from '../../harness/page-look.ts'

/** Runs that are started or scheduled with other settings than the usual. */
export function runSettings(shared: () => ConsoleInBrowser): void {
  test('an Editor starts a scan of chosen files with settings, and reads there what was wrong with one', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n2\n', 'two.csv': 'id\n1\n' })
    const id = source.datastore_id
    await app.check(source, 'one.csv', {
      rule: 'satisfiesExpression',
      fields: ['id'],
      properties: { expression: 'id < {{ limit }}' },
      description: 'Below the limit of the run',
    })
    const token = await app.user('Member', { Editor: [id] })
    const page = await open(`/datastores/${id}`, { token, refused: [422] })
    await page.getByRole('button', { name: 'Run with settings' }).click()
    const sheet = page.getByRole('dialog')
    const start = sheet.getByRole('button', { name: 'Start' })
    await sheet.getByLabel('Tables and files').selectOption('names')
    await sheet.getByRole('checkbox', { name: 'two.csv' }).waitFor()
    assert.ok(await start.isDisabled(), 'nothing is chosen yet')
    await sheet.getByRole('checkbox', { name: 'one.csv' }).check()
    await sheet.getByLabel('Rows of a partition at most').fill('1')
    await sheet.getByLabel(/^Only rows that are new/).check()
    await sheet.getByLabel('Above this time').fill('yesterday')
    await sheet.getByLabel('Read files again').check()
    const variables = sheet.getByLabel(/^Variables of checks/)
    await variables.fill('limit 2')
    assert.ok(await start.isDisabled(), 'a line is no variable')
    await variables.fill('limit = 2')
    await assertAccessible(page)
    await keepPictures(page, '/run-with-settings')
    await start.click()
    await sheet.locator('.field .problem').filter({ hasText: '"yesterday" is no moment' }).waitFor()
    await sheet.getByLabel(/^Only rows that are new/).uncheck()
    await start.click()
    await page.waitForURL(/\/runs\/\d+$/)
    const run = await app.ended(Number(page.url().split('/').at(-1)))
    assert.equal(run.result, 'success')
    assert.deepEqual(
      [run.container_names, run.max_records_analyzed_per_partition, run.force, run.incremental],
      [['one.csv'], 1, true, false],
    )
    assert.deepEqual(run.check_variables, { limit: '2' })
    await page.close()
    assertQuiet()
  })

  test('a run of one file with settings is of that file, and a profile has settings of its own', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n', 'two.csv': 'id\n1\n' })
    const container = (await app.containers(source)).get('two.csv')
    const page = await open(`/containers/${container}`)
    await page.getByRole('button', { name: 'Run with settings' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Kind of run').selectOption('Profile')
    assert.deepEqual(await sheet.getByLabel('Kind of run').locator('option').allInnerTexts(), [
      'Scan',
      'Profile',
    ])
    assert.equal(await sheet.getByLabel('Tables and files').count(), 0)
    await sheet.getByLabel('Checks that are inferred').selectOption('off')
    await sheet.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL(/\/runs\/\d+$/)
    const run = await app.ended(Number(page.url().split('/').at(-1)))
    assert.deepEqual([run.type, run.container_names, run.ai_effort], ['profile', ['two.csv'], 'off'])
    await page.close()
    assertQuiet()
  })

  test('a schedule is made of what has a tag', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n' })
    const page = await open('/schedules')
    const form = page.getByRole('region', { name: 'New schedule' })
    await form.getByLabel('Datastore').selectOption(String(source.datastore_id))
    await form.getByText('Settings of its runs').click()
    await form.getByLabel('Tables and files').selectOption('tags')
    await form.getByRole('checkbox', { name: 'kept for a year' }).check()
    await form.getByLabel(/^Only rows that are new/).check()
    await assertAccessible(page)
    await keepPictures(page, '/schedules-settings')
    await form.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByText('The schedule is on.').waitFor()
    const { body } = await app.ask('GET', `/api/operations/schedule?datastore=${source.datastore_id}`)
    const [made] = body.items
    assert.deepEqual([made.container_tags, made.incremental], [['kept for a year'], true])
    await app.ask('DELETE', `/api/operations/schedule/${made.id}`)
    await page.close()
    assertQuiet()
  })
}

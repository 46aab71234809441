import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { chooseBy, doOfMore, keepPictures } from '../../harness/page-look.ts'
import { nameOf } from '../../harness/working-app.ts'

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
    await doOfMore(page, 'Run with settings')
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
    await sheet.getByLabel('Name of the run').fill('With care')
    await sheet.getByLabel('Checks that are judged').selectOption('all but those of volume')
    await sheet.getByLabel('Failing rows in the enrichment datastore').selectOption('none are put aside')
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
    assert.deepEqual(
      [run.name, run.check_categories, run.remediation],
      ['With care', ['data_integrity'], 'none'],
    )
    await page.close()
    assertQuiet()
  })

  test('a run of one file with settings is of that file, and a profile has settings of its own', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n', 'two.csv': 'id\n1\n' })
    const container = (await app.containers(source)).get('two.csv')
    const page = await open(`/containers/${container}`)
    await doOfMore(page, 'Run with settings')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Kind of run').selectOption('Profile')
    assert.deepEqual(await sheet.getByLabel('Kind of run').locator('option').allInnerTexts(), [
      'Scan',
      'Profile',
    ])
    assert.equal(await sheet.getByLabel('Tables and files').count(), 0)
    await sheet.getByLabel('Checks that are inferred').selectOption('off')
    await sheet.getByLabel(/^Rows held out at most/).fill('20')
    await sheet.getByLabel(/^Share of the rows/).fill('0.25')
    await sheet.getByLabel(/^Correlations kept/).fill('0.9')
    await sheet.getByLabel(/^Values of a field with a bucket/).fill('7')
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL(/\/runs\/\d+$/)
    const run = await app.ended(Number(page.url().split('/').at(-1)))
    assert.deepEqual([run.type, run.container_names, run.ai_effort], ['profile', ['two.csv'], 'off'])
    const { max_count_testing_sample, percent_testing_threshold } = run
    const { high_correlation_threshold, histogram_max_distinct_values } = run
    assert.deepEqual(
      [
        max_count_testing_sample,
        percent_testing_threshold,
        high_correlation_threshold,
        histogram_max_distinct_values,
      ],
      [20, 0.25, 0.9, 7],
    )
    await page.close()
    assertQuiet()
  })

  test('a double click starts one run', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n' })
    const page = await open(`/datastores/${source.datastore_id}`)
    await page.getByRole('button', { name: 'Scan all of it' }).dblclick()
    await page.waitForURL(/\/runs\/\d+$/)
    await app.ended(Number(page.url().split('/').at(-1)))
    const { body } = await app.ask(
      'GET',
      `/api/operations?datastore=${source.datastore_id}&operation_type=scan`,
    )
    assert.equal(body.total, 1)
    await page.close()
    assertQuiet()
  })

  test('a sync finds tables only', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n' })
    const page = await open(`/datastores/${source.datastore_id}`)
    await doOfMore(page, 'Run with settings')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Kind of run').selectOption('Sync')
    await sheet.getByLabel('Found in a database').selectOption('tables only')
    await sheet.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL(/\/runs\/\d+$/)
    const run = await app.ended(Number(page.url().split('/').at(-1)))
    assert.deepEqual([run.type, run.include], ['sync', ['table']])
    await page.close()
    assertQuiet()
  })

  test('the settings of a schedule are changed, and what the sheet does not show stays', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n', 'two.csv': 'id\n1\n' })
    const { body: made } = await app.ask('POST', '/api/operations/schedule', {
      type: 'scan',
      datastore_id: source.datastore_id,
      name: 'By hand',
      crontab: '0 3 * * *',
      container_ids: [(await app.containers(source)).get('one.csv')],
      check_variables: { limit: 2 },
      incremental: true,
      greater_than_batch: 5,
      archive_duplicate_anomalies: true,
    })
    const read = async () => (await app.ask('GET', `/api/operations/schedule/${made.id}`)).body
    const token = await app.user('Member', { Editor: [source.datastore_id] })
    const page = await open('/schedules', { token, refused: [422] })
    const sheet = page.getByRole('dialog', { name: 'Change By hand' })
    const change = async (write: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Change By hand' }).click()
      await sheet.getByLabel('Tables and files').waitFor()
      await write()
      await sheet.getByRole('button', { name: 'Save' }).click()
      await sheet.waitFor({ state: 'detached' })
    }
    await change(async () => {
      assert.equal(await sheet.getByLabel('Tables and files').inputValue(), 'ids')
      assert.equal(await sheet.getByLabel(/^Variables of checks/).inputValue(), 'limit = 2')
      await sheet.getByLabel('Crontab').fill('0 4 * * *')
      await assertAccessible(page)
      await keepPictures(page, '/schedules-change-settings')
      await page.setViewportSize({ width: 1280, height: 800 })
    })
    const { crontab, container_ids, check_variables, incremental, greater_than_batch } = await read()
    assert.deepEqual(
      [crontab, container_ids, check_variables, incremental, greater_than_batch],
      ['0 4 * * *', made.container_ids, { limit: 2 }, true, 5],
    )
    await change(async () => {
      await sheet.getByLabel('Tables and files').selectOption('names')
      await sheet.getByRole('checkbox', { name: 'two.csv' }).check()
      await sheet.getByLabel('Checks that are judged').selectOption('those of volume only')
      await sheet.getByLabel('Above this number').fill('')
      await sheet.getByLabel('Above this time').fill('yesterday')
      await sheet.getByRole('button', { name: 'Save' }).click()
      await sheet.locator('.field .problem').filter({ hasText: '"yesterday" is no moment' }).waitFor()
      await sheet.getByLabel(/^Only rows that are new/).uncheck()
    })
    const after = await read()
    assert.deepEqual(
      [after.container_names, after.container_ids, after.check_categories, after.archive_duplicate_anomalies],
      [['two.csv'], null, ['metadata'], true],
    )
    assert.deepEqual(
      [after.incremental ?? false, after.greater_than_batch, after.greater_than_time],
      [false, null, null],
    )
    await app.ask('DELETE', `/api/operations/schedule/${made.id}`)
    await page.close()
    assertQuiet()
  })

  test('a schedule whose variables are no lines is changed all the same, and keeps them', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n' })
    const check_variables = { 'two words': 'x\ny', large: 1e300 }
    const { body: made } = await app.ask('POST', '/api/operations/schedule', {
      type: 'scan',
      datastore_id: source.datastore_id,
      name: 'Odd',
      crontab: '0 3 * * *',
      check_variables,
    })
    const page = await open('/schedules')
    await page.getByRole('button', { name: 'Change Odd' }).click()
    const sheet = page.getByRole('dialog')
    const variables = sheet.getByLabel(/^Variables of checks/)
    const save = sheet.getByRole('button', { name: 'Save' })
    const before = await variables.inputValue()
    await variables.fill('no line')
    assert.ok(await save.isDisabled())
    await variables.fill(before)
    await sheet.getByLabel('Crontab').fill('0 4 * * *')
    await save.click()
    await sheet.waitFor({ state: 'detached' })
    const { body: kept } = await app.ask('GET', `/api/operations/schedule/${made.id}`)
    assert.deepEqual([kept.crontab, kept.check_variables], ['0 4 * * *', check_variables])
    await app.ask('DELETE', `/api/operations/schedule/${made.id}`)
    await page.close()
    assertQuiet()
  })

  test('a schedule is made of what has a tag', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id\n1\n' })
    const page = await open('/schedules')
    const form = page.getByRole('region', { name: 'New schedule' })
    await chooseBy(form, 'Datastore', nameOf(source))
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

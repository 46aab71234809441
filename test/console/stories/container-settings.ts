import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { doOfMore, isWider, keepPictures } from '../../harness/page-look.ts'

/** How tables and files are read, measured and noted. */
export function containerSettings(shared: () => ConsoleInBrowser): void {
  test('an Editor changes how a file is read, and what is left alone stays as it is', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id;day;name\n1;2026-01-01;a\n2;2026-01-02;b\n' })
    const id = (await app.containers(source)).get('one.csv')
    await app.ask('PUT', `/api/containers/${id}`, { additional_metadata: { cost: 12 } })
    const token = await app.user('Member', { Editor: [source.datastore_id] })
    const page = await open(`/containers/${id}`, { token, refused: [422] })
    const sheet = page.getByRole('dialog', { name: 'Settings of one.csv' })
    const openSheet = () => doOfMore(page, 'Change its settings')
    await openSheet()
    const save = sheet.getByRole('button', { name: 'Save' })
    await sheet.getByLabel('Description').fill('Orders of the shop')
    await sheet.getByRole('checkbox', { name: 'kept for a year' }).check()
    const increment = sheet.getByLabel('Field that shows which rows are new')
    assert.deepEqual(await increment.locator('option').allInnerTexts(), ['none', 'id', 'day'])
    await increment.selectOption('day')
    await sheet.getByLabel('What that field is').selectOption('a time of change')
    await sheet.getByLabel('Field in whose ranges').selectOption('id')
    await sheet.getByLabel('A row is recognised by').selectOption('the fields that I choose')
    assert.ok(await save.isDisabled(), 'no field of the key is chosen')
    await sheet.getByRole('group', { name: 'Fields of the key' }).getByLabel('id').check()
    await sheet.getByRole('button', { name: 'Add a grouping for profiles' }).click()
    await sheet
      .getByRole('group', { name: /^Grouping 1/ })
      .getByLabel('name')
      .check()
    await sheet.getByLabel(/^Measure when it was modified/).check()
    await assertAccessible(page)
    await keepPictures(page, '/container-settings')
    await page.setViewportSize({ width: 1280, height: 800 })
    await sheet.getByText('How its files are written').click()
    await sheet.getByLabel('Character between values').fill(';')
    await sheet.getByLabel('Character around values').fill(';')
    await sheet.getByLabel(/^Values that stand for NULL/).fill('a\n\n-')
    await assertAccessible(page)
    await save.click()
    await sheet.locator('.field .problem').filter({ hasText: 'The same character cannot both' }).waitFor()
    await keepPictures(page, '/container-settings-refused')
    await page.setViewportSize({ width: 1280, height: 800 })
    await sheet.getByLabel('Nothing is quoted').check()
    await save.click()
    await page.getByText('The settings of one.csv are changed.').waitFor()
    await page.getByRole('main').getByText('Orders of the shop').waitFor()
    await page.getByRole('main').getByText('kept for a year').waitFor()
    const read = async () => (await app.ask('GET', `/api/containers/${id}`)).body
    const kept = await read()
    const { incremental_field_name, incremental_identifier_type, partition_field } = kept
    assert.deepEqual(
      [incremental_field_name, incremental_identifier_type, partition_field],
      ['day', 'last-modified', 'id'],
    )
    const { key_fields, key_fields_origin, group_by_fields } = kept
    assert.deepEqual([key_fields, key_fields_origin, group_by_fields], [['id'], 'set', [['name']]])
    const { volumetric_tracking_enabled, freshness_tracking_enabled, additional_metadata } = kept
    assert.deepEqual(
      [volumetric_tracking_enabled, freshness_tracking_enabled, additional_metadata],
      [true, true, { cost: 12 }],
    )
    const { delimiter, quote_character, null_tokens, has_header } = kept
    assert.deepEqual(
      [delimiter, quote_character, null_tokens, has_header ?? null],
      [';', '', ['a', '-'], null],
    )

    await openSheet()
    assert.equal(
      await sheet.getByLabel('Character between values').inputValue(),
      ';',
      'what is said is shown',
    )
    await increment.selectOption('none')
    await sheet.getByLabel('A row is recognised by').selectOption('all its values')
    await sheet.getByRole('button', { name: 'Take grouping 1 away' }).click()
    await sheet.getByLabel('Character between values').fill('')
    await save.click()
    await sheet.waitFor({ state: 'detached' })
    const cleared = await read()
    assert.deepEqual(
      [cleared.incremental_field_name, cleared.incremental_identifier_type, cleared.partition_field],
      [null, null, 'id'],
    )
    assert.deepEqual([cleared.key_fields, cleared.key_fields_origin], [[], 'set'])
    assert.deepEqual([cleared.group_by_fields, cleared.delimiter ?? null], [[], null])
    assert.deepEqual(cleared.null_tokens, ['a', '-'])
    await page.close()
    assertQuiet()
  })

  test('a narrow sheet of settings holds long names, unfolds where a line is wrong, and is sent once', async () => {
    const { app, open, assertQuiet } = shared()
    const long = 'a_name_without_any_blank_in_it_that_goes_on_and_on_and_on_and_on_for_ever'
    const source = await app.source({ 'one.csv': `id,${long}\n1,2\n` })
    const id = (await app.containers(source)).get('one.csv')
    await app.ask('PUT', `/api/containers/${id}`, { key_fields: [long], group_by_fields: [['id', long]] })
    const page = await open(`/containers/${id}`, { viewport: { width: 390, height: 844 } })
    const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
    await more.press('Enter')
    await page.getByRole('menuitem', { name: 'Change its settings' }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Settings of one.csv' })
    await sheet.getByLabel('Description').fill('Kept once')
    assert.equal(await page.evaluate(isWider), false)
    const isDialogWider =
      "(([one]) => one.scrollWidth > one.clientWidth)(document.querySelectorAll('.dialog'))"
    assert.equal(await page.evaluate(isDialogWider), false)
    const fold = sheet.getByText('How its files are written')
    const skipped = sheet.getByLabel('Lines before the header')
    await fold.click()
    await skipped.fill('-1')
    await fold.click()
    await skipped.waitFor({ state: 'hidden' })
    const save = sheet.getByRole('button', { name: 'Save' })
    await save.click()
    await skipped.waitFor()
    assert.ok(await skipped.evaluate((one) => one === one.ownerDocument.activeElement))
    await skipped.fill('')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url())
    })
    await save.dblclick()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('main').getByText('Kept once').waitFor()
    assert.equal(sent.length, 1)
    assert.ok(await more.evaluate((one) => one === one.ownerDocument.activeElement), 'one is where one was')
    const { body: kept } = await app.ask('GET', `/api/containers/${id}`)
    assert.deepEqual([kept.key_fields, kept.group_by_fields], [[long], [['id', long]]])
    await page.close()
    assertQuiet()
  })

  test('the columns of a computed file are changed, and fields that checks name only when that is said', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'one.csv': 'id,name\n1,a\n2,b\n' })
    const made = await app.ask('POST', '/api/containers', {
      container_type: 'computed_file',
      name: 'names',
      datastore_id: source.datastore_id,
      source_container_id: (await app.containers(source)).get('one.csv'),
      select_clause: 'id, name',
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await app.check(source, 'names', { rule: 'notNull', fields: ['name'] })
    const page = await open(`/containers/${made.body.id}`, { refused: [409, 422] })
    await doOfMore(page, 'Change its settings')
    const sheet = page.getByRole('dialog', { name: 'Settings of names' })
    const save = sheet.getByRole('button', { name: 'Save' })
    await sheet.getByLabel('Columns').fill('nothing_of_it')
    await save.click()
    await sheet.locator('.field .problem').filter({ hasText: 'nothing_of_it' }).waitFor()
    await sheet.getByLabel('Columns').fill('id')
    await save.click()
    await sheet.getByRole('alert').waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/container-settings-computed')
    await page.setViewportSize({ width: 1280, height: 800 })
    await sheet.getByLabel(/^Drop fields that it has no more/).check()
    await sheet.getByLabel('Name', { exact: true }).fill('ids')
    await save.click()
    await page.getByRole('heading', { name: 'ids', exact: true }).waitFor()
    const { body: fields } = await app.ask('GET', `/api/containers/${made.body.id}/fields?status=active`)
    assert.deepEqual(
      fields.map(({ name }: { name: string }) => name),
      ['id'],
    )
    await page.close()
    assertQuiet()
  })
}

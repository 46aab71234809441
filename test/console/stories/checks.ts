import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { chooseBy, isWider } from '../../harness/page-look.ts'

/** The list of checks, a check, and the place where it is written. */
export function checks(shared: () => ConsoleInBrowser): void {
  test('a check that is written is tried on the rows before it is kept, and shows the rows that fail it as a draft', async () => {
    const page = await shared().open('/checks')
    await page.getByRole('link', { name: 'New check' }).click()
    // The list that is left has a filter of the same name.
    await page.getByRole('heading', { name: 'New check' }).waitFor()
    await chooseBy(page.getByRole('main'), 'Datastore', 'source 1')
    await chooseBy(page.getByRole('main'), 'Table or file', 'orders.csv')
    await page.getByLabel(/^amount/).check()
    await page.getByRole('searchbox', { name: /^Rule/ }).fill('bounds')
    await page.getByRole('button', { name: /^Between/ }).click()
    await page.getByText('✕ fails').first().waitFor()
    await page.getByLabel('Min (optional)', { exact: true }).fill('1')
    await page.getByText('3 of 40 rows fail, 7.5 %.').waitFor()
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page
      .getByRole('cell', { name: /^-1 fails/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Save and activate' }).click()
    await page.getByRole('heading', { name: 'Between of amount: min 1' }).waitFor()
    await page.getByText('No scan has looked since it was made').waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('the form of a check names what is taken where nothing is chosen, has each comparison once, and says of a refused trial only why', async () => {
    const page = await shared().open('/checks/new', { refused: [422] })
    const main = page.getByRole('main')
    await chooseBy(main, 'Datastore', 'source 1')
    await chooseBy(main, 'Table or file', 'orders.csv')
    await page.getByLabel(/^amount/).check()
    const choose = async (words: string, rule: RegExp) => {
      await page.getByRole('searchbox', { name: /^Rule/ }).fill(words)
      await page.getByRole('button', { name: rule }).click()
    }
    await choose('greater', /^Greater Than\b(?! Field)/)
    const inclusive = page.getByLabel('Inclusive (optional)')
    assert.deepEqual(await inclusive.locator('option').allInnerTexts(), ['no (default)', 'yes', 'no'])
    await main.getByText('Whether the bound itself passes.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Take another rule' }).click()
    await choose('distinct', /^Distinct Count/)
    assert.deepEqual(await page.getByLabel('Comparison (optional)').locator('option').allInnerTexts(), [
      'equal to (default)',
      'less than',
      'less than or equal to',
      'equal to',
      'greater than or equal to',
      'greater than',
    ])
    await page.getByLabel('Value', { exact: true }).fill('-1')
    const refused = main.getByRole('alert')
    await refused.waitFor()
    assert.doesNotMatch(await refused.innerText(), /invalid|Code/)
    await page.close()
    shared().assertQuiet()
  })

  test('the list of checks is narrowed by verdict, its address keeps that, and an archived check comes back', async () => {
    const page = await shared().open('/checks')
    await page.getByLabel('Verdict').selectOption('failed')
    await page.waitForURL(/last_result=failed/)
    await page.reload()
    await page.locator('[data-index="0"]').waitFor()
    assert.equal(await page.evaluate(isWider), false, 'all columns are in sight on a screen of 1280')
    await page.getByRole('link', { name: 'No amount is negative' }).click()
    await page.getByText('3 of 40 rows fail.').waitFor()
    await page.getByRole('button', { name: /^Archive/ }).click()
    await page.getByRole('menuitem', { name: 'as no longer needed' }).click()
    await page.getByText('1 check archived as Archived').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByRole('definition')
      .filter({ hasText: /^Active$/ })
      .waitFor()
    assert.equal((await shared().app.ask('GET', '/api/anomalies/1')).status, 200, 'its anomalies stayed')
    await page.close()
    shared().assertQuiet()
  })

  test('the list of checks is put in another order, which its address and its tabs keep', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'order.csv': 'id\n-1\n-2\n' })
    const [quiet, loud] = ['zeal', 'anger']
    const make = (description: string, rule: string, properties = {}) =>
      app.check(source, 'order.csv', { description, rule, fields: ['id'], properties })
    await make(quiet, 'notNull')
    await make(loud, 'notNegative')
    await app.scan(source)
    const page = await open(`/checks?datastore=${source.datastore_id}`)
    const first = page.locator('[data-index="0"]')
    await first.getByText(quiet).waitFor()
    await page.getByLabel('Order').selectOption('most open anomalies first')
    await first.getByText(loud).waitFor()
    await page.getByRole('link', { name: /^Draft/ }).click()
    await page.getByRole('link', { name: /^Active/ }).click()
    await first.getByText(loud).waitFor()
    await page.getByLabel('Order').selectOption('by name')
    await page.waitForURL(({ search }) => search.includes('order=name'))
    await page.reload()
    await first.getByText(loud).waitFor()
    await page.close()
    assertQuiet()
  })

  test('an earlier version of a check is restored after a look at what that changes, and the restoring is undone', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'versions.csv': 'id\n1\n' })
    const first = {
      rule: 'between',
      fields: ['id'],
      properties: { min: 1, max: 9 },
      description: 'One to nine',
    }
    const id = await app.check(source, 'versions.csv', first)
    const now = async () => (await app.ask('GET', `/api/quality-checks/${id}`)).body
    const { body: heir } = await app.ask('GET', '/api/users/me', undefined, await app.user('Admin'))
    const change = {
      properties: { min: 1 },
      filter: 'id > 0',
      coverage: 0.99,
      status: 'Draft',
      description: 'From one on',
    }
    assert.equal((await app.ask('PUT', `/api/quality-checks/${id}`, change)).status, 200)

    const page = await open(`/checks/${id}`)
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    const sheet = page.getByRole('dialog', { name: 'Restore version 1?' })
    assert.deepEqual(await sheet.getByRole('listitem').allInnerTexts(), [
      'Description: From one on → One to nine',
      'Filter: id > 0 → none',
      'Share of rows that has to hold: 99 % → 100 %',
      'Max: none → 9',
    ])
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('heading', { name: 'One to nine' }).waitFor()
    const restored = await now()
    assert.deepEqual(
      [restored.properties, restored.filter, restored.status],
      [first.properties, null, 'Draft'],
      'its status is not of what a version is restored for',
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'From one on' }).waitFor()
    assert.equal((await now()).filter, 'id > 0')

    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('link', { name: 'Edit and try it first' }).click()
    await page.getByText('It begins as it was in version 1; nothing of that is saved yet').waitFor()
    assert.equal(await page.getByLabel('Max (optional)', { exact: true }).inputValue(), '9')
    await chooseBy(page.getByRole('main'), 'New anomalies go to', heir.user_name)
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.waitForURL(({ search }) => search === '')
    const saved = await now()
    assert.deepEqual([saved.properties, saved.default_anomaly_assignee.id], [first.properties, heir.id])
    assert.equal(saved.owner.id, restored.owner.id)
    await page.close()
    assertQuiet()
  })

  test('all checks of a list are archived together after a plan of it, and undone', async () => {
    const { app, open } = shared()
    const page = await open('/checks?search=No%20amount')
    const standing = async () => {
      const { body } = await app.ask('GET', '/api/quality-checks?search=No%20amount&archived=include')
      return body.items.map(({ status }: { status: string }) => status)
    }
    await page.getByRole('button', { name: 'Change all 1' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('Discarded')
    await page.getByText('1 check would be changed.').waitFor()
    assert.deepEqual(await standing(), ['Active'], 'a plan changes nothing')
    await page.getByRole('button', { name: 'Change 1', exact: true }).click()
    await page.getByText('1 check changed.').waitFor()
    assert.deepEqual(await standing(), ['Discarded'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 check is as before.').waitFor()
    assert.deepEqual(await standing(), ['Active'])
    await page.close()
    shared().assertQuiet()
  })

  test('keys act on the check that has the focus, which follows it through the list and stays in the list when it leaves', async () => {
    const { app, open } = shared()
    const source = await app.source({ 'keys.csv': 'id,pieces\n1,2\n' })
    const ids: number[] = []
    for (const rule of ['notNull', 'unique', 'notNegative'])
      ids.push(await app.check(source, 'keys.csv', { rule, fields: ['pieces'], description: `Key ${rule}` }))
    const stands = async () => {
      const { body } = await app.ask(
        'GET',
        `/api/quality-checks?datastore=${source.datastore_id}&archived=include`,
      )
      const checks = new Map(body.items.map(({ id, status }: { id: number; status: string }) => [id, status]))
      return ids.map((id) => checks.get(id))
    }
    const page = await open(`/checks?datastore=${source.datastore_id}`)
    const focused = (id: number) => page.locator(`.rows > .tr:focus a[href$="/checks/${id}"]`).waitFor()
    await page.locator('[data-index="2"]').focus()
    await focused(ids[2] ?? 0)
    // Somebody else takes one away above it.
    await app.ask('PATCH', '/api/quality-checks', [{ id: ids[0], status: 'Draft' }])
    await page.locator('[role=grid][aria-rowcount="3"]').waitFor()
    await focused(ids[2] ?? 0)
    await page.keyboard.press('Shift+A')
    await page.locator('[role=grid][aria-rowcount="2"]').waitFor()
    await focused(ids[1] ?? 0)
    await page.keyboard.press('d')
    await page.getByRole('heading', { name: 'No check is like that' }).waitFor()
    assert.deepEqual(await stands(), ['Draft', 'Draft', 'Archived'])
    await page.close()
    shared().assertQuiet()
  })

  test('a check that was written and not saved is left only by who says so, and is no longer asked about once it is saved', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open('/containers/1')
    await page.getByRole('main').getByRole('link', { name: 'New check' }).first().click()
    await page.getByLabel(/^amount/).waitFor()
    await page.getByRole('link', { name: 'Checks', exact: true }).click()
    await page.getByRole('heading', { name: 'Checks' }).waitFor()
    await page.goBack()
    await page.getByLabel(/^amount/).check()
    await page.getByRole('button', { name: /^Not Null/ }).click()
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Leave without saving?' })
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Go on writing' }).click()
    await page.getByText('All 40 rows hold.').waitFor()
    await page.goBack()
    await sheet.getByRole('button', { name: 'Go on writing' }).click()
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await page.waitForURL(/checks\/\d+\/edit/)
    const id = new URL(page.url()).pathname.split('/').at(-2)
    await page.getByLabel('What it says, in words').fill('Somebody wrote this')
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await sheet.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Runs' }).waitFor()
    await page.close()
    const { body } = await app.ask('GET', `/api/quality-checks/${id}`)
    assert.notEqual(body.description, 'Somebody wrote this')
    assert.equal((await app.ask('DELETE', `/api/quality-checks/${id}?archive=false`)).status < 300, true)
    assertQuiet()
  })

  test('a trial that was stopped stays so until it is asked for, and is dimmed while the form cannot be tried', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/checks/new?container=1')
    await page.clock.install()
    let trials = 0
    page.on('request', (request) => void (trials += request.url().endsWith('/validate') ? 1 : 0))
    await page.getByRole('button', { name: /^Satisfies Expression/ }).click()
    const expression = page.getByRole('textbox', { name: 'Expression' })
    await expression.fill('amount > 5')
    await page.getByText(/rows fail/).waitFor()
    const outcome = page.getByRole('region', { name: 'Trial' })
    assert.equal(await outcome.locator('.old').count(), 0)
    await expression.fill('')
    await page.clock.fastForward(1_000)
    await outcome
      .locator('.old')
      .getByText(/rows fail/)
      .waitFor()

    await expression.fill('(select count(*) from range(id * 1000000000000)) >= 0')
    await page.getByRole('button', { name: 'Stop' }).click()
    const before = trials
    await page.clock.fastForward(5_000)
    await page.getByRole('button', { name: 'Try it now' }).waitFor()
    assert.equal(trials, before)
    await expression.fill('amount > 6')
    await page.clock.fastForward(1_000)
    await page.getByText(/rows fail/).waitFor()
    await page.close()
    assertQuiet()
  })
}

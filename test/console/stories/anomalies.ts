import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { chooseBy, keepPictures, showsValue } from '../../harness/page-look.ts'
import { csv } from '../../harness/working-app.ts'

/** The inbox and a finding. */
export function anomalies(shared: () => ConsoleInBrowser): void {
  test('text of a source that is a program is shown and not run', async () => {
    const page = await shared().open('/anomalies')
    await page.getByText('onerror').first().click()
    await page.getByText('<script>').first().waitFor()
    assert.equal(await page.evaluate('window.caught'), undefined)
    await page.close()
    shared().assertQuiet()
  })

  test('the failing cell of a row is marked, also for whoever listens, and numbers keep their digits', async () => {
    const page = await shared().open('/anomalies')
    await page
      .getByRole('link', { name: /amount/ })
      .first()
      .click()
    const failing = page.getByRole('cell', { name: /-1 fails: No amount is negative/ }).first()
    await failing.waitFor()
    await page.waitForURL(({ pathname, search }) => /anomalies\/\d+$/.test(pathname) && search === '')
    assert.match(await page.getByRole('row').nth(1).innerText(), /9007199254740993/)
    await page.getByRole('link', { name: '3 open anomalies of “No amount is negative”' }).click()
    await page.waitForURL(/anomalies\?quality_check=/)
    await page.locator('[data-index="2"]').waitFor()
    assert.equal(await page.locator('[data-index="3"]').count(), 0)
    await page.close()
  })

  test('an acknowledged anomaly is counted as an open one wherever open ones are, and one is no several', async () => {
    const { app, open, url, assertQuiet } = shared()
    const source = await app.source({ 'alone.csv': 'id\n-1\n' })
    const check = await app.check(source, 'alone.csv', { rule: 'notNegative', fields: ['id'] })
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    await app.ask('PUT', `/api/anomalies/${body.items[0].id}`, { status: 'Acknowledged' })
    const token = await app.user('Member', { Viewer: [source.datastore_id] })
    const page = await open('/overview', { token, viewport: { width: 1440, height: 900 } })
    await page.getByRole('link', { name: '1 open anomaly', exact: true }).waitFor()
    const caption = page.getByRole('img', { name: /^1 open anomaly, 1 more than on \d+ \w+ \d{4}$/ })
    await caption.waitFor({ state: 'attached' })
    const openIn = async (list: string, head: string) => {
      await page.goto(`${url}/console${list}`)
      await page.locator('[data-index="0"]').waitFor()
      const heads = await page.getByRole('columnheader').allInnerTexts()
      return page.locator('[data-index="0"]').getByRole('gridcell').nth(heads.indexOf(head)).innerText()
    }
    assert.equal(await openIn('/datastores', 'Open anomalies'), '1')
    assert.equal(await openIn(`/checks?datastore=${source.datastore_id}`, 'Open'), '1')
    await app.ask('DELETE', `/api/quality-checks/${check}?archive=true&status=Archived`)
    await page.close()
    assertQuiet()
  })

  test('the inbox tells tables of the same name apart by their datastores', async () => {
    const { app, open, url, assertQuiet } = shared()
    const names: string[] = []
    for (const value of [-71, -72]) {
      const source = await app.source({ 'twin.csv': `id\n${value}\n` })
      await app.check(source, 'twin.csv', { rule: 'notNegative', fields: ['id'] })
      await app.scan(source)
      names.push((await app.ask('GET', `/api/datastores/${source.datastore_id}`)).body.name)
    }
    const viewport = { width: 1440, height: 900 }
    const page = await open('/anomalies?search=-71&order=newest', { viewport })
    const column = page.getByRole('columnheader', { name: 'Datastore' })
    await column.waitFor()
    await page.getByRole('gridcell', { name: names[0] ?? '', exact: true }).waitFor()
    await page.goto(`${url}/console/anomalies?search=-7&group=container`)
    for (const name of names) await page.getByRole('row', { name: `twin.csv · ${name}` }).waitFor()
    const { body } = await app.ask('GET', '/api/datastores')
    const { id } = body.items.find((one: { name: string }) => one.name === names[0])
    await page.goto(`${url}/console/anomalies?datastore=${id}`)
    await page.locator('[data-index="0"]').waitFor()
    assert.equal(await column.count(), 0, 'it would say the same in each row')
    await page.close()
    assertQuiet()
  })

  test('the inbox is grouped by check: groups are opened and worked off by keys, and one leads to its anomalies alone', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'grouped.csv': 'id,amount\n-1,1\n-2,2\n-3,-3\n' })
    const make = (field: string) =>
      app.check(source, 'grouped.csv', {
        rule: 'notNegative',
        fields: [field],
        description: `No ${field} below 0`,
      })
    const [ofId, ofAmount] = [await make('id'), await make('amount')]
    await app.scan(source)
    const page = await open(`/anomalies?datastore=${source.datastore_id}`)
    await page.getByLabel('Group').selectOption('by check')
    const [first, second] = [/^No id below 0 · grouped.csv 3$/, /^No amount below 0 · grouped.csv 1$/]
    const head = (name: RegExp) => page.getByRole('button', { name })
    await head(second).waitFor()
    assert.equal(await page.getByRole('row').count(), 3, 'a line for each group below the heads')
    await page.locator('[data-index="0"]').focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-index="1"] a').waitFor()
    assert.equal(await head(first).getAttribute('aria-expanded'), 'true')
    await assertAccessible(page)

    // The last of the group is put away: the head of the next one is no anomaly to go on with.
    await page.locator('[data-index="3"]').focus()
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await page.getByRole('complementary').waitFor()
    await page.keyboard.press('3')
    await head(/^No id below 0 · grouped.csv 2$/).waitFor()
    await page.locator('[data-index="2"][aria-current]').waitFor()
    await page.reload()
    await page.locator('[data-index="2"][aria-current]').waitFor()

    await page.locator('[data-index="0"]').focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('[role=grid][aria-rowcount="3"]').waitFor()
    await page.locator('[data-index="1"]').focus()
    await page.keyboard.press('o')
    await page.waitForURL(({ searchParams }) => searchParams.get('quality_check') === String(ofAmount))
    await page.getByRole('button', { name: 'Change all 1' }).waitFor()
    assertQuiet()
    // First: it would ask for the anomaly that it shows, which is not there any more.
    await page.close()
    for (const id of [ofId, ofAmount])
      await app.ask('DELETE', `/api/quality-checks/${id}?archive=false&delete_anomalies=true`)
  })

  test('the inbox is narrowed by datastore and weight, and its address keeps that', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/anomalies')
    const main = page.getByRole('main')
    const datastore = main.getByRole('combobox', { name: 'Datastore' })
    await chooseBy(main, 'Datastore', 'source 1')
    await page.waitForURL(/datastore=1\b/)
    await page.locator('[data-index="0"]').getByText('orders.csv').waitFor()
    await main.getByLabel('Weight').selectOption('20')
    await page.getByText('Nothing open is like that').waitFor()
    await page.reload()
    await page.getByText('Nothing open is like that').waitFor()
    await showsValue(datastore, 'source 1')
    await chooseBy(main, 'Datastore', 'any')
    await main.getByLabel('Weight').selectOption('')
    await page.waitForURL((url) => url.search === '')
    // What is not offered is told nevertheless, as it narrows the list.
    await page.goto(`${page.url()}?min_weight=7&tag=never+given`)
    assert.equal(await main.getByLabel('Weight').inputValue(), '7')
    assert.equal(await main.getByLabel('Tag').inputValue(), 'never given')
    await page.close()
    assertQuiet()
  })

  test('the inbox is worked on by keys alone: acknowledge, assign, comment, resolve, undo', async () => {
    const { app, open } = shared()
    const page = await open('/anomalies?search=amount')
    const row = page.locator('[data-index="0"]')
    await row.getByText('amount').first().waitFor()
    await row.focus()
    await page.keyboard.press('j')
    await page.locator('[data-index="1"][aria-current]:focus').waitFor()
    await page.keyboard.press('k')
    await page.locator('[data-index="0"][aria-current]:focus').waitFor()
    const id = new URL(page.url()).searchParams.get('show')
    await page.keyboard.press('a')
    await page.getByRole('status').getByText('Acknowledged').waitFor()
    // The button goes away with the focus, and the keys still mean what is shown.
    const back = page.getByRole('button', { name: 'Take back' })
    await back.press('Enter')
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor()
    await page.keyboard.press('a')
    await back.waitFor()
    await page.keyboard.press('Shift+M')
    await page.getByRole('status').getByText('Assigned to you').waitFor()
    await page.keyboard.press('c')
    await page.locator('#comment:focus').waitFor()
    await page.keyboard.type('Checked with the shop')
    // A comment that is accepted is no unsaved input, also while the lists of the page are still asked again.
    const lists = Promise.withResolvers<void>()
    await page.route('**/api/anomalies?*', (route) => lists.promise.then(() => route.continue()))
    await page.keyboard.press('Control+Enter')
    await page.locator('blockquote').getByText('Checked with the shop').waitFor()
    await row.focus()
    await page.keyboard.press('1')
    await page.getByRole('status').getByText('Resolved').waitFor()
    lists.resolve()
    await page.getByRole('heading', { name: 'Anomalies' }).click()
    // Leaving the page before its answer would take the request back.
    const undone = page.waitForResponse((answer) => answer.request().method() !== 'GET')
    await page.keyboard.press('Control+z')
    await undone
    await page.goto(`${shared().url}/console/anomalies/${id}`)
    await page.getByText('Resolved → Acknowledged').waitFor()
    const { body } = await app.ask('GET', `/api/anomalies/${id}`)
    assert.deepEqual([body.status, body.assignees.length, body.comments.length], ['Acknowledged', 1, 1])
    await page.close()
    shared().assertQuiet()
  })

  test('the keys of the inbox act on the page of an anomaly, and are letters in its comment', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'keys.csv': 'id\n-1\n' })
    const check = await app.check(source, 'keys.csv', { rule: 'notNegative', fields: ['id'] })
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    const page = await open(`/anomalies/${body.items[0].id}`)
    const status = page.getByRole('definition').first()
    const becomes = (word: string) => status.filter({ hasText: word }).waitFor()
    await becomes('Active')
    await page.keyboard.press('a')
    await becomes('Acknowledged')
    await page.keyboard.press('Shift+M')
    await page.getByText('Assigned to you').waitFor()
    await page.keyboard.press('c')
    const line = page.getByRole('textbox', { name: 'Comment' })
    await line.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('1 apple')
    assert.equal(await line.inputValue(), '1 apple')
    await line.fill('')
    await line.blur()
    await page.keyboard.press('4')
    await becomes('Discarded')
    await page.keyboard.press('u')
    await becomes('Active')
    await page.keyboard.press('q')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('1')
    assert.equal((await app.ask('GET', `/api/anomalies/${body.items[0].id}`)).body.status, 'Active')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('t')
    await page.getByRole('dialog', { name: `Note and tags of anomaly ${body.items[0].id}` }).waitFor()
    await page.getByRole('textbox', { name: 'Note' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('o')
    await page.waitForURL(({ pathname }) => pathname.endsWith(`/checks/${check}`))
    await page.close()
    assertQuiet()
  })

  test('one anomaly, and several at once, are assigned by keys to somebody who may see them', async () => {
    const { app, open, assertQuiet } = shared()
    const rows = [-1, -2, -3].map((debt, row) => [row, debt])
    const source = await app.source({ 'assigned.csv': csv(['id', 'debt'], rows) })
    await app.check(source, 'assigned.csv', { rule: 'notNegative', fields: ['debt'] })
    await app.scan(source)
    const author = await app.user('Member', { Author: [source.datastore_id] })
    const colleague = await app.user('Member', { Viewer: [source.datastore_id] })
    const stranger = await app.user('Member')
    const nameOf = async (token: string) =>
      (await app.ask('GET', '/api/users/me', undefined, token)).body.user_name as string
    const [name, strange] = [await nameOf(colleague), await nameOf(stranger)]
    const assigned = async (): Promise<string[][]> => {
      const { body } = await app.ask(
        'GET',
        `/api/anomalies?datastore=${source.datastore_id}&sort_weight=desc`,
      )
      return body.items.map(({ assignees }: { assignees: { user_name: string }[] }) =>
        assignees.map(({ user_name }) => user_name),
      )
    }
    const page = await open(`/anomalies?datastore=${source.datastore_id}`, { token: author })
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.locator('[data-index="0"]').press('m')
    const sheet = page.getByRole('dialog', { name: /^Who looks after anomaly/ })
    await sheet.getByRole('combobox', { name: 'Assign to' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(strange)
    await page.getByRole('status').filter({ hasText: '0 found' }).waitFor()
    await sheet.getByRole('combobox').fill(name)
    await page.getByRole('status').filter({ hasText: '1 found' }).waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/anomalies-assign')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Enter')
    await page.getByText(`Assigned to ${name}`).waitFor()
    assert.deepEqual((await assigned()).flat(), [name])

    for (const index of [0, 1, 2]) await page.locator(`[data-index="${index}"]`).press('x')
    await page.getByText('3 anomalies chosen').waitFor()
    await page.keyboard.press('m')
    await page.getByRole('dialog', { name: 'Who looks after 3 anomalies' }).waitFor()
    await page.keyboard.type(name)
    // Before they are found, nobody of those that were listed before is chosen.
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: '1 found' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`Assigned to ${name}: 3 anomalies`).waitFor()
    assert.deepEqual(await assigned(), [[name], [name], [name]])
    const undone = page.waitForResponse((answer) => answer.request().method() !== 'GET')
    await page.keyboard.press('Control+z')
    await undone
    assert.deepEqual((await assigned()).flat(), [name], 'whose it was before it stays')
    const one = asked.filter((request) => /GET .*anomalies\/\d+$/.test(request))
    assert.ok(one.length <= 1, `nothing is read one by one, but what is shown: ${one.join()}`)
    await page.close()
    assertQuiet()
  })

  test('an anomaly is archived as the duplicate of another, which it leads to', async () => {
    const { app, open } = shared()
    const { body } = await app.ask('GET', '/api/anomalies?search=amount&size=2')
    const [one, other] = body.items
    const page = await open(`/anomalies/${one.id}`)
    await page.getByRole('button', { name: /^Archive/ }).click()
    await page.getByRole('menuitem', { name: 'as Duplicate of …' }).click()
    const sheet = page.getByRole('dialog', { name: /says the same as/ })
    await sheet.getByRole('searchbox').fill(String(other.id))
    await sheet.getByRole('button', { name: new RegExp(`^${other.id}, `) }).waitFor()
    await assertAccessible(page)
    await sheet.getByRole('button', { name: new RegExp(`^${other.id}, `) }).click()
    await page.getByRole('status').getByText(`Duplicate of ${other.id}`).waitFor()
    await page
      .getByRole('definition')
      .getByRole('link', { name: String(other.id), exact: true })
      .waitFor()
    const undone = page.waitForResponse((answer) => answer.request().method() !== 'GET')
    await page.getByRole('button', { name: 'Undo' }).click()
    await undone
    await page.close()
    const { body: after } = await app.ask('GET', `/api/anomalies/${one.id}`)
    assert.deepEqual([after.status, after.duplicate_of], [one.status, null])
    shared().assertQuiet()
  })

  test('all that a list shows is changed together after a plan of it, and undone', async () => {
    const { app, open } = shared()
    const page = await open('/anomalies?search=amount')
    const statuses = async () => {
      const { body } = await app.ask('GET', '/api/anomalies?search=amount&archived=include')
      return body.items.map(({ status }: { status: string }) => status).toSorted()
    }
    const before = await statuses()
    assert.equal(before.length, 3)
    await page.getByRole('button', { name: 'Change all 3' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('Invalid')
    await page.getByText('3 anomalies would be changed.').waitFor()
    await assertAccessible(page)
    assert.deepEqual(await statuses(), before, 'a plan changes nothing')
    await page.getByRole('button', { name: 'Change 3', exact: true }).click()
    await page.getByText('3 anomalies changed.').waitFor()
    assert.deepEqual(await statuses(), ['Invalid', 'Invalid', 'Invalid'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 anomalies are as before.').waitFor()
    assert.deepEqual(await statuses(), before)
    await page.close()
    shared().assertQuiet()
  })
}

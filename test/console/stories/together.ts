import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { answered, doOfMore } from '../../harness/page-look.ts'
import { csv } from '../../harness/working-app.ts'

/** Several people at the same things: nobody undoes unseen what another has done meanwhile. */
export function together(shared: () => ConsoleInBrowser): void {
  /** A file with three wrong amounts, each found as an anomaly. */
  const makeFindings = async () => {
    const { app } = shared()
    const rows = [-1, -2, -3, 4].map((amount, row) => [row, amount])
    const source = await app.source({ 'shared.csv': csv(['id', 'amount'], rows) })
    const check = await app.check(source, 'shared.csv', { rule: 'notNegative', fields: ['amount'] })
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}&sort_weight=desc`)
    const ids: number[] = body.items.map(({ id }: { id: number }) => id)
    return { datastore: source.datastore_id, check, ids }
  }

  const archive = (id: number, status: string) =>
    shared().app.ask('DELETE', '/api/anomalies', [{ id, archive: true, status }])

  const statusOf = async (id: number): Promise<string> =>
    (await shared().app.ask('GET', `/api/anomalies/${id}`)).body.status

  test('the page of a check that a colleague deletes says so, but not while something is written in it', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'going.csv': 'id\n1\n' })
    const made = (description: string) =>
      app.check(source, 'going.csv', {
        rule: 'notNull',
        fields: ['id'],
        filter: `'${description}' <> ''`,
        description,
      })
    const goes = await made('Goes')
    const written = await made('Written')
    const page = await open(`/checks/${goes}`, { refused: [404] })
    await page.getByRole('heading', { level: 1, name: 'Goes' }).waitFor()
    const editor = await open(`/checks/${written}/edit`, { refused: [404] })
    const sentence = editor.getByLabel('What it says, in words')
    await sentence.fill('Written for long')
    for (const id of [goes, written])
      assert.equal((await app.ask('DELETE', `/api/quality-checks/${id}?archive=false`)).status, 204)
    await page.getByRole('heading', { level: 1, name: 'There is no such check' }).waitFor()
    await page.getByRole('link', { name: 'Go to the checks' }).waitFor()
    await editor.getByRole('button', { name: 'Save', exact: false }).first().click()
    await editor.getByText(`No quality check has the id ${written}.`).first().waitFor()
    assert.equal(await sentence.inputValue(), 'Written for long')
    await page.close()
    await editor.close()
    assertQuiet()
  })

  test('who loses the team by which a page could be seen sees it no longer, without a click', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'lost.csv': 'id\n1\n' })
    const token = await app.user('Member', { Editor: [source.datastore_id] })
    const page = await open('/settings', { token, refused: [403, 404] })
    await page.clock.install()
    await page.goto(`${shared().url}/console/datastores/${source.datastore_id}`)
    await page.getByRole('link', { name: 'lost.csv' }).waitFor()
    await answered(page)
    const { body } = await app.ask('GET', '/api/teams?size=100')
    const team = body.items.find(({ name }: { name: string }) => name === `${token} Editor`)
    assert.equal((await app.ask('PUT', `/api/teams/${team.id}`, { datastore_ids: [] })).status, 200)
    // A page that is seen asks now and then who looks at it.
    await page.clock.fastForward(61_000)
    await page.getByRole('heading', { level: 1, name: 'There is no such datastore' }).waitFor()
    assert.equal(await page.getByText('lost.csv').count(), 0)
    await page.close()
    assertQuiet()
  })

  test('several that were chosen are acknowledged, but for what a colleague has archived meanwhile', async () => {
    const { open, assertQuiet } = shared()
    const { datastore, ids } = await makeFindings()
    const page = await open(`/anomalies?datastore=${datastore}`)
    for (const index of [0, 1, 2]) await page.locator(`[data-index="${index}"]`).press('x')
    await page.getByText('3 anomalies chosen').waitFor()
    const [first = 0, ...others] = ids
    await archive(first, 'Resolved')
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.keyboard.press('a')
    await page
      .getByText('2 anomalies: Acknowledged. 1 was changed by others meanwhile, and stays so.')
      .waitFor()
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['Resolved', 'Acknowledged', 'Acknowledged'])
    const ofOne = asked.filter((request) => /anomalies\/\d+$/.test(request))
    assert.deepEqual(ofOne, [], 'all that are chosen are read together')
    await page.getByRole('button', { name: 'Undo' }).click()
    for (const id of others) while ((await statusOf(id)) !== 'Active') continue
    assert.equal(await statusOf(first), 'Resolved')
    await page.close()
    assertQuiet()
  })

  test('a planned change of all leaves alone what has left the list since the plan', async () => {
    const { open, assertQuiet } = shared()
    const { datastore, ids } = await makeFindings()
    const page = await open(`/anomalies?datastore=${datastore}`)
    await page.getByRole('button', { name: 'Change all 3' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Status', { exact: true }).selectOption('Acknowledged')
    await sheet.getByRole('button', { name: 'Change 3' }).waitFor()
    await archive(ids[1] ?? 0, 'Duplicate')
    await sheet.getByRole('button', { name: 'Change 3' }).click()
    await page.getByText('2 anomalies changed. 1 was changed by others meanwhile, and stays so.').waitFor()
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['Acknowledged', 'Duplicate', 'Acknowledged'])
    await page.close()
    assertQuiet()
  })

  test('of a check that a colleague changes while it is open, only what is written here is saved over that', async () => {
    const { app, open, assertQuiet } = shared()
    const { check } = await makeFindings()
    const page = await open(`/checks/${check}/edit`)
    const words = page.getByLabel('What it says, in words')
    await words.fill('Nobody owes us')
    const { body: before } = await app.ask('GET', `/api/quality-checks/${check}`)
    const { rule_type, fields, properties, description } = before
    const colleague = await app.user('Admin')
    const theirs = { rule: rule_type, fields, properties, description, coverage: 0.5, filter: 'id < 3' }
    assert.equal((await app.ask('PUT', `/api/quality-checks/${check}`, theirs, colleague)).status, 200)
    const notice = page.getByRole('status').filter({ hasText: 'changed this check while it is open here' })
    await notice.waitFor()
    assert.equal(await words.inputValue(), 'Nobody owes us')
    assert.equal(await page.getByLabel('Only rows where').inputValue(), 'id < 3')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved; scans judge it from now on.').waitFor()
    const { body: after } = await app.ask('GET', `/api/quality-checks/${check}`)
    assert.deepEqual([after.description, after.coverage, after.filter], ['Nobody owes us', 0.5, 'id < 3'])
    await page.close()
    assertQuiet()
  })

  /** Forms of things that are kept: what is written in each, what a colleague changes meanwhile, and what is kept of both. */
  const forms: readonly {
    what: string
    make: () => Promise<Overtaken>
  }[] = [
    {
      what: 'team',
      async make() {
        const { app } = shared()
        const [ann, bob] = [await personOf(), await personOf()]
        const name = `00 team of ${ann.user_name}`
        const { body: team } = await app.ask('POST', '/api/teams', { name, permission: 'Viewer' })
        return {
          address: '/teams',
          open: (page) => page.getByRole('button', { name: `Change ${name}` }).click(),
          write: (page) => page.getByRole('checkbox', { name: ann.user_name, exact: true }).check(),
          path: `/api/teams/${team.id}`,
          theirs: { user_ids: [bob.id], permission: 'Author' },
          isShown: (page) => page.getByRole('checkbox', { name: bob.user_name, exact: true, checked: true }),
          saved: `${name} is changed.`,
          kept: ({ users, permission }) => [idsOf(users), permission],
          both: [[ann.id, bob.id], 'Author'],
        }
      },
    },
    {
      what: 'flow',
      async make() {
        const { app } = shared()
        const message = { type: 'notification', notification_type: 'InApp', tokenized_message: 'Look' }
        const given = { name: `shared by ${await personOf().then(({ id }) => id)}`, trigger_type: 'anomaly' }
        const { body: flow } = await app.ask('POST', '/api/flows', { ...given, actions: [message] })
        const [first] = flow.actions
        const theirs = {
          ...given,
          description: 'Of the night',
          actions: [
            { ...first, operation: undefined, anomaly: undefined },
            { ...message, tokenized_message: 'Second' },
          ],
        }
        return {
          address: `/flows/${flow.id}/edit`,
          open: (page) => page.getByRole('heading', { name: `Change ${flow.name}` }).waitFor(),
          write: (page) =>
            page.getByRole('listitem', { name: 'Action 1' }).getByLabel('Message').fill('Look at once'),
          path: `/api/flows/${flow.id}`,
          theirs,
          isShown: (page) => page.getByRole('listitem', { name: 'Action 2' }),
          saved: `${flow.name} is saved.`,
          kept: ({ description, actions }) => [
            description,
            actions.map((action: { tokenized_message: string }) => action.tokenized_message),
          ],
          both: ['Of the night', ['Look at once', 'Second']],
        }
      },
    },
    {
      what: 'file',
      async make() {
        const { app } = shared()
        const source = await app.source({ 'two.csv': 'id\n1\n' })
        const id = (await app.containers(source)).get('two.csv')
        return {
          address: `/containers/${id}`,
          open: (page) => doOfMore(page, 'Change its settings'),
          write: (page) => page.getByRole('dialog').getByLabel('Description').fill('Orders'),
          path: `/api/containers/${id}`,
          theirs: { tags: ['kept for a year'] },
          isShown: (page) => page.getByRole('checkbox', { name: 'kept for a year', checked: true }),
          saved: 'The settings of two.csv are changed.',
          kept: ({ description, global_tags }) => [
            description,
            global_tags.map(({ name }: { name: string }) => name),
          ],
          both: ['Orders', ['kept for a year']],
        }
      },
    },
    {
      what: 'datastore',
      async make() {
        const { app } = shared()
        const { datastore_id: id } = await app.source({ 'two.csv': 'id\n1\n' })
        const { body } = await app.ask('GET', `/api/datastores/${id}`)
        return {
          address: `/datastores/${id}`,
          open: (page) => doOfMore(page, 'Change the datastore'),
          write: (page) =>
            page.getByRole('dialog').getByLabel('Failing rows that an anomaly keeps').fill('7'),
          path: `/api/datastores/${id}`,
          theirs: { description: 'Of the shop' },
          isShown: (page) => page.getByRole('dialog').getByText('Of the shop'),
          saved: `${body.name} is changed.`,
          kept: ({ description, enrichment_source_record_limit }) => [
            description,
            enrichment_source_record_limit,
          ],
          both: ['Of the shop', 7],
        }
      },
    },
    {
      what: 'anomaly',
      async make() {
        const { ids } = await makeFindings()
        const tag = 'kept for a year'
        const sheet = (page: Page) => page.getByRole('dialog')
        return {
          address: `/anomalies/${ids[0]}`,
          open: (page) => page.getByRole('button', { name: 'Note and tags' }).click(),
          write: (page) => sheet(page).getByRole('checkbox', { name: tag }).check(),
          path: `/api/anomalies/${ids[0]}`,
          theirs: { description: 'Known since May' },
          isShown: (page) => sheet(page).getByText('Known since May'),
          saved: `What is noted of anomaly ${ids[0]} is changed.`,
          kept: ({ description, global_tags }) => [
            description,
            global_tags.map(({ name }: { name: string }) => name),
          ],
          both: ['Known since May', [tag]],
        }
      },
    },
  ]

  for (const { what, make } of forms) {
    test(`the form of ${what === 'anomaly' ? 'an' : 'a'} ${what} that a colleague has changed shows that before it is saved, and then keeps both`, async () => {
      const { app, open, assertQuiet } = shared()
      const { address, path, ...form } = await make()
      const page = await open(address)
      await form.open(page)
      await form.write(page)
      const { status, body } = await app.ask('PUT', path, form.theirs, await app.user('Admin'))
      assert.equal(status, 200, JSON.stringify(body))
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await save.click()
      const notice = page
        .getByRole('status')
        .filter({ hasText: `changed this ${what} while it is open here` })
      const held = notice.filter({ hasText: 'Nothing is saved yet' })
      const saved = page.getByText(form.saved)
      await held.or(saved).waitFor()
      // Where the page had read it again by itself just before, it was shown then.
      if (await held.isVisible()) {
        await form.isShown(page).waitFor()
        await assertAccessible(page)
        await save.click()
      }
      await saved.waitFor()
      assert.deepEqual(form.kept((await app.ask('GET', path)).body), form.both)
      await page.close()
      assertQuiet()
    })
  }

  async function personOf(): Promise<{ id: number; user_name: string }> {
    const { app } = shared()
    return (await app.ask('GET', '/api/users/me', undefined, await app.user('Member'))).body
  }
}

const idsOf = (things: readonly { id: number }[]) =>
  things.map(({ id }) => id).toSorted((one, other) => one - other)

/** A thing that two people change at once. */
interface Overtaken {
  address: string
  /** Opens its form. */
  open: (page: Page) => Promise<unknown>
  write: (page: Page) => Promise<void>
  /** Where it is read and changed. */
  path: string
  /** What the colleague changes. */
  theirs: object
  /** What shows that in the form. */
  isShown: (page: Page) => Locator
  /** What the page says once the form is saved. */
  saved: string
  /** What of the thing both have changed, and what it is in the end. */
  kept: (thing: Awaited<ReturnType<ConsoleInBrowser['app']['ask']>>['body']) => unknown
  both: unknown
}

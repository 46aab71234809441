import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request, Route } from 'playwright-core'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { answered, doOfMore } from '../../harness/page-look.ts'
import { csv, type Source } from '../../harness/working-app.ts'

/** Holds every answer to what the page reads until the result is called. */
async function holdReading(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await promise
    await route.continue()
  })
  return resolve
}

/** The same from the first change at this address on, which goes through; what is read before is not held. */
async function holdReadingFrom(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<() => void>()
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    resolve(await holdReading(page))
    await route.continue()
  })
  return promise
}

/** Has keys pressed one right after the other on what has the focus, before the page has drawn anything. */
const pressAtOnce = (page: Page, ...keys: string[]) =>
  page.evaluate(
    `for (const key of ${JSON.stringify(keys)}) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`,
  )

/** What people do while an answer is on its way, or before a page has drawn it. */
export function slow(shared: () => ConsoleInBrowser): void {
  let source: Source
  before(async () => {
    const { app } = shared()
    source = await app.source({
      'slow.csv': csv(
        ['id', 'size'],
        [
          [-1, 1],
          [1, -1],
        ],
      ),
    })
    for (const field of ['id', 'size'])
      await app.check(source, 'slow.csv', { rule: 'notNegative', fields: [field] })
    await app.scan(source)
  })

  test('what comes late moves nothing that stands there already', async () => {
    const { open, url, assertQuiet } = shared()
    const page = await open('/settings')
    const below = [
      ['/overview', '**/api/overview/trends?**', page.getByRole('heading', { name: 'Latest runs' })],
      [
        `/runs?datastore=${source.datastore_id}`,
        '**/api/operations?**size=200**',
        page.getByRole('navigation', { name: 'Which runs' }),
      ],
    ] as const
    for (const [address, late, part] of below) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(late, async (route) => {
        await released
        await route.continue()
      })
      await page.goto(`${url}/console${address}`)
      const top = async () => Math.round((await part.boundingBox())?.y ?? Number.NaN)
      await page
        .getByRole('main')
        .getByText(/^Scan \d+$/)
        .first()
        .waitFor()
      const before = await top()
      release()
      await answered(page)
      assert.equal(await top(), before, address)
    }
    await page.route('**/api/users?**', async (route) => {
      assert.equal(await page.getByRole('heading', { name: 'New user' }).count(), 0, 'it would be moved')
      await route.continue()
    })
    await page.goto(`${url}/console/people`)
    await page.getByRole('heading', { name: 'New user' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('the thing that a page is about, and who looks at it, are asked for while the code of the page is on the way', async () => {
    const { open, url, assertQuiet } = shared()
    const page = await open('/settings')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/page-*.js', async (route) => {
      await released
      await route.continue()
    })
    const asked = ['quality-checks/1', 'users/me'].map((path) => page.waitForRequest(`${url}/api/${path}`))
    await page.goto(`${url}/console/checks/1`)
    await Promise.all(asked)
    release()
    await page.getByRole('heading', { name: 'No amount is negative' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('the beginning of a list is asked for while the code of its page is on the way', async () => {
    const { open, url, assertQuiet } = shared()
    for (const [list, asked, words] of [
      ['/checks?view=draft&order=name', '/quality-checks?status=Draft&sort_description=asc', 'Checks'],
      ['/anomalies?view=unassigned', '/anomalies?assignee=none&sort_weight=desc', 'Anomalies'],
      ['/runs?view=open', '/operations?finished=false&sort_created=desc', 'Runs'],
      ['/datastores?search=source', '/datastores?search=source', 'Datastores'],
    ] as const) {
      const page = await open('/settings')
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/assets/page-*.js', async (route) => {
        await released
        await route.continue()
      })
      const found: string[] = []
      page.on('request', (one) => {
        if (one.url().startsWith(`${url}/api${asked}`) && one.url().includes('&size=100'))
          found.push(one.url())
      })
      const first = page.waitForRequest((one) => one.url().startsWith(`${url}/api${asked}`))
      await page.goto(`${url}/console${list}`)
      await first
      release()
      await page.getByRole('heading', { level: 1, name: words }).waitFor()
      await answered(page)
      assert.equal(new Set(found).size, 1, `the page asks for nothing else: ${found.join()}`)
      await page.close()
    }
    assertQuiet()
  })

  test('a page that is opened asks for each thing once', async () => {
    const { open, url, assertQuiet } = shared()
    for (const address of ['/overview', '/checks', '/anomalies', '/runs', '/datastores', '/checks/1']) {
      const page = await open('/settings')
      await page.addInitScript(noteChanges)
      const opened = async () => {
        // The stream of the page that is left is not counted.
        await page.getByText('Live', { exact: true }).waitFor()
        const asked = new Map<string, number>()
        const note = (one: Request) => {
          const path = one.url().slice(url.length)
          if (path.startsWith('/api/')) asked.set(path, (asked.get(path) ?? 0) + 1)
        }
        page.on('request', note)
        await page.goto(`${url}/console${address}`)
        await page.getByText('Live', { exact: true }).waitFor()
        // By then what changed meanwhile has been asked again.
        await delay(1_000)
        await answered(page)
        page.off('request', note)
        const hasChanged = await page.evaluate(() => 'hasChanged' in globalThis)
        return { hasChanged, twice: [...asked].filter(([, times]) => times > 1).map(([path]) => path) }
      }
      let found = await opened()
      // What an earlier test has left to be done may still change something.
      for (let more = 0; more < 10 && found.hasChanged; more += 1) found = await opened()
      assert.deepEqual(found, { hasChanged: false, twice: [] }, address)
      await page.close()
    }
    assertQuiet()
  })

  test('a thing that is not there is asked for once', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/settings', { refused: [404] })
    const asked: string[] = []
    page.on('request', (one) => {
      if (one.url().endsWith('/quality-checks/987654')) asked.push(one.url())
    })
    await page.goto(`${shared().url}/console/checks/987654`)
    await page.getByRole('heading', { name: 'There is no such check' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    // By then what changed meanwhile has been asked again.
    await delay(1_000)
    await answered(page)
    assert.equal(asked.length, 1, asked.join())
    await page.close()
    assertQuiet()
  })

  test('a page of a list says what it is, and has its way to the others, before the list has come', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/settings')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await answered(page)
    const goOn = await holdReading(page)
    const main = page.getByRole('main')
    const rail = page.getByRole('navigation', { name: 'Pages' })
    await rail.getByRole('link', { name: 'Schedules' }).click()
    await main.getByText('Reading the schedules …').waitFor()
    await main.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor()
    await rail.getByRole('link', { name: 'People' }).click()
    await main.getByRole('link', { name: 'Your tokens' }).click()
    await main.getByText('Reading your tokens …').waitFor()
    await main.getByRole('link', { name: 'Teams' }).waitFor()
    goOn()
    await answered(page)
    await page.close()
    assertQuiet()
  })

  test('a sheet closes once it is saved, however long the lists take that are asked again', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open(`/datastores/${source.datastore_id}`)
    await doOfMore(page, 'Change the datastore')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Description').fill('Saved at once')
    await answered(page)
    // It is read once more before it is changed: somebody else may have been faster.
    const held = holdReadingFrom(page, `**/api/datastores/${source.datastore_id}`)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    const goOn = await held
    // What is opened next begins with what was saved, or saving that would bring back what stood there before.
    await doOfMore(page, 'Change the datastore')
    await sheet.getByLabel('Description').waitFor()
    assert.equal(await sheet.getByLabel('Description').inputValue(), 'Saved at once')
    await page.keyboard.press('Escape')
    goOn()
    await page.goto(`${shared().url}/console/checks?datastore=${source.datastore_id}`)
    await page.getByRole('button', { name: 'Change all 2' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('Draft')
    await page.getByText('2 checks would be changed.').waitFor()
    await answered(page)
    await page.unroute('**/api/**')
    const heldAgain = holdReadingFrom(page, '**/api/quality-checks/bulk')
    await page.getByRole('button', { name: 'Change 2', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const goOnAgain = await heldAgain
    goOnAgain()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 checks are as before.').waitFor()
    const { body } = await app.ask('GET', `/api/datastores/${source.datastore_id}`)
    assert.equal(body.description, 'Saved at once')
    await page.close()
    assertQuiet()
  })

  test('a comment is sent once, and what is typed after the key for it acts on nothing', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open(`/anomalies?datastore=${source.datastore_id}`)
    await page.locator('[data-index="0"]').focus()
    await pressAtOnce(page, 'c', '1', 'a')
    await page.locator('#comment:focus').waitFor()
    const id = new URL(page.url()).searchParams.get('show')
    await page.keyboard.type('Once')
    let held: Route | undefined
    const sent: string[] = []
    const isHeld = Promise.withResolvers<void>()
    await page.route('**/comments', (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent.push(route.request().url())
      held ??= route
      isHeld.resolve()
    })
    await page.keyboard.press('Control+Enter')
    await isHeld.promise
    await page.keyboard.press('Control+Enter')
    await held?.continue()
    await page.locator('blockquote').getByText('Once').waitFor()
    assert.equal(sent.length, 1)
    const { body } = await app.ask('GET', `/api/anomalies/${id}`)
    assert.equal(body.status, 'Active')
    await page.close()
    assertQuiet()
  })

  test('a key acts on the anomaly that is shown, also while the list still has the one before', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open(`/anomalies?datastore=${source.datastore_id}`)
    const rows = page.locator('[role=row][data-index]')
    await rows.nth(1).waitFor()
    await rows.nth(0).click()
    const shown = () => new URL(page.url()).searchParams.get('show')
    const first = shown()
    await answered(page)
    const goOn = await holdReading(page)
    await page.keyboard.press('1')
    await page.waitForURL((url) => url.searchParams.get('show') !== first)
    const second = shown()
    await page.keyboard.press('3')
    await page.getByRole('status').getByText('Invalid').waitFor()
    goOn()
    const statusOf = async (id: string | null) => (await app.ask('GET', `/api/anomalies/${id}`)).body.status
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['Resolved', 'Invalid'])
    for (const id of [first, second]) await app.ask('PUT', `/api/anomalies/${id}`, { status: 'Active' })
    await page.close()
    assertQuiet()
  })

  test('no letter is lost that is typed while the address takes what was typed before', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/anomalies')
    const line = page.getByRole('searchbox', { name: 'Search messages' })
    await line.waitFor()
    // The next letter comes when the address has changed, and the page has not drawn that yet.
    await page.evaluate(`
      const replaced = history.replaceState.bind(history)
      history.replaceState = (...given) => {
        replaced(...given)
        const line = document.querySelector('input[type=search]')
        if (line.value !== 'neg') return
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(line, 'nega')
        line.dispatchEvent(new Event('input', { bubbles: true }))
      }`)
    await line.fill('neg')
    await page.waitForURL(/search=nega$/)
    assert.equal(await line.inputValue(), 'nega')
    await page.close()
    assertQuiet()
  })

  test('a sheet in a list saves the thing that it was opened for, when another one goes meanwhile', async () => {
    const { app, open, assertQuiet } = shared()
    const made = ['First', 'Second', 'Third'].map((name) => ({
      name,
      type: 'scan',
      datastore_id: source.datastore_id,
      crontab: '0 3 * * *',
    }))
    const ids: number[] = []
    for (const schedule of made)
      ids.push((await app.ask('POST', '/api/operations/schedule', schedule)).body.id)
    const page = await open('/schedules')
    await page.getByRole('button', { name: 'Change Second' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Crontab').fill('0 7 * * *')
    // The newest stands first: without it the others move up.
    await app.ask('DELETE', `/api/operations/schedule/${ids[2]}`)
    await page.getByRole('cell', { name: 'Third scan', includeHidden: true }).waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    const read = async (id: number | undefined) => {
      const { body } = await app.ask('GET', `/api/operations/schedule/${id}`)
      return [body.name, body.crontab]
    }
    assert.deepEqual(
      [await read(ids[0]), await read(ids[1])],
      [
        ['First', '0 3 * * *'],
        ['Second', '0 7 * * *'],
      ],
    )
    for (const id of ids.slice(0, 2)) await app.ask('DELETE', `/api/operations/schedule/${id}`)
    await page.close()
    assertQuiet()
  })

  test('what was tried or shown of one thing is not said of the next', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/datastores/${source.datastore_id}`)
    const file = page.getByRole('link', { name: 'slow.csv' })
    await file.waitFor()
    const goTo = (id: number) => page.evaluate(`history.pushState({}, '', '/console/datastores/${id}')`)
    await goTo(1)
    await page.getByRole('link', { name: 'orders.csv' }).waitFor()
    await doOfMore(page, 'Test the connection')
    await page.getByText('The store answers.').waitFor()
    // What is known already is drawn at once.
    await goTo(source.datastore_id)
    await file.waitFor()
    assert.equal(await page.getByText('The store answers.').count(), 0)
    await page.close()
    assertQuiet()
  })

  test('a half-written comment is not asked about where the rows are drawn otherwise', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/anomalies/1')
    await page.getByLabel('Comment').fill('Half')
    await page.getByLabel('Shown').selectOption('rows')
    await page.getByRole('region', { name: 'Failing row 1', exact: true }).waitFor()
    assert.equal(await page.getByLabel('Comment').inputValue(), 'Half')
    await page.getByLabel('Comment').fill('')
    await page.close()
    assertQuiet()
  })

  test('the focus stays in a line or a choice whose value was taken', async () => {
    const { app, open, url, assertQuiet } = shared()
    const name = await app.user('Member')
    const page = await open('/checks')
    const words = page.getByLabel('Words')
    await words.fill('negative')
    await words.press('Enter')
    await page.waitForURL(/search=negative/)
    await answered(page)
    assert.ok(await words.evaluate((one) => one === one.ownerDocument.activeElement))
    await page.goto(`${url}/console/people?name=${name}`)
    const role = page.getByLabel(`Role of ${name}`)
    await role.focus()
    await role.selectOption('Manager')
    await page.getByText(`${name} is now Manager.`).waitFor()
    await answered(page)
    assert.ok(await role.evaluate((one) => one === one.ownerDocument.activeElement))
    assert.equal(await role.inputValue(), 'Manager')
    await page.close()
    assertQuiet()
  })
}

/** In a page: notes whether its stream tells of a change, and gives that all its time, which on a busy machine is more than the page waits for. */
function noteChanges(): void {
  const Usual = globalThis.EventSource
  class Noting extends Usual {
    constructor(address: string) {
      super(address)
      this.addEventListener('change', () => void Object.assign(globalThis, { hasChanged: true }))
    }
  }
  const usual = globalThis.setTimeout.bind(globalThis)
  const patient = (act: () => void, wait?: number) => usual(act, wait === 250 ? 60_000 : wait)
  Object.assign(globalThis, { EventSource: Noting, setTimeout: patient })
}

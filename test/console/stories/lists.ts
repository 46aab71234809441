import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { realToken } from '../../harness/browser.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { isWider } from '../../harness/page-look.ts'

const total = 1_000_000

/** What a page may take along, and put where the test can read it. */
const clipboard = ['clipboard-read', 'clipboard-write']

/** Has the list of runs answered as if there were a million, the newest with the highest number. */
async function makeLong(page: Page): Promise<void> {
  await page.route(/\/api\/operations\?/, async (route) => {
    const address = new URL(route.request().url())
    const [number, size] = [address.searchParams.get('page'), address.searchParams.get('size')].map(Number)
    address.searchParams.set('page', '1')
    const answer = await route.fetch({ url: address.href })
    const body = (await answer.json()) as { items: object[]; total: number }
    const first = ((number ?? 1) - 1) * (size ?? 100)
    const items = Array.from({ length: Math.min(size ?? 100, total - first) }, (_, index) => ({
      ...body.items[0],
      id: total - first - index,
    }))
    await route.fulfill({
      response: answer,
      json: { ...body, items, page: number, total, pages: total / 100 },
    })
  })
}

/** The numbers of the runs whose rows are whole in sight. */
const inSight = (page: Page): Promise<number[]> =>
  page.getByRole('grid').evaluate((grid) => {
    const { top, bottom } = grid.getBoundingClientRect()
    return [...grid.querySelectorAll('.rows > .tr')].flatMap((row) => {
      const place = row.getBoundingClientRect()
      const [, run] = /\/runs\/(\d+)/.exec(row.querySelector('a')?.getAttribute('href') ?? '') ?? []
      return place.top >= top && place.bottom <= bottom && run !== undefined ? [Number(run)] : []
    })
  })

/** Scrolls as a hand on the scrollbar does: to a part of the way. */
const scrollTo = (page: Page, part: number) =>
  page.getByRole('grid').evaluate((grid, part) => {
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part
  }, part)

/** Waits as long as the browser waits for anything; fails with what was in sight at last. */
async function seen(page: Page, wanted: (runs: number[]) => boolean): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const runs = await inSight(page)
    if (wanted(runs)) return
    assert.ok(tries < 200, `in sight: ${runs.join(', ')}`)
    await page.waitForTimeout(50)
  }
}

/** Lists with more rows than a browser can draw below each other. */
export function lists(shared: () => ConsoleInBrowser): void {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    test(`each of a million rows is reached by the scrollbar and by keys, ${viewport.width} px wide`, async () => {
      const page = await shared().open('/settings', { viewport })
      await makeLong(page)
      await page.goto(`${shared().url}/console/runs`)
      await page.locator(`[role=grid][aria-rowcount="${total + 1}"]`).waitFor()
      await seen(page, (runs) => runs.includes(total))
      await scrollTo(page, 1)
      await seen(page, (runs) => runs.includes(1))
      await scrollTo(page, 0.5)
      await seen(page, (runs) => runs.some((run) => Math.abs(run - total / 2) <= 100))
      await page.locator('.rows > .tr[tabindex="0"]').focus()
      await page.keyboard.press('End')
      await seen(page, (runs) => runs.at(-1) === 1)
      // More than a screen of them, each in sight when it has the focus.
      for (let run = 2; run <= 25; run += 1) {
        await page.keyboard.press('ArrowUp')
        await page.locator(`.rows > .tr:focus a[href$="/runs/${run}"]`).waitFor()
        await seen(page, (runs) => runs.includes(run))
      }
      await page.keyboard.press('Home')
      await seen(page, (runs) => runs[0] === total)
      await page.close()
      shared().assertQuiet()
    })

  test('columns are hidden for this browser, and left out while there is no room for them', async () => {
    const page = await shared().open('/runs', { viewport: { width: 1440, height: 800 } })
    const heads = () => page.getByRole('columnheader').allInnerTexts()
    const all = 'Run Result Message Datastore Containers Records Anomalies Started Took By'.split(' ')
    await page.locator('[data-index="0"]').waitFor()
    assert.deepEqual(await heads(), all)
    await page.getByRole('button', { name: 'Columns of Runs' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Records' }).click()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.reload()
    await page.locator('[data-index="0"]').waitFor()
    assert.deepEqual(
      await heads(),
      all.filter((head) => head !== 'Records'),
    )
    const started = page.getByRole('columnheader', { name: 'Started' })
    assert.equal(await started.getAttribute('aria-colindex'), '8', 'its number among all')
    await page.setViewportSize({ width: 800, height: 800 })
    await page.getByRole('columnheader', { name: 'By', exact: true }).waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(isWider), false, 'nothing is cut off')
    await page.getByRole('button', { name: 'Columns of Runs' }).click()
    await page.getByRole('menuitemcheckbox', { name: /^By There is no room for it now/ }).waitFor()
    await page.getByRole('menuitemcheckbox', { name: 'Records' }).click()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.getByRole('columnheader', { name: 'By', exact: true }).waitFor()
    assert.deepEqual(await heads(), all)
    await page.close()
    shared().assertQuiet()
  })

  test('filters are kept as a view by name, which this browser shows again and forgets', async () => {
    const page = await shared().open('/checks?search=No&last_result=failed')
    await page.locator('[data-index="0"]').waitFor()
    const menu = page.getByRole('button', { name: 'Views' })
    const sheet = page.getByRole('dialog', { name: 'Views of checks' })
    const openSheet = async () => {
      await menu.click()
      await page.getByRole('menuitem', { name: 'Keep or remove views …' }).click()
    }
    await openSheet()
    await sheet.getByLabel('Name of the view').fill('What fails')
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('What fails is kept in this browser.').waitFor()
    await page.goto(`${shared().url}/console/checks?view=draft`)
    await menu.click()
    await page.getByRole('menuitem', { name: 'What fails' }).click()
    await page.waitForURL(
      ({ searchParams }) =>
        searchParams.get('search') === 'No' && searchParams.get('last_result') === 'failed',
    )
    await openSheet()
    await sheet.getByRole('button', { name: 'Remove What fails' }).click()
    await page.keyboard.press('Escape')
    await menu.click()
    await page.getByRole('menuitem').first().waitFor()
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Keep or remove views …'])
    await page.close()
    shared().assertQuiet()
  })

  test('columns are made wider and narrower by drawing and by keys, which this browser keeps', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/checks', { viewport: { width: 1440, height: 900 } })
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
    const widthOf = async (name: string) => Math.round((await head(name).boundingBox())?.width ?? 0)
    await page.locator('[data-index="0"]').waitFor()
    const usual = await widthOf('Rule')
    const isWide = async (name: string, width: number) => {
      while ((await widthOf(name)) !== width) await delay(20)
    }
    const { x, y, width, height } = (await head('Rule').boundingBox()) ?? assert.fail('it is not drawn')
    await page.mouse.move(x + width - 3, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width - 43, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await isWide('Rule', usual - 40)
    await page.reload()
    await page.locator('[data-index="0"]').waitFor()
    await isWide('Rule', usual - 40)
    await page.getByRole('button', { name: 'Columns of Checks' }).press('Enter')
    await page.getByRole('menuitemcheckbox', { name: 'Rule' }).press('ArrowRight')
    await isWide('Rule', usual - 24)
    // However wide it is wanted, the list keeps within its box.
    for (let times = 0; times < 60; times += 1)
      await page.getByRole('menuitemcheckbox', { name: 'Rule' }).press('ArrowRight')
    assert.equal(await page.evaluate(isWider), false)
    await page.getByRole('menuitem', { name: 'Usual widths' }).click()
    await isWide('Rule', usual)
    await page.close()
    assertQuiet()
  })

  test('chosen anomalies are copied as cells, of which a spreadsheet runs none', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'cells.csv': 'id\n-1\n' })
    await app.check(source, 'cells.csv', { rule: 'notNegative', fields: ['id'] })
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    const [{ id }] = body.items
    await app.ask('PUT', `/api/anomalies/${id}`, { description: '=1+1' })
    const page = await open(`/anomalies?datastore=${source.datastore_id}`, { permissions: clipboard })
    await page.locator('[data-index="0"]').press('x')
    await page.getByRole('button', { name: 'Copy as cells' }).click()
    await page.getByText('1 anomaly is copied').waitFor()
    const [head = '', line = ''] = (await page.evaluate<string>('navigator.clipboard.readText()')).split(
      '\r\n',
    )
    const cells = new Map(head.split('\t').map((name, place) => [name, line.split('\t')[place]]))
    assert.deepEqual([cells.get('id'), cells.get('description')], [String(id), "'=1+1"])
    await page.close()
    assertQuiet()
  })

  test('buttons beside lines stand where these do, not at the height of their names', async () => {
    const { open, assertQuiet } = shared()
    for (const [address, words] of [
      ['/tokens', 'Make a token'],
      ['/people', 'Make the user'],
      ['/settings?view=tags', 'Make the tag'],
      ['/checks', /^Views/],
    ] as const) {
      const page = await open(address)
      const button = page.getByRole('button', { name: words })
      await button.waitFor()
      const form = page.locator('.filters').filter({ has: button })
      const bottoms = await form
        .locator('.input, .button')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)))
      assert.equal(new Set(bottoms).size, 1, `${address}: ${bottoms.join()}`)
      await page.close()
    }
    assertQuiet()
  })

  test('a list is printed without the frame of the page, in light colours, with all rows that were read', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source(
      Object.fromEntries(
        // Names that differ by a number are one table.
        [...'abcdefghi'].flatMap((one) => [...'abcdefghij'].map((two) => [`${one}${two}.csv`, 'id\n1\n'])),
      ),
    )
    const page = await open(`/datastores/${source.datastore_id}`, { colorScheme: 'dark' })
    const rows = page.getByRole('row', { name: /^[a-j]{2}\.csv/ })
    await rows.first().waitFor()
    assert.ok((await rows.count()) < 90, 'on the screen only those in sight are drawn')
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await page.emulateMedia({ media: 'print' })
    assert.equal(await rows.count(), 90)
    assert.equal(await page.getByRole('navigation', { name: 'Pages' }).isVisible(), false)
    assert.equal(await page.getByRole('banner').isVisible(), false)
    const looks = await page.evaluate<string[]>(
      `[getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.querySelector('main')).overflow]`,
    )
    assert.deepEqual(looks, ['light', 'visible'])
    const places = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    const isInOrder = places.every((top, row) => row === 0 || top > (places[row - 1] ?? 0))
    assert.ok(isInOrder, 'one below the other')
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    await page.getByRole('banner').waitFor()
    assert.ok((await rows.count()) < 90)
    await page.close()
    assertQuiet()
  })

  test('brackets lead from a thing to those beside it in its list, and the way back to the list', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'beside.csv': 'id\n-1\n' })
    for (const description of ['beside one', 'beside two', 'beside three'])
      await app.check(source, 'beside.csv', {
        rule: 'notNegative',
        fields: ['id'],
        filter: `'${description}' <> ''`,
        description,
      })
    const list = `/checks?datastore=${source.datastore_id}`
    const page = await open(list)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.getByRole('link', { name: 'beside two' }).click()
    await heading('beside two')
    await page.keyboard.press(']')
    await heading('beside three')
    const beside = page.getByRole('navigation', { name: 'The list that this is from' })
    assert.equal(await beside.getByRole('link', { name: /^Next/ }).count(), 0, 'it is the last')
    await assertAccessible(page)
    await page.reload()
    await beside.getByRole('link', { name: /^Previous/ }).click()
    await heading('beside two')
    await page.keyboard.press('[')
    await heading('beside one')
    // As a screen of 1280 pixels is at twice the size of its letters, and wider ones.
    for (const width of [640, 720, 800, 1024]) {
      await page.setViewportSize({ width, height: 400 })
      const bar = await page.getByRole('banner').evaluate((one) => {
        const boxes = [...one.children]
          .map((part) => part.getBoundingClientRect())
          .filter((box) => box.width > 0)
        return boxes.every(
          (box, place) =>
            box.height < 30 &&
            box.right <= (boxes[place + 1]?.left ?? one.clientWidth + one.getBoundingClientRect().left),
        )
      })
      assert.ok(bar, `${width} pixels: what is in the bar stands side by side, in one line`)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await beside.getByRole('link', { name: /^Next/ }).click()
    await heading('beside two')
    assert.equal(await page.evaluate(isWider), false)
    await assertAccessible(page)
    await page.goBack()
    await heading('Checks')
    assert.equal(page.url().endsWith(list), true, page.url())
    // Where the places have no room for all, the others are in a menu, which lies above the rows.
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('button', { name: 'More', exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Schedules' }).click()
    await heading('Schedules')
    // What was opened otherwise is from no list.
    await page.goto(`${shared().url}/console/checks/1`)
    await heading('No amount is negative')
    assert.equal(await beside.count(), 0)
    await page.close()
    assertQuiet()
  })

  test('the search over all begins with what was seen last, until one signs out', async () => {
    const { app, open } = shared()
    const { bearer_token } = await realToken(app)
    const page = await open('/checks/1', { token: null })
    const signIn = async () => {
      await page.getByLabel('Token').fill(bearer_token)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('banner').waitFor()
    }
    const seen = page.getByRole('option', { name: /seen lately/ })
    await signIn()
    await page.getByRole('heading', { name: 'No amount is negative' }).waitFor()
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await seen.filter({ hasText: 'No amount is negative' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No amount is negative' }).waitFor()
    await page.getByRole('button', { name: /admin/i }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Token').waitFor()
    await signIn()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /Go to Overview/ }).waitFor()
    assert.equal(await seen.count(), 0)
    await page.close()
  })
}

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { answered, looks } from '../../harness/page-look.ts'
import { isFull, pages } from './every-page.ts'

/** In an ordinary run some of the pages and popups, because each must be opened anew; all under ASSAY_FULL. */
const someOf = <One>(all: readonly One[], every: number) =>
  all.filter((_one, index) => isFull || index % every === 0)

/**
 * Prepares the page for a walk by Tab: it notes what got the focus, and what of it showed no frame. The walk begins at the top.
 * Within a row or a menu arrow keys lead on, and one of several radio buttons stands for all.
 */
const begin = `
  window.walked = new Set();
  window.unframed = new Set();
  document.addEventListener('focusin', ({ target }) => {
    walked.add(target);
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    if (outlineStyle === 'none' || outlineWidth === '0px') unframed.add(target.outerHTML.slice(0, 200));
  });
  document.activeElement?.blur();
  window.toWalk = () => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (one) => one.checkVisibility() && !one.matches(':disabled, input[type=radio]') && !one.closest('[role=row]') && !one.closest('[inert]'),
  );
  toWalk().length`

/** What the walk has not come to, or to what it came without showing so. */
const end = `({
  missed: toWalk().filter((one) => !walked.has(one)).map((one) => one.outerHTML.slice(0, 200)),
  unframed: [...unframed],
})`

/** Opens what a button of the page opens, by a key. */
const by = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().press('Enter')

const openMore = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'More', exact: true }).press('Enter')

/** The same of a button that a narrow screen has behind “More”. */
const ofMore = (name: string | RegExp) => async (page: Page) => {
  if (await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).isVisible())
    await openMore(page)
  await by(name)(page)
}

/** The same of an act that every screen has behind “More”. */
const ofMenu = (name: string) => async (page: Page) => {
  await openMore(page)
  await page.getByRole('menuitem', { name }).press('Enter')
}

/** The same of a button that is there once a row of the list is chosen. */
const ofChosen = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('row').nth(1).press('x')
  await by(name)(page)
}

/** Popups by the page on which they open, and the key that opens them where the focus is on their button. */
const popups: readonly (readonly [
  address: string,
  open: (page: Page) => Promise<void>,
  role: 'menu' | 'dialog',
])[] = [
  ['/overview', (page) => page.keyboard.press('Control+k'), 'dialog'],
  ['/overview', (page) => page.keyboard.press('?'), 'dialog'],
  ['/overview', (page) => page.getByRole('banner').getByRole('button').last().press('Enter'), 'menu'],
  ['/anomalies', ofMore(/^Change all/), 'dialog'],
  ['/anomalies', ofChosen(/^Archive 1/), 'menu'],
  ['/anomalies', ofChosen('Plan a change …'), 'dialog'],
  ['/anomalies/1', by('Archive'), 'menu'],
  ['/checks', ofMore(/^Change all/), 'dialog'],
  ['/checks/1', by('Archive'), 'menu'],
  ['/flows/1', by('Delete'), 'dialog'],
  ['/flows/new?trigger=operation', by('Insert a token'), 'menu'],
  ['/people', by(/^Remove/), 'dialog'],
  ['/people', by(/^Rights of/), 'dialog'],
  ['/settings', by(/^Change/), 'dialog'],
  ['/settings?view=tags', by(/^Change/), 'dialog'],
  ['/settings?view=tags', by(/^Delete/), 'dialog'],
  ['/teams', by('New team'), 'dialog'],
  ['/containers/1', ofMenu('Export or copy'), 'dialog'],
  ['/datastores/1', ofMenu('Compute a file'), 'dialog'],
  ['/datastores/1', openMore, 'menu'],
  ['/checks', by('Views'), 'menu'],
]

/** What can be done without a mouse. */
export function keyboard(shared: () => ConsoleInBrowser): void {
  test('Tab leads to everything that can be done on each page, and shows where it is', async () => {
    const page = await shared().open('/overview')
    const found: Record<string, unknown> = {}
    for (const [address, heading] of someOf(pages, 6)) {
      await page.goto(`${shared().url}/console${address}`)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await answered(page)
      const count = await page.evaluate<number>(begin)
      assert.ok(count > 5, `${address} has nothing to walk over`)
      // Some more than there are: groups that scroll are stops too, and what a focus shows may be new.
      for (let step = 0; step < count + 10; step += 1) await page.keyboard.press('Tab')
      const { missed, unframed } = await page.evaluate<{ missed: string[]; unframed: string[] }>(end)
      if (missed.length + unframed.length > 0) found[address] = { missed, unframed }
    }
    assert.deepEqual(found, {})
    await page.close()
  })

  test('letters are no keys for who has turned them off, and arrows still are', async () => {
    const { app, open, url, assertQuiet } = shared()
    const { body: before } = await app.ask('GET', '/api/anomalies?sort_weight=desc&size=1')
    const page = await open('/settings')
    await page.getByRole('link', { name: 'This browser', exact: true }).click()
    await page.getByRole('combobox', { name: 'Letters as keys' }).selectOption('off')
    await page.goto(`${url}/console/anomalies`)
    const row = page.locator('[data-index="0"]')
    await row.focus()
    for (const key of ['a', '1', 'x', 'm', 'j', '?', 'g', 'o']) await page.keyboard.press(key)
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-index="1"]:focus').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(await page.getByText('chosen').count(), 0)
    assert.equal(new URL(page.url()).pathname, '/console/anomalies')
    const { body: after } = await app.ask('GET', `/api/anomalies/${before.items[0].id}`)
    assert.equal(after.status, before.items[0].status)
    await page.close()
    assertQuiet()
  })

  test('each popup opens by a key without a fault that axe knows, and Escape closes it', async () => {
    const page = await shared().open('/overview')
    for (const [turn, [address, open, role]] of someOf(popups, 5).entries()) {
      for (const [index, { colorScheme, viewport }] of looks.entries()) {
        if (!isFull && index !== turn % looks.length) continue
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        await page.goto(`${shared().url}/console${address}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await answered(page)
        await open(page)
        const popup = page.getByRole(role)
        await popup.waitFor()
        await assertAccessible(page)
        await page.keyboard.press('Escape')
        await popup.waitFor({ state: 'hidden' })
      }
    }
    await page.close()
  })

  test('the acts behind “More” are reached by keys on a small screen, and what one opened gives the focus back', async () => {
    const page = await shared().open('/datastores/1', { viewport: { width: 390, height: 640 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await openMore(page)
    await page.getByRole('menuitem', { name: 'Run with settings' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    const last = page.getByRole('menuitem', { name: 'Delete' }).and(page.locator(':focus'))
    await last.waitFor()
    const { y, height } = (await last.boundingBox()) ?? assert.fail('it is not drawn')
    assert.ok(y + height <= 640, 'the end of the menu is within the screen')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await page
      .getByRole('main')
      .getByRole('button', { name: 'More', exact: true })
      .and(page.locator(':focus'))
      .waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('a folder is connected, a check written and judged, its anomaly dealt with and exported, by keys alone', async () => {
    const { app, open, assertQuiet } = shared()
    const folder = join(app.folder, 'by-keys')
    await mkdir(folder)
    await writeFile(join(folder, 'by-keys.csv'), 'id,pieces\n1,-2\n2,3\n')
    const page = await open('/datastores')
    const main = page.getByRole('main')
    /** Goes on by Tab until this has the focus. */
    const reach = async (wanted: Locator) => {
      await wanted.first().waitFor()
      const focused = wanted.and(page.locator(':focus'))
      for (let step = 0; (await focused.count()) === 0; step += 1) {
        assert.ok(step < 150, `Tab does not lead to ${wanted}`)
        await page.keyboard.press('Tab')
      }
    }
    const press = async (wanted: Locator) => {
      await reach(wanted)
      await page.keyboard.press('Enter')
    }
    const write = async (line: Locator, text: string) => {
      await reach(line)
      await page.keyboard.type(text)
    }
    await press(main.getByRole('link', { name: 'Add a datastore' }))
    await write(main.getByLabel('Name', { exact: true }), 'by keys')
    await write(main.getByLabel('Folder'), folder)
    await press(main.getByRole('button', { name: 'Add and sync' }))
    await page.getByRole('link', { name: 'by-keys.csv' }).waitFor()
    await press(main.locator('[role=row][data-index="0"]'))
    await press(main.getByRole('link', { name: 'New check', exact: true }))
    await reach(main.getByLabel(/^pieces/))
    await page.keyboard.press('Space')
    await write(main.getByRole('searchbox', { name: /^Rule/ }), 'not negative')
    await press(main.getByRole('button', { name: /^Not Negative/ }))
    await page.getByText('1 of 2 rows fail').waitFor()
    await press(main.getByRole('button', { name: 'Save and activate', disabled: false }))
    await press(main.getByRole('button', { name: 'Scan by-keys.csv now', disabled: false }))
    await main.getByText('1 of 2 rows fail.').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await write(main.getByRole('searchbox', { name: 'Search messages' }), 'pieces')
    await main.locator('[role=grid][aria-rowcount="2"]').waitFor()
    await reach(main.locator('[role=row][data-index="0"]'))
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: /pieces/ })
      .waitFor()
    await page.keyboard.press('1')
    await page.getByRole('heading', { name: 'Nothing open is like that' }).waitFor()
    await page.keyboard.press('Control+z')
    await main.locator('[role=row][data-index="0"]').waitFor()
    const exporting = main.getByRole('button', { name: 'Export', exact: true })
    await press(exporting)
    await page.getByRole('dialog').locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await exporting.and(page.locator(':focus')).waitFor()
    await page.close()
    assertQuiet()
  })
}

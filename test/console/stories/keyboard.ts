import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
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

/** The same of a button that a narrow screen has behind “More”. */
const ofMore = (name: string | RegExp) => async (page: Page) => {
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) await more.press('Enter')
  await by(name)(page)
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
  ['/containers/1', ofMore('Export or copy'), 'dialog'],
  ['/datastores/1', ofMore('Compute a file'), 'dialog'],
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
}

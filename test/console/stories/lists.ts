import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { isWider } from '../../harness/page-look.ts'

const total = 1_000_000

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
    const all = 'Run Result Message Datastore Containers Records Findings Started Took By'.split(' ')
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
}

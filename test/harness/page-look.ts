import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page, Request } from 'playwright-core'

/** A folder for a picture of each page that is looked at; undefined: none is made. */
export const pictures = process.env['ASSAY_PICTURES']

/** The file name of the picture of a page, in one of its looks. */
export function pictureName(address: string, look: string): string {
  return `${address.slice(1).replaceAll(/[^\w-]+/g, '_')}-${look}.png`
}

/** How pages are looked at. */
export const looks = [
  { words: 'light and wide', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { words: 'dark and narrow', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** Keeps pictures of a page as it is now in each look, where pictures are wanted; its size is as before then. */
export async function keepPictures(page: Page, address: string): Promise<void> {
  if (!pictures) return
  const before = page.viewportSize()
  for (const { colorScheme, viewport } of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(pictures, pictureName(address, colorScheme)) })
  }
  if (before) await page.setViewportSize(before)
}

/** An expression of the page: whether something in it is wider than the screen, but for what scrolls in itself and is no list. */
export const isWider =
  "[document.documentElement, ...document.querySelectorAll('main, .table')].some((one) => one.scrollWidth > one.clientWidth)"

/** Finds one of many by its name in a chooser with this label, and chooses it. */
export async function chooseBy(place: Locator, label: string, name: string): Promise<void> {
  const line = place.getByRole('combobox', { name: label, exact: true })
  await line.fill(name)
  const list = place.page().getByRole('listbox', { name: label, exact: true })
  await list.getByRole('option', { name, exact: true }).click()
}

/** Has one of the acts done that the page of a thing has behind “More”. */
export async function doOfMore(page: Page, words: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: words, exact: true }).click()
}

/** Waits until a line of a form shows this value. */
export async function showsValue(line: Locator, value: string): Promise<void> {
  while ((await line.inputValue()) !== value) await delay(20)
}

const underWay = new WeakMap<Page, Set<Request>>()

/** Begins to notice what a page asks of the service, for `answered`. */
export function noticeRequests(page: Page): void {
  const open = new Set<Request>()
  underWay.set(page, open)
  page.on('request', (request) => {
    // A stream ends with the page alone.
    if (!/\/events(\?|$)/.test(request.url())) open.add(request)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
}

/** The requests of a page that have no answer yet, for people. */
export function unanswered(page: Page): string[] {
  return [...(underWay.get(page) ?? [])].map((request) => `${request.method()} ${request.url()}`)
}

/** Waits until the page has drawn the answers to all that it asked, also to what it asked because of them. */
export async function answered(page: Page): Promise<void> {
  const open = underWay.get(page) ?? new Set()
  const isIdle = async () => {
    // Two frames: the first draws what has come, and what is asked because of it is under way before the second ends.
    await page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))')
    return open.size === 0
  }
  for (let idle = 0; idle < 2;) {
    if (open.size > 0)
      await Promise.race([page.waitForEvent('requestfinished'), page.waitForEvent('requestfailed')])
    idle = (await isIdle()) ? idle + 1 : 0
  }
}

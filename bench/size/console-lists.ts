import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ensureConsole } from '../../scripts/console/build.ts'
import { startChromium } from '../../test/harness/chromium.ts'
import { startTestServer } from '../../test/harness/database.ts'
import { launchService } from '../../test/harness/launch-service.ts'
import { placeForHome } from '../../test/harness/service-process.ts'
import { barred, median, timed } from '../measure.ts'
import { fillStore, fullSize } from './fill-store.ts'
import { newDatabase } from './size.ts'

const rounds = 7

/** Of the records only those that lists do not show are left out: writing all of them takes minutes. */
const filled = { ...fullSize, source_records: 100_000, records_of_one_scan: 50_000 }

/** The long lists, with how many rows each has at least. */
const lists = [
  ['/runs', filled.operations],
  ['/anomalies', filled.anomalies * 0.3],
  ['/anomalies?view=archived', filled.anomalies * 0.6],
] as const

/** How soon the console's long lists can be used over a store of years, and their middle and end after a jump; milliseconds in the browser. */
export async function measureConsoleLists(): Promise<object> {
  assert.equal(await ensureConsole(), null)
  const server = await startTestServer()
  const { home, remove } = placeForHome('open')
  const browser = await startChromium()
  try {
    const url = await newDatabase(server.url)
    const [filling] = await timed(() => fillStore(url, filled))
    const secretKey = randomBytes(32).toString('hex')
    const settings = { ASSAY_HOME: home, DATABASE_URL: url, ASSAY_SECRET_KEY: secretKey, ASSAY_ROLE: 'api' }
    const service = launchService(settings)
    try {
      const address = await service.ready
      const token = readFileSync(join(home, 'admin-token'), 'utf8').trim()
      const figures: Record<string, object> = {}
      for (const [path, rows] of lists)
        figures[path.slice(1)] = await measureList(browser, { address, token, path, rows })
      return { filled, filling_s: Math.round(filling / 1000), ...figures }
    } finally {
      await service.end()
    }
  } finally {
    await browser.close()
    remove()
    await server.stop()
  }
}

interface Place {
  address: string
  token: string
  path: string
  rows: number
}

async function measureList(browser: Browser, { address, token, path, rows }: Place): Promise<object> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  const times = { first_ms: [] as number[], middle_ms: [] as number[], end_ms: [] as number[] }
  let total = 0
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage()
    await page.goto(`${address.replace(/\/$/, '')}/console${path}`, { waitUntil: 'commit' })
    times.first_ms.push(await sinceStart(page))
    total = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
    assert.ok(total >= rows, `${path} has ${total} rows`)
    times.middle_ms.push(await jump(page, 0.5))
    times.end_ms.push(await jump(page, 1))
    await page.close()
  }
  await context.close()
  const [cold = Number.NaN, ...warm] = times.first_ms
  return {
    rows: total,
    cold_ms: cold,
    interactive_ms: barred(median(warm), 1000),
    middle_ms: barred(median(times.middle_ms), 1000),
    end_ms: barred(median(times.end_ms), 1000),
    all: times,
  }
}

/** From the begin of the navigation until the rows in sight are there, and the page answers. */
function sinceStart(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const isFilled = ${isFilled}
    const look = () =>
      isFilled() ? resolve(Math.round(performance.now())) : requestAnimationFrame(look)
    look()
  })`)
}

/** From a scroll to a part of the way until the rows there are seen. */
const jump = (page: Page, part: number): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const isFilled = ${isFilled}
    const grid = document.querySelector('[role=grid]')
    const begun = performance.now()
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * ${part}
    const look = () =>
      isFilled() ? resolve(Math.round(performance.now() - begun)) : requestAnimationFrame(look)
    // The rows from before the jump are still drawn in this frame.
    requestAnimationFrame(() => requestAnimationFrame(look))
  })`)

/** In the page: true when every row in sight is whole. As a text, because the policy of the page forbids other scripts. */
const isFilled = `() => {
  const grid = document.querySelector('[role=grid]')
  if (!grid) return false
  const { top, bottom } = grid.getBoundingClientRect()
  const seen = [...grid.querySelectorAll('.rows > .tr')].filter((row) => {
    const place = row.getBoundingClientRect()
    return place.bottom > top && place.top < bottom
  })
  return seen.length > 3 && seen.every((row) => row.querySelector('a') !== null)
}`

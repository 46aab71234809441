import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { ensureConsole } from '../../scripts/console/build.ts'
import { startChromium } from './chromium.ts'
import { noticeRequests, unanswered } from './page-look.ts'
import { startWorkingApp, type WorkingApp } from './working-app.ts'

/** The console of a service, in a browser; both serve all tests of a file. */
export interface ConsoleInBrowser {
  app: WorkingApp
  /** The address of the service, without a slash at its end. */
  url: string
  /**
   * Opens an address below `/console` as the user of this token (default: an Admin; null: nobody), in a browser that has kept nothing of other pages but their code.
   * Answers with the statuses `refused` are meant (default: none is).
   */
  open(
    address: string,
    options?: BrowserContextOptions & { token?: string | null; refused?: readonly number[] },
  ): Promise<Page>
  /** Fails when any page has met an error, or something that its policy forbids, since this was asked last: one error fails one test. */
  assertQuiet(): void
  /** What each open page shows and waits for, and what its errors were: a failed test says it, as its own error only says what it missed. */
  describePages(): Promise<string>
  close(): Promise<void>
}

/** How many times slower the processor of the pages is, by which races between a person and the page show themselves; absent: as it is. */
const slowness = Number(process.env['ASSAY_SLOW_PAGES'] ?? 1)

/** Slows a page down, and its way to the service. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50 * slowness,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** Opens a page of the service's address that stays, with nothing in it: the process of a profile's pages, which takes long to start, ends with the last of them. */
async function keepProcess(profile: BrowserContext, url: string): Promise<void> {
  const page = await profile.newPage()
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(url)
}

/** Starts a service with its worker and a browser. Throws a sentence when there is no browser or no build. */
export async function startConsole(): Promise<ConsoleInBrowser> {
  const unbuilt = await ensureConsole()
  assert.equal(unbuilt, null)
  const browser = await startChromium()
  const app = await startWorkingApp({ hasOneConnection: true }).catch(async (error: unknown) => {
    await browser.close()
    throw error
  })
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const admin = await app.user('Admin')
  const said: string[] = []
  const profiles = new Map<string, BrowserContext>()
  /** Who comes with the same token gets the same profile, without what the pages kept in it: code that was loaded need not be loaded again. */
  const newPage = async (token: string | null, options: BrowserContextOptions): Promise<Page> => {
    const key = JSON.stringify([token, options])
    const known = profiles.get(key)
    const context =
      known ??
      (await browser.newContext({
        viewport: { width: 1280, height: 800 },
        // Not by a route, which would have the browser keep nothing of what it loads.
        ...(token !== null && { extraHTTPHeaders: { authorization: `Bearer ${token}` } }),
        ...options,
      }))
    // No test waits for it that does not fail; on a busy machine the first page of a profile takes long.
    context.setDefaultTimeout(60_000)
    if (!known && token !== null) await keepProcess(context, url)
    const page = await context.newPage()
    // It closes by itself where the whole browser does, and then refuses to be closed.
    if (token === null) page.on('close', () => void context.close().catch(() => undefined))
    else profiles.set(key, context)
    if (known) {
      const session = await context.newCDPSession(page)
      await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'local_storage' })
      await session.detach()
    }
    return page
  }
  return {
    app,
    url,
    async open(address, { token = admin, refused = [], ...options } = {}) {
      const page = await newPage(token, options)
      noticeRequests(page)
      if (slowness > 1) await slowDown(page)
      page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`))
      page.on('console', (message) => {
        // A refused request is told below, with what it was refused for.
        const isRefusal = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isRefusal) said.push(`${page.url()}: ${message.text()}`)
      })
      page.on('response', (answer) => {
        const status = answer.status()
        const isExpected = status < 400 || (token === null && status === 401) || refused.includes(status)
        if (isExpected) return
        const place = said.push(`${page.url()}: ${status} of ${answer.url()}`) - 1
        void answer.text().then(
          (body) => (said[place] += `: ${body}`),
          () => undefined,
        )
      })
      await page.goto(`${url}/console${address}`)
      return page
    },
    assertQuiet() {
      assert.deepEqual(said.splice(0), [])
    },
    async describePages() {
      const pages = [...profiles.values()].flatMap((context) => context.pages())
      const shown = pages.map(async (page) => {
        const text = await page
          .locator('body')
          .innerText({ timeout: 2_000 })
          .catch((error: Error) => `nothing: ${error.message}`)
        return `${page.url()} waits for [${unanswered(page).join(', ')}] and shows: ${text.slice(0, 2_000)}`
      })
      return [...(await Promise.all(shown)), ...said].join('\n')
    },
    async close() {
      await browser.close()
      await app.close()
    },
  }
}

/** Fails with what axe finds wrong with the page as it is now. */
export async function assertAccessible(page: Page): Promise<void> {
  // As an expression, because the policy of the page forbids other scripts.
  await page.evaluate(`${axe.source};null`)
  const found = await page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  )
  assert.deepEqual(found, [])
}

// Renews the pictures of the console in the documents, from a running demo: node scripts/console-picture.ts [ADDRESS] [TOKEN FILE]
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { createClient } from '../client/src/index.ts'
import { startChromium } from '../test/harness/chromium.ts'
import { answered, noticeRequests } from '../test/harness/page-look.ts'

/** A picture of the guide: its file, the page, how high it is (pixels), and what is done there before. */
interface Picture {
  file: string
  address: string
  height: number
  prepare?(page: Page): Promise<void>
}

const pictures: readonly Picture[] = [
  {
    file: 'console.png',
    address: '/anomalies',
    height: 600,
    async prepare(page) {
      await page.locator('[data-index="9"]').click()
      await page.getByRole('region', { name: 'Failing rows' }).waitFor()
    },
  },
  { file: 'console-overview.png', address: '/overview', height: 700 },
  {
    file: 'console-check.png',
    address: '/checks?search=director',
    height: 700,
    async prepare(page) {
      await page.getByRole('link', { name: /director/ }).click()
      await page.getByRole('link', { name: 'Edit and try' }).click()
      const trial = page.getByRole('region', { name: 'Trial' })
      await trial.getByRole('heading', { name: /failing rows/ }).waitFor()
    },
  },
  {
    file: 'console-plan.png',
    address: '/anomalies?search=title',
    height: 520,
    async prepare(page) {
      await page.getByRole('button', { name: /^Change all/ }).click()
      await page.getByLabel('Status', { exact: true }).selectOption('Invalid')
      await page.getByText(/would be changed/).waitFor()
    },
  },
  {
    file: 'console-settings.png',
    address: '/settings?view=service',
    // What comes below are folders of the machine.
    height: 455,
    async prepare(page) {
      await page.getByRole('heading', { name: 'Settings in force' }).waitFor()
    },
  },
]

const [url = 'http://127.0.0.1:8080', tokenFile = '.assay/admin-token'] = process.argv.slice(2)
const token = readFileSync(tokenFile, 'utf8').trim()
const { code } = await createClient({ url, token }).createSignInCode({ body: { token } })
const browser = await startChromium()
const page = await browser.newPage({ viewport: { width: 1180, height: 600 } })
noticeRequests(page)
await page.goto(`${url}/console/sign-in#${code}`)
await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
for (const { file, address, height, prepare } of pictures) {
  await page.setViewportSize({ width: 1180, height })
  await page.goto(`${url}/console${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await prepare?.(page)
  await answered(page)
  await page.screenshot({ path: `docs/guide/${file}` })
}
await browser.close()

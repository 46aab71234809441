// Renews the picture of the console in the documents, from a running demo: node scripts/console-picture.ts [ADDRESS] [TOKEN FILE]
import { readFileSync } from 'node:fs'
import { createClient } from '../client/src/index.ts'
import { startChromium } from '../test/harness/chromium.ts'

const [url = 'http://127.0.0.1:8080', tokenFile = '.assay/admin-token'] = process.argv.slice(2)
const token = readFileSync(tokenFile, 'utf8').trim()
const { code } = await createClient({ url, token }).createSignInCode({ body: { token } })
const browser = await startChromium()
const page = await browser.newPage({ viewport: { width: 1180, height: 600 } })
await page.goto(`${url}/console/sign-in#${code}`)
await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
await page.goto(`${url}/console/anomalies`)
await page.locator('[data-index="9"]').click()
await page.getByRole('region', { name: 'Failing rows' }).waitFor()
await page.waitForLoadState('networkidle')
await page.screenshot({ path: 'docs/guide/console.png' })
await browser.close()

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'

/** Names under which distributions install it, the one that draws no windows first: a page takes a fifth less of processor time in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Starts the browser of the machine, unseen. Throws a sentence that says what to install when there is none. */
export async function startChromium(): Promise<Browser> {
  const folders = [process.env['PATH'], '/usr/bin'].join(delimiter).split(delimiter)
  const installed =
    process.env['ASSAY_TEST_CHROMIUM'] ||
    folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
  if (!installed) {
    throw new Error(
      'The tests of the console need Chromium: install the package chromium-headless-shell or chromium, or name a browser in ASSAY_TEST_CHROMIUM.',
    )
  }
  // Its own sandbox does not run as root, as which containers of tests usually run. Pages of a service share a process as long as one of them is open.
  return chromium.launch({
    executablePath: fileURLToPath(new URL('chromium.sh', import.meta.url)),
    env: { ...process.env, ASSAY_TEST_CHROMIUM: installed },
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--process-per-site'],
  })
}

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const root = new URL('../../', import.meta.url)
const guide = readFileSync(new URL('docs/guide/reading.md', root), 'utf8')

let app: WorkingApp
let source: Source
const session = new Session()

before(async () => {
  app = await startWorkingApp()
  source = await app.source({ 'orders.csv': 'id,price\n1,5\n2,\n3,7\n' })
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
after(async () => {
  session.disconnect()
  await app.close()
})

describe('the guide for reading', () => {
  it('leads through files that run when a check is created, and when a scan judges it', async () => {
    const creating = filesOf('A check is created')
    const scanning = filesOf('A scan judges it')
    assert.deepEqual([creating.length, scanning.length], [15, 30])

    await ranSince()
    await app.check(source, 'orders.csv', { rule: 'notNull', fields: ['price'] })
    assert.deepEqual(missing(creating, await ranSince()), [])

    const run = await app.scan(source)
    assert.equal(run.result, 'success')
    assert.deepEqual(missing(scanning, await ranSince()), [])
  })
})

/** Files that the table below a heading names, in its order. */
function filesOf(heading: string): string[] {
  const section = guide.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/^\| \d+ \| `([^`]+)`/gm)].map(([, file = '']) => file)
}

/** Files of the service in which a function has run since the last call. */
async function ranSince(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ran = result.filter(({ functions }) => functions.some(isCalled))
  return new Set(
    ran
      .map(({ url }) => url)
      .filter((url) => url.startsWith(root.href))
      .map(pathOf),
  )
}

/** Not the module's own code, which runs when it is imported. */
const isCalled = ({
  functionName,
  ranges: [whole],
}: {
  functionName: string
  ranges: { startOffset: number; count: number }[]
}) => whole !== undefined && whole.count > 0 && (functionName !== '' || whole.startOffset > 0)

const pathOf = (url: string) => fileURLToPath(url).slice(fileURLToPath(root).length)

const missing = (listed: readonly string[], ran: ReadonlySet<string>) =>
  listed.filter((file) => !ran.has(file))

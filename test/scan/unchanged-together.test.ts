import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { workUnits } from '../../src/runs/work-unit.ts'
import { claimTogether } from '../harness/claimed-units.ts'
import { statementsOf } from '../harness/statements.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

let app: WorkingApp
let sent: string[]
before(async () => {
  app = await startWorkingApp({ workers: 0 })
  Object.assign(app.environment.sources, { settled_seconds: 0, keeps_unchanged: true })
  sent = statementsOf(app.environment.store, /./)
})
after(() => app?.close())

const prices = (...found: number[]): string =>
  csv(
    ['id', 'price'],
    found.map((price, index) => [index, price]),
  )

/** Files with a check each, that were scanned once. */
async function scannedFiles(contents: Record<string, string>): Promise<{ source: Source; first: number }> {
  const source = await app.source(contents)
  for (const name of Object.keys(contents))
    await app.check(source, name, { rule: 'notNegative', fields: ['price'] })
  const first = await app.trigger(source, { type: 'scan' })
  while (await app.step()) continue
  return { source, first }
}

/** A scan of all of them together, with what was sent to the state for it. */
async function scannedTogether(source: Source) {
  const { id, units } = await claimTogether(app, source, 'scan')
  sent.length = 0
  const { signal } = new AbortController()
  await workUnits(
    app.environment,
    units.map((unit) => ({ unit, signal })),
  )
  const texts = sent.toSorted()
  while (await app.step()) continue
  return { scan: await app.ended(id), texts }
}

describe('containers that are scanned together and did not change', () => {
  test('keep what the last scan found in each, and one that changed is read', async () => {
    const { source, first } = await scannedFiles({
      'passes.csv': prices(1, 2),
      'fails.csv': prices(1, -2, -3),
      'changes.csv': prices(1, 2),
      'passes-too.csv': prices(4),
    })
    source.write({ 'changes.csv': prices(1, -2, 3) })
    const { scan } = await scannedTogether(source)
    assert.deepEqual([scan.result, scan.status.anomalies_identified], ['success', 3])
    const since = new Map<string, number | null>()
    for (const { id, container } of scan.container_scans) {
      const { body } = await app.ask('GET', `/api/container-scans/${id}`)
      since.set(container.name, body.partition_scans[0].unchanged_since)
    }
    assert.deepEqual(Object.fromEntries(since), {
      'passes.csv': first,
      'fails.csv': first,
      'changes.csv': null,
      'passes-too.csv': first,
    })
  })

  test('are told from the state by as many statements however many they are', async () => {
    const files = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, number) => [
          `${String.fromCodePoint(97 + number)}.csv`,
          prices(1, 2),
        ]),
      )
    const few = await scannedTogether((await scannedFiles(files(3))).source)
    const many = await scannedTogether((await scannedFiles(files(12))).source)
    assert.equal(many.scan.status.partitions_scanned, 12)
    assert.ok(few.texts.length > 0)
    assert.deepEqual(many.texts, few.texts)
  })
})

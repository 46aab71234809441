import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { workUnits } from '../../src/runs/work-unit.ts'
import type { ClaimedUnit } from '../../src/store/queue/claim.ts'
import { claimTogether } from '../harness/claimed-units.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

let app: WorkingApp
before(async () => {
  app = await startWorkingApp({ workers: 0 })
})
after(async () => {
  if (app) await assertRunInvariants(app)
  await app?.close()
})

const names = ['a.csv', 'b.csv', 'gone.csv', 'z.csv']

async function fourFiles(): Promise<Source> {
  const rows = Array.from({ length: 40 }, (_, id) => [id, id % 4])
  const source = await app.source(Object.fromEntries(names.map((name) => [name, csv(['id', 'kind'], rows)])))
  source.remove('gone.csv')
  return source
}

const claimed = (source: Source) => claimTogether(app, source, 'profile')

const work = (units: readonly ClaimedUnit[]) =>
  workUnits(
    app.environment,
    units.map((unit) => ({ unit, signal: new AbortController().signal })),
  )

/** What the run has left in every container, and its numbers. */
async function leftBy(source: Source, id: number) {
  const { status, result } = await app.ended(id)
  const containers: object[] = []
  for (const [name, container] of [...(await app.containers(source))].toSorted()) {
    const figures = (await app.ask('GET', `/api/containers/${container}/field-profiles`)).body.items
    const checks = (await app.ask('GET', `/api/quality-checks?container=${container}&size=100`)).body.items
    containers.push({
      name,
      figures: figures.map(({ name: field, sum }: { name: string; sum: number }) => [field, sum]),
      checks: checks.map(({ description }: { description: string }) => description).toSorted(),
    })
  }
  return { status, result, containers }
}

describe('containers of a run that are profiled together', () => {
  test('leave what they leave one by one, whatever befalls one of them', async () => {
    const alone = await fourFiles()
    const one = await app.trigger(alone, { type: 'profile' })
    while (await app.step()) continue
    const source = await fourFiles()
    const { id, units } = await claimed(source)
    assert.equal(units.length, names.length)
    await work(units)
    while (await app.step()) continue
    const left = await leftBy(source, id)
    assert.deepEqual(left, await leftBy(alone, one))
    assert.equal(left.status.containers_analyzed, 3)
  })

  test('are written without one that was taken over meanwhile, which is left to who has it', async () => {
    const { id, units } = await claimed(await fourFiles())
    const [taken] = units
    const { database } = app.environment.store
    const own = database.updateTable('units').where('id', '=', taken?.id ?? 0)
    await own.set((eb) => ({ attempt: eb('attempt', '+', 1) })).execute()
    await work(units)
    const { status } = (await app.ask('GET', `/api/operations/${id}`)).body
    assert.equal(status.containers_analyzed, 2)
    await own.set({ lease_until: null }).execute()
    while (await app.step()) continue
    assert.equal((await app.ended(id)).status.containers_analyzed, 3)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { connectors } from '../../src/connectors/registry.ts'
import { workUnits } from '../../src/runs/work-unit.ts'
import type { ClaimedUnit } from '../../src/store/queue/claim.ts'
import { lockContainerScan } from '../../src/store/scans.ts'
import { claimTogether } from '../harness/claimed-units.ts'
import { finish } from '../harness/runs.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { harvest, type Asking } from '../harness/scan-rounds.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

let app: WorkingApp
before(async () => {
  app = await startWorkingApp({ workers: 0 })
})
after(async () => {
  if (app) await assertRunInvariants(app)
  await app?.close()
})

const ask: Asking = async (method, path, body) => {
  const answer = await app.ask(method as 'GET', `/api${path}`, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const prices = (...found: unknown[]): string =>
  csv(
    ['id', 'price'],
    found.map((price, index) => [index, price]),
  )

const many = Array.from({ length: 30 }, (_, row) => -row - 1)

/** Two containers of several files: most pass; some have failing rows, a few or many, no row at all, or a value that does not fit. */
const files: Record<string, string> = {
  'day_1.csv': prices(1, 2),
  'day_2.csv': prices(1, -2, 3),
  'day_3.csv': prices(...many),
  'day_4.csv': prices(),
  'day_5.csv': prices(4),
  'day_6.csv': prices(5),
  'week_1.csv': prices(1),
  'week_2.csv': prices(2, 2),
}
const containers = ['day_*.csv', 'week_*.csv']

async function newSource(): Promise<Source> {
  const source = await app.source(files)
  for (const name of containers) {
    const add = (rule: string, members: object = {}) =>
      app.check(source, name, { rule, fields: ['price'], description: `${rule} of ${name}`, ...members })
    await add('notNegative')
    await add('notNull', { coverage: 0.9 })
    await add('sum', { properties: { value: 5 } })
  }
  return source
}

/** One of the files is gone, and another has a word for a price, since the containers were begun. */
const damage = (source: Source) => (): void => {
  source.remove('day_6.csv')
  source.write({ 'week_2.csv': prices('dear') })
}

const claimed = (source: Source, change = () => undefined as void) =>
  claimTogether(app, source, 'scan', { begun: containers.length, change })

const inHand = (units: readonly ClaimedUnit[], signal = new AbortController().signal) =>
  units.map((unit) => ({ unit, signal }))

const unitsOf = (operationId: number) =>
  app.environment.store.database
    .selectFrom('units')
    .innerJoin('operation_containers as scans', 'scans.id', 'units.container_scan_id')
    .select(['units.id', 'units.kind', 'state', 'claims', 'scans.result'])
    .where('units.operation_id', '=', operationId)
    .where('units.kind', '<>', 'container')
    .orderBy('units.id')
    .execute()

describe('partitions of a run that are read together', () => {
  test('leave what they leave one by one, of several containers, whatever befalls one of them', async () => {
    const alone = await newSource()
    const first = await app.trigger(alone, { type: 'scan' })
    for (const kind of ['plan', 'container', 'container']) assert.equal(await app.step(), kind)
    damage(alone)()
    await finish(app)
    const source = await newSource()
    const { id, units } = await claimed(source, damage(source))
    assert.deepEqual(
      units.map(({ kind }) => kind),
      Array(8).fill('partition'),
    )
    await workUnits(app.environment, inHand(units))
    assert.deepEqual(
      (await unitsOf(id)).map(({ kind, state }) => `${kind} ${state}`),
      [
        ...['done', 'done', 'done', 'done', 'done', 'failed', 'done', 'failed'].map(
          (state) => `partition ${state}`,
        ),
        ...containers.map(() => 'conclude waiting'),
      ],
    )
    await finish(app)
    const [one, together] = [await app.ended(first), await app.ended(id)]
    assert.equal(together.result, 'failure')
    assert.deepEqual(await harvest(ask, together), await harvest(ask, one))
  })

  test('open their source once', async (context) => {
    const names = Array.from({ length: 12 }, (_, index) => `part_${index}.csv`)
    const source = await app.source(Object.fromEntries(names.map((name) => [name, prices(1)])))
    await app.check(source, 'part_*.csv', { rule: 'notNegative', fields: ['price'] })
    const { id, units } = await claimTogether(app, source, 'scan', { begun: 1 })
    assert.equal(units.length, names.length)
    const open = mock.method(connectors.get('local'), 'open')
    context.after(() => open.mock.restore())
    await workUnits(app.environment, inHand(units))
    assert.equal(open.mock.callCount(), 1)
    await finish(app)
    const { result, status } = await app.ended(id)
    assert.deepEqual(
      [result, status.partitions_scanned, status.records_processed],
      ['success', names.length, names.length],
    )
  })

  test('end without one that was taken over meanwhile, and the container waits for it', async () => {
    const source = await newSource()
    const { id, units } = await claimed(source)
    const lost = units[0]?.id ?? 0
    const { database } = app.environment.store
    await database
      .updateTable('units')
      .set((eb) => ({ attempt: eb('attempt', '+', 1) }))
      .where('id', '=', lost)
      .execute()
    await workUnits(app.environment, inHand(units))
    const left = (await unitsOf(id)).filter(({ state }) => state !== 'done')
    assert.deepEqual(
      left.map(({ kind, state }) => `${kind} ${state}`),
      ['partition running', 'conclude waiting'],
    )
    await database.updateTable('units').set({ lease_until: null }).where('id', '=', lost).execute()
    await finish(app)
    const { status } = await app.ended(id)
    assert.deepEqual([status.partitions_scanned, status.containers_analyzed], [8, 2])
  })

  test('write nothing once the run was aborted', async () => {
    const { id, units } = await claimed(await newSource())
    assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).status, 200)
    const earlier = await app.rows()
    await workUnits(app.environment, inHand(units, AbortSignal.abort()))
    await workUnits(app.environment, inHand(units))
    assert.equal(await app.rows(), earlier)
  })

  test(
    'give the rest back when one of them takes long; their containers have begun all the same',
    { timeout: 300_000 },
    async () => {
      const source = await app.source({
        'day_1.csv': prices(-1),
        'day_2.csv': prices(1),
        'day_3.csv': prices(1),
      })
      await app.check(source, 'day_*.csv', { rule: 'notNegative', fields: ['price'] })
      const { id, units } = await claimTogether(app, source, 'scan', { begun: 1 })
      const held = await app.environment.store.database.startTransaction().execute()
      // The findings of the first one cannot be written before this lock is released.
      await lockContainerScan(held, units[0]?.container_scan_id ?? 0)
      const working = workUnits(app.environment, inHand(units), { longest_ms: 1 })
      while ((await unitsOf(id)).filter(({ state }) => state === 'waiting').length < 2) await delay(10)
      assert.deepEqual(
        (await unitsOf(id)).map(({ state, claims, result }) => ({ state, claims, result })),
        [
          { state: 'running', claims: 1, result: 'running' },
          { state: 'waiting', claims: 0, result: 'running' },
          { state: 'waiting', claims: 0, result: 'running' },
        ],
      )
      await held.commit().execute()
      await working
      await finish(app)
      const scan = await app.ended(id)
      assert.deepEqual([scan.result, scan.status.partitions_scanned], ['success', 3])
    },
  )
})

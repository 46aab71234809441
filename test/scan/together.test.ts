import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { workUnits } from '../../src/runs/work-unit.ts'
import { claimMore, claimUnit, type ClaimedUnit } from '../../src/store/queue/claim.ts'
import { claimTogether } from '../harness/claimed-units.ts'
import { lockContainerScan } from '../../src/store/scans.ts'
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

const prices = (...found: number[]): string =>
  csv(
    ['id', 'price'],
    found.map((price, index) => [index, price]),
  )

const ask: Asking = async (method, path, body) => {
  const answer = await app.ask(method as 'GET', `/api${path}`, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Containers that pass, fail, are gone, have a check that cannot be evaluated any more, and have none. */
async function mixedSource(): Promise<Source> {
  const names = ['passes.csv', 'fails.csv', 'gone.csv', 'passes-too.csv', 'changed.csv', 'last.csv']
  const source = await app.source({
    ...Object.fromEntries(names.map((name) => [name, prices(1, 2, 3)])),
    'unchecked.csv': prices(1, 2),
  })
  for (const name of names) await app.check(source, name, { rule: 'notNegative', fields: ['price'] })
  source.write({ 'fails.csv': prices(1, -2, -3), 'changed.csv': csv(['id', 'cost'], [[1, 2]]) })
  source.remove('gone.csv')
  return source
}

const claimed = (source: Source) => claimTogether(app, source, 'scan')

const inHand = (units: readonly ClaimedUnit[], signal = new AbortController().signal) =>
  units.map((unit) => ({ unit, signal }))

const resultsOf = async (id: number): Promise<Record<string, string>> => {
  const { container_scans } = await ask('GET', `/operations/${id}`)
  return Object.fromEntries(
    container_scans.map(({ container, result }: { container: { name: string }; result: string }) => [
      container.name,
      result,
    ]),
  )
}

describe('containers of a run that are scanned together', () => {
  test('leave what they leave one by one', async () => {
    const alone = await mixedSource()
    const first = await app.trigger(alone, { type: 'scan' })
    while (await app.step()) continue
    const source = await mixedSource()
    const { id, units } = await claimed(source)
    assert.equal(units.length, 7)
    await workUnits(app.environment, inHand(units))
    assert.deepEqual(await resultsOf(id), {
      'passes.csv': 'success',
      'fails.csv': 'success',
      'gone.csv': 'failure',
      'passes-too.csv': 'success',
      'changed.csv': 'success',
      'last.csv': 'success',
      'unchecked.csv': 'success',
    })
    const [one, together] = [await app.ended(first), await app.ended(id)]
    assert.deepEqual(together.status, one.status)
    assert.equal(together.message, one.message)
    assert.deepEqual(await harvest(ask, together), await harvest(ask, one))
  })

  test('end without one that was taken over meanwhile, which is left to who has it', async () => {
    const source = await mixedSource()
    const { id, units } = await claimed(source)
    const [lost] = units
    const { database } = app.environment.store
    await database
      .updateTable('units')
      .set((eb) => ({ attempt: eb('attempt', '+', 1) }))
      .where('id', '=', lost?.id ?? 0)
      .execute()
    await workUnits(app.environment, inHand(units))
    const results = Object.values(await resultsOf(id)).toSorted()
    assert.deepEqual(results, ['failure', 'running', ...Array(5).fill('success')])
    const partitions = await database
      .selectFrom('partition_scans')
      .select('id')
      .where('container_scan_id', '=', lost?.container_scan_id ?? 0)
      .execute()
    assert.deepEqual(partitions, [])
    await database
      .updateTable('units')
      .set({ lease_until: null })
      .where('id', '=', lost?.id ?? 0)
      .execute()
    while (await app.step()) continue
    assert.equal((await app.ended(id)).status.partitions_scanned, 6)
  })

  test('write nothing once the run was aborted', async () => {
    const { id, units } = await claimed(await mixedSource())
    assert.equal((await app.ask('PUT', `/api/operations/abort/${id}`)).status, 200)
    const stopped = AbortSignal.abort()
    const earlier = await app.rows()
    await workUnits(app.environment, inHand(units, stopped))
    await workUnits(app.environment, inHand(units))
    assert.equal(await app.rows(), earlier)
  })

  test('are left alone where a worker was lost over them before, so that none takes the others with it', async () => {
    const id = await app.trigger(await mixedSource(), { type: 'scan' })
    await app.step()
    const { database } = app.environment.store
    const [, lost] = await database
      .selectFrom('units')
      .select('id')
      .where('operation_id', '=', id)
      .where('state', '=', 'waiting')
      .orderBy('id')
      .execute()
    await database
      .updateTable('units')
      .set({ claims: 1 })
      .where('id', '=', lost?.id ?? 0)
      .execute()
    const first = await claimUnit(database, 'together', 10)
    assert.ok(first)
    const more = await claimMore(database, first, 'together', 10, 99)
    assert.deepEqual(
      more.map((unit) => unit.id === lost?.id),
      Array(5).fill(false),
    )
    await workUnits(app.environment, inHand([first, ...more]))
    while (await app.step()) continue
    assert.equal((await app.ended(id)).status.partitions_scanned, 6)
  })

  test(
    'give the rest back when one of them takes long, also while it goes on',
    { timeout: 300_000 },
    async () => {
      const source = await app.source({ 'a.csv': prices(-1), 'b.csv': prices(1), 'c.csv': prices(1) })
      for (const name of ['a.csv', 'b.csv', 'c.csv'])
        await app.check(source, name, { rule: 'notNegative', fields: ['price'] })
      const { id, units } = await claimed(source)
      const { database } = app.environment.store
      // The findings of the first one cannot be written before this lock is released.
      const held = await database.startTransaction().execute()
      await lockContainerScan(held, units[0]?.container_scan_id ?? 0)
      const working = workUnits(app.environment, inHand(units), { longest_ms: 1 })
      const rest = () =>
        database
          .selectFrom('units')
          .innerJoin('operation_containers as scans', 'scans.id', 'units.container_scan_id')
          .select(['state', 'claims', 'scans.result', 'scans.start_time'])
          .where('units.operation_id', '=', id)
          .orderBy('units.id')
          .execute()
      while ((await rest()).filter(({ state }) => state === 'waiting').length < 2) await delay(10)
      const waiting = { state: 'waiting', claims: 0, result: 'queued', start_time: null }
      const [first, ...others] = await rest()
      assert.deepEqual(others, [waiting, waiting])
      assert.equal(first?.state, 'running')
      await held.commit().execute()
      await working
      assert.equal((await rest())[0]?.state, 'done')
      while (await app.step()) continue
      const scan = await app.ended(id)
      assert.deepEqual([scan.result, scan.status.partitions_scanned], ['success', 3])
    },
  )

  test(
    'do not hold up a scan when the others cannot be claimed: the one in hand is done alone',
    { timeout: 300_000 },
    async () => {
      const names = ['a.csv', 'b.csv', 'c.csv', 'd.csv']
      const source = await app.source(Object.fromEntries(names.map((name) => [name, prices(1)])))
      for (const name of names) await app.check(source, name, { rule: 'notNegative', fields: ['price'] })
      const { pool } = app.environment.store
      await pool.query(`
        create function refuse_companions() returns trigger language plpgsql as $$ begin
          if current_query() like '%units as first%' then raise exception 'no companions today'; end if;
          return new;
        end $$;
        create trigger refuse_companions before update on units for each row execute function refuse_companions()`)
      // Others are asked for once a container took less than a second, which a busy machine may not manage.
      const worker = app.addWorker({ concurrency: 1, lease_seconds: 3600 })
      try {
        const scan = await app.scan(source)
        assert.deepEqual([scan.result, scan.status.partitions_scanned], ['success', 4])
      } finally {
        await worker.stop()
        await pool.query('drop function refuse_companions cascade')
      }
    },
  )
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { seeded } from '../harness/random.ts'
import { assertRunInvariants } from '../harness/run-invariants.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const targetedRounds = isFull ? 40 : 2
const randomVerbs = isFull ? 5000 : 120
const clients = isFull ? 50 : 12

const rows = csv(
  ['id', 'price'],
  Array.from({ length: 20 }, (_, id) => [id, id - 2]),
)

const verbs = {
  abort: { method: 'PUT', path: (id: number) => `/api/operations/abort/${id}`, result: 'aborted' },
  resume: { method: 'PUT', path: (id: number) => `/api/operations/run/${id}`, result: 'queued' },
  forced: {
    method: 'PUT',
    path: (id: number) => `/api/operations/run/${id}?force_abort=true`,
    result: 'queued',
  },
  rerun: { method: 'PUT', path: (id: number) => `/api/operations/rerun/${id}`, result: 'queued' },
  delete: { method: 'DELETE', path: (id: number) => `/api/operations/${id}`, result: null },
} as const
type Verb = keyof typeof verbs
const verbNames = Object.keys(verbs) as Verb[]

/** Verbs that come at the same time, on a run that is queued, under way, or aborted. */
const meetings: readonly Verb[][] = [
  ['abort', 'abort'],
  ['abort', 'resume'],
  ['abort', 'delete'],
  ['abort', 'rerun'],
  ['resume', 'delete', 'abort'],
  ['resume', 'resume', 'abort'],
  ['forced', 'abort'],
  ['forced', 'forced', 'delete'],
  ['delete', 'delete'],
  ['delete', 'rerun', 'resume'],
]
const beginnings = ['queued', 'going', 'aborted'] as const

describe('runs that several people control at the same time', () => {
  let app: WorkingApp
  let source: Source
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
    source = await app.source({ 'a.csv': rows, 'p_1.csv': rows, 'p_2.csv': rows })
    for (const name of ['a.csv', 'p_*.csv'])
      await app.check(source, name, { rule: 'notNegative', fields: ['price'] })
  })
  after(() => app.close())

  /** Asks, and compares the answer with what the verb promises. Returns the id of the run that it shows; null when refused or deleted. */
  const control = async (verb: Verb, id: number): Promise<number | null> => {
    const { method, path, result } = verbs[verb]
    const { status, body } = await app.ask(method, path(id))
    assert.ok([200, 204, 404, 409].includes(status), `${verb}: ${status} ${JSON.stringify(body)}`)
    if (status !== 200) return null
    assert.equal(body.result, result, `${verb} answered with a run that is ${body.result}`)
    assert.equal(body.end_time === null, result === 'queued', verb)
    if (verb === 'abort') {
      for (const scan of body.container_scans) assert.notEqual(scan.end_time, null, 'abort left a container')
    }
    return body.id
  }
  const open = async () => {
    const { rows: found } = await sql<{ n: number }>`
      select count(*) as n from operations where result in ('queued', 'running')`.execute(
      app.environment.store.database,
    )
    return found[0]?.n ?? 0
  }
  const quiet = async () => {
    while ((await open()) > 0) await delay(10)
  }

  test('leave nothing going that has ended, whatever meets', async () => {
    let races = 0
    for (let round = 0; round < targetedRounds; round++) {
      for (const meeting of meetings) {
        const beginning = beginnings[round % beginnings.length]
        const id = await app.trigger(source, { type: 'scan' })
        if (beginning !== 'queued') for (let step = 0; step <= round % 4; step++) await app.step()
        if (beginning === 'aborted') await app.ask('PUT', `/api/operations/abort/${id}`)
        const work = beginning === 'queued' ? app.step() : Promise.all([app.step(), app.step()])
        await Promise.all([...meeting.map((verb) => control(verb, id)), work])
        await assertRunInvariants(app, `${meeting.join(', ')} on a ${beginning} run`)
        while (await app.step()) continue
        await assertRunInvariants(app, `after ${meeting.join(', ')} on a ${beginning} run`)
        races += 1
      }
    }
    assert.equal(await open(), 0)
    assert.equal(races, targetedRounds * meetings.length)
  })

  test('do what their answers say, in an order that could have been', async () => {
    const random = seeded(20_261_122)
    const workers = [1, 2].map(() => app.addWorker({ concurrency: 2 }))
    const runs = [await app.trigger(source, { type: 'scan' })]
    let left = randomVerbs
    const client = async () => {
      while (left > 0) {
        left -= 1
        const id = runs[Math.floor(random() ** 0.5 * runs.length)] ?? 0
        const verb = verbNames[Math.floor(random() * verbNames.length)]
        const made =
          verb === undefined || random() < 0.15
            ? await app.trigger(source, { type: 'scan' })
            : await control(verb, id)
        if (made !== null && !runs.includes(made)) runs.push(made)
        // Most verbs are aimed at the newest runs, so that they collide.
        if (runs.length > 8) runs.shift()
        if (left % 50 === 0) await assertRunInvariants(app)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    await quiet()
    await Promise.all(workers.map((worker) => worker.stop()))
    await assertRunInvariants(app)
    await assertHistory()
  })

  /** The audit log has the verbs of each run in the order in which they were committed. */
  async function assertHistory(): Promise<void> {
    const logged = await app.environment.store.database
      .selectFrom('audit_logs')
      .select(['action', 'resource_id'])
      .where('resource_type', '=', 'operation')
      .orderBy('id')
      .execute()
    const last = new Map<number, string>()
    for (const { action, resource_id: run } of logged) {
      const before = last.get(run) ?? 'nothing'
      assert.notEqual(before, 'delete_operation', `run ${run}: ${action} after its deletion`)
      if (action === 'abort_operation') assert.notEqual(before, 'abort_operation', `run ${run} aborted twice`)
      if (action === 'resume_operation')
        assert.notEqual(before, 'trigger_operation', `run ${run} resumed before its end`)
      last.set(run, action)
    }
  }

  /** The pool may hand out a connection that was ended before it learns of that. */
  async function assertBehindTheCut(moment: string): Promise<void> {
    for (;;) {
      try {
        return await assertRunInvariants(app, moment)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
      }
    }
  }

  test('leave nothing half done when the connection of a verb is cut at any moment', async () => {
    const random = seeded(20_261_123)
    const { database } = app.environment.store
    for (let round = 0; round < (isFull ? 60 : 3); round++) {
      const id = await app.trigger(source, { type: 'scan' })
      await app.step()
      const verb = verbNames[round % verbNames.length] ?? 'abort'
      const { method, path } = verbs[verb]
      const asked = app.ask(method, path(id)).catch(() => null)
      await delay(random() * 12)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database)
      await asked
      await assertBehindTheCut(`${verb} cut off`)
      while (await app.step().catch(() => true)) continue
    }
    await quiet()
    await assertRunInvariants(app)
  })
})

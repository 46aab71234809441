import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { recomputeScores } from '../../src/services/scores/recompute.ts'
import { csv, startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

/** What somebody does, or the days that pass before the next scan. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 4, 4, 6, 8, 181).map((days) => ({ days })) },
  { weight: 2, arbitrary: fc.constantFrom('scan', 'profile') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('archive', 'restore', 'check', 'uncheck', 'field', 'tag', 'weigh', 'period'),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 }).map((failing) => ({ failing })) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

describe('Quality scores after any course of events', () => {
  let app: WorkingApp
  let round = 0
  before(async () => {
    app = await startWorkingApp({ workers: 0 })
  })
  after(() => app.close())

  const query = async (text: string, ...values: unknown[]) =>
    (await app.environment.store.pool.query(text, values)).rows
  const untilDone = async () => {
    while (await app.step()) continue
  }
  const compute = async () => {
    while (await recomputeScores(app.environment, { puts_off: false })) continue
  }
  const ok = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await app.ask(method, `/api${path}`, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Two files, one of which may change, with a check on each. */
  async function begun() {
    round += 1
    const columns = ['id', 'age']
    let failing = 0
    const rows = () =>
      Array.from({ length: 4 }, (_, id) => columns.map((_, place) => (place === 1 && id < failing ? -1 : id)))
    const source = await app.source({ 'still.csv': csv(columns, rows()), 'moving.csv': csv(columns, rows()) })
    for (const name of ['still.csv', 'moving.csv'])
      await app.check(source, name, { rule: 'notNegative', fields: ['age'] })
    const tag = `tag ${round}`
    await ok('POST', '/global-tags', { name: tag, weight_modifier: 1 })
    const id = (await app.containers(source)).get('moving.csv')
    // The shortest, so that what was measured grows too old by steps in which scans still follow each other closely.
    await ok('PUT', `/containers/${id}/score-settings`, { decay_period_days: 7 })
    const added: number[] = []
    const write = () => source.write({ 'moving.csv': csv(columns, rows()) })
    const run = async (type: string) => {
      await app.trigger(source, { type })
      await untilDone()
    }
    const changed = (from: string[], to: (anomaly: number) => Promise<unknown>) =>
      query('select id from anomalies where container_id = $1 and status = any($2)', id, from).then((found) =>
        Promise.all(found.map((anomaly) => to(Number(anomaly.id)))),
      )
    const acts: Record<Extract<Step, string>, () => Promise<unknown>> = {
      scan: () => run('scan'),
      profile: () => run('profile'),
      archive: () =>
        changed(['Active'], (one) => ok('DELETE', `/anomalies/${one}?archive=true&status=Resolved`)),
      restore: () => changed(['Resolved'], (one) => ok('PUT', `/anomalies/${one}`, { status: 'Active' })),
      check: async () =>
        added.push(
          await app.check(source, 'moving.csv', {
            rule: 'notNull',
            fields: ['id'],
            filter: `id > -${added.length + 2}`,
          }),
        ),
      uncheck: async () => added.length > 0 && ok('DELETE', `/quality-checks/${added.pop()}?archive=false`),
      async field() {
        columns.push(`more_${columns.length}`)
        write()
        await run('sync')
      },
      tag: () => ok('PUT', `/containers/${id}`, { tags: [tag] }),
      weigh: () => ok('PUT', `/global-tags/${encodeURIComponent(tag)}`, { weight_modifier: 3 }),
      period: () => ok('PUT', `/containers/${id}/score-settings`, { decay_period_days: 14 }),
    }
    const take = async (one: Step) => {
      if (typeof one === 'string') await acts[one]()
      else if ('failing' in one) {
        failing = one.failing
        write()
      } else {
        await passed(source, one.days)
        await run('scan')
      }
    }
    return { take }
  }

  /** Lets days pass, as if all had happened so much earlier. */
  async function passed({ datastore_id }: Source, days: number): Promise<void> {
    const earlier = (column: string) => `${column} = ${column} - $2 * interval '1 day'`
    await query(
      `update operation_containers set ${earlier('end_time')} where datastore_id = $1`,
      datastore_id,
      days,
    )
    await query(
      `update container_profiles set ${earlier('finished')} where container_id in (select id from containers where datastore_id = $1)`,
      datastore_id,
      days,
    )
  }

  /** The scores that would be other ones if all of them were computed now; nothing is kept of it. */
  const outdated = async (): Promise<unknown[]> => {
    const { store } = app.environment
    let found: unknown[] = []
    const undone = new Error('Only to see.')
    await assert.rejects(
      store.database.transaction().execute(async (transaction) => {
        await sql`insert into score_causes (datastore_id, container_id) select datastore_id, id from containers`.execute(
          transaction,
        )
        const newest = sql<{ id: number }>`select max(id) as id from quality_scores`
        const before = (await newest.execute(transaction)).rows[0]?.id ?? 0
        const computing = { store: { ...store, database: transaction } }
        while (await recomputeScores(computing, { puts_off: false })) continue
        found = (await sql`select * from quality_scores where id > ${before}`.execute(transaction)).rows
        throw undone
      }),
      undone,
    )
    return found
  }

  test('are what computing all of them anew finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const { take } = await begun()
        for (const one of ['scan', ...steps] as const) {
          await take(one)
          await compute()
          assert.deepEqual(await outdated(), [])
        }
      }),
      { numRuns: 10 },
    )
  })
})

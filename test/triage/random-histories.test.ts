import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seeded } from '../harness/random.ts'
import { failures, RandomTable } from '../harness/random-rows.ts'
import { startWorkingApp, type Source, type WorkingApp } from '../harness/working-app.ts'

// ASSAY_FULL=1 takes many histories; the gate takes one of each kind.
const isFull = process.env['ASSAY_FULL'] === '1'
const seeds = isFull ? Array.from({ length: 25 }, (_, index) => index + 1) : [3]
const steps = isFull ? 25 : 9

/** The parts of an anomaly that must be kept: its row, status, assignees and comments. */
interface Kept {
  id: number
  row: number
  status: string
  assignees: number
  comments: number
}

/** An open anomaly with the checks that it is about: those that it lists, and those that a shape anomaly stands for. */
interface Open extends Kept {
  checks: string[]
}

describe('anomalies over a random history of data, scans and people', () => {
  let app: WorkingApp
  before(async () => {
    app = await startWorkingApp()
  })
  after(() => app.close())

  /** The open record anomalies with their rows. */
  const openOnes = async ({ datastore_id }: Source): Promise<Open[]> => {
    const { rows } = await app.environment.store.pool.query<Open>(
      `select anomalies.id, (record ->> 'id')::int as row, status,
              (select count(*)::int from anomaly_assignees where anomaly_id = anomalies.id) as assignees,
              (select count(*)::int from anomaly_comments where anomaly_id = anomalies.id) as comments,
              array(select fields[1] from quality_checks
                    where id in (select quality_check_id from anomaly_failed_checks where anomaly_id = anomalies.id
                                 union select quality_check_id from anomaly_absorbed_checks where anomaly_id = anomalies.id)) as checks
       from anomalies join source_records on source_records.anomaly_id = anomalies.id
       where datastore_id = $1 and type = 'record' and status in ('Active', 'Acknowledged') order by anomalies.id`,
      [datastore_id],
    )
    return rows
  }

  const touch = async (source: Source, random: () => number, people: number[]) => {
    const open = await openOnes(source)
    const one = open[Math.floor(random() * open.length)]
    if (!one) return
    if (random() < 0.3) {
      assert.equal((await app.ask('DELETE', `/api/anomalies/${one.id}?status=Invalid`)).status, 204)
      return
    }
    const change = { status: 'Acknowledged', assignee_ids: people }
    assert.equal((await app.ask('PUT', `/api/anomalies/${one.id}`, change)).status, 200)
    await app.ask('POST', `/api/anomalies/${one.id}/comments`, { message: 'mine' })
  }

  const payload = (random: () => number) => ({
    high_count_rollup_threshold: random() < 0.3 ? 2 : 100,
    ...(random() < 0.15 && { max_records_analyzed_per_partition: 5 }),
    ...(random() < 0.15 && { auto_resolve_passed_anomalies: false }),
    ...(random() < 0.15 && { incremental: true }),
    ...(random() < 0.2 && { reactivate_recurring_anomalies: true }),
  })

  const history = async (isKeyed: boolean, seed: number) => {
    const random = seeded(seed)
    const table = new RandomTable(isKeyed, random)
    const source = await app.source({ 'rows.csv': table.text() })
    const id = (await app.containers(source)).get('rows.csv')
    if (isKeyed)
      assert.equal((await app.ask('PUT', `/api/containers/${id}`, { key_fields: ['id'] })).status, 200)
    await app.check(source, 'rows.csv', { rule: 'notNegative', fields: ['price'] })
    await app.check(source, 'rows.csv', { rule: 'notNull', fields: ['name'] })
    const { body: people } = await app.ask('GET', '/api/users')
    for (let step = 0; step < steps; step++) {
      for (let count = 0; count < 2; count++) await touch(source, random, [people.items[0].id])
      table.change()
      source.write({ 'rows.csv': table.text() })
      const before = await openOnes(source)
      const settings = payload(random)
      const scan = await app.scan(source, settings)
      assert.equal(scan.result, 'success', scan.message)
      const story = `seed ${seed}, step ${step}, ${JSON.stringify(settings)}`
      judge(table, settings, before, await openOnes(source), story)
    }
  }

  for (const isKeyed of [true, false]) {
    const kind = isKeyed ? 'rows with a key, whose values move' : 'rows without a key'
    for (const seed of seeds) {
      test(`are open as long as their rows fail, and as people left them: ${kind}, history ${seed}`, () =>
        history(isKeyed, seed))
    }
  }
})

function judge(
  table: RandomTable,
  settings: Record<string, unknown>,
  before: Open[],
  after: Open[],
  story: string,
) {
  const failing = new Map(table.rows.map((row) => [row.id, failures(row)]))
  const count = (check: string) => [...failing.values()].filter((failed) => failed.includes(check)).length
  const isRolledUp = (check: string) => count(check) > Number(settings['high_count_rollup_threshold'])
  const isFullScan =
    settings['max_records_analyzed_per_partition'] === undefined && settings['incremental'] !== true
  const isResolving = isFullScan && settings['auto_resolve_passed_anomalies'] !== false
  assert.equal(
    new Set(after.map(({ row }) => row)).size,
    after.length,
    `${story}: a row has one open anomaly`,
  )
  const byId = new Map(after.map(({ checks: _now, ...kept }) => [kept.id, kept]))
  for (const { checks, ...kept } of before) {
    // The rows of a rolled-up check are not known, so the anomaly stays for the checks that it had, and for no other.
    const failed = failing.get(kept.row) ?? []
    const mustStay = !isResolving || failed.some((check) => !isRolledUp(check) || checks.includes(check))
    if (mustStay) assert.deepEqual(byId.get(kept.id), kept, `${story}: what people left stays`)
  }
  if (isFullScan) {
    for (const [row, failed] of failing) {
      const isListed = failed.some((check) => !isRolledUp(check))
      if (isListed)
        assert.ok(
          after.some((kept) => kept.row === row),
          `${story}: row ${row} has an anomaly`,
        )
    }
  }
  if (isResolving && !isRolledUp('price') && !isRolledUp('name')) {
    for (const { row } of after) assert.ok(failing.get(row)?.length, `${story}: row ${row} is mended`)
  }
}

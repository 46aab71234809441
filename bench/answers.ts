import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'pg'
import { embeddedUrl } from '../src/embedded/address.ts'
import { untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { postmasterOf } from '../test/harness/service-process.ts'
import { barred, median } from './measure.ts'
import { openAsking } from './plain-asking.ts'
import { familyProcessorTime, processorTime } from './processes.ts'
import { withService, type RunningService } from './service.ts'

/** Tables of the source, those of them whose check fails, and the runs over twenty tables each. */
const tables = 1000
const failing = 200
const runs = 60
const tablesOfRun = 20
const connections = 10
const requests = 600
const rounds = 3

const nameOf = (index: number): string => `t${String(index).padStart(4, '0')}`

interface Answer {
  path: string
  /** Milliseconds of the service's own process that one answer may take. */
  most: number
}

/** What the lists that clients poll cost, and a run of many containers. */
export async function measureAnswers(folder: string): Promise<object> {
  const uri = placeTables(folder)
  return withService(folder, async (service) => {
    const { datastore, run } = await fill(service.ask, uri)
    const answers: Record<string, Answer> = {
      operations: { path: '/operations?size=50', most: 1.5 },
      anomalies: { path: '/anomalies?size=50', most: 1.5 },
      run_of_1000_containers: { path: `/operations/${run}`, most: 3 },
      containers_of_a_run: { path: `/operations/${run}/containers?size=50`, most: 1.5 },
      quality_checks: { path: `/quality-checks?datastore=${datastore}&size=50`, most: 1.5 },
    }
    const figures: Record<string, object> = {}
    const state = new Pool({ connectionString: embeddedUrl(service.home) ?? '', max: connections })
    // A transaction that changes nothing, of which the service cannot know that.
    const change = async () => void (await state.query('select pg_current_xact_id()'))
    for (const [name, answer] of Object.entries(answers))
      figures[name] = {
        unchanged: await priceOf(service, answer, async () => undefined),
        after_a_change: await priceOf(service, answer, change),
      }
    await state.end()
    return { tables, runs, connections, ...figures }
  })
}

function placeTables(folder: string): string {
  const uri = join(folder, 'answers.db')
  const database = new DatabaseSync(uri)
  database.exec('begin')
  for (let index = 1; index <= tables; index++) {
    database.exec(`create table ${nameOf(index)} (id integer primary key, amount integer)`)
    database.exec(`insert into ${nameOf(index)} values (1, ${index <= failing ? -1 : 1}), (2, 2)`)
  }
  database.exec('commit')
  database.close()
  return uri
}

async function fill(ask: Asking, uri: string): Promise<{ datastore: number; run: number }> {
  const { id: datastore } = await ask('POST', '/datastores', {
    name: 'answers',
    connection: { name: 'answers', type: 'sqlite', uri },
  })
  const ended = async (payload: object): Promise<number> => {
    const { id } = await ask('POST', '/operations/run', { datastore_id: datastore, ...payload })
    const { result, message } = await untilEnded(ask, id, null, 250)
    assert.equal(result, 'success', message)
    return id
  }
  await ended({ type: 'sync' })
  const { items } = await ask('GET', `/containers?datastore=${datastore}&size=1000`)
  for (const { id } of items)
    await ask('POST', '/quality-checks', {
      container_id: id,
      rule: 'notNegative',
      fields: ['amount'],
      description: 'No amount is negative',
    })
  const run = await ended({ type: 'scan' })
  for (let index = 0; index < runs; index++) {
    const container_names = Array.from({ length: tablesOfRun }, (_, table) => nameOf(1 + index + table))
    await ended({ type: 'scan', container_names })
  }
  return { datastore, run }
}

/**
 * Milliseconds of one request: of the service's process, of its database, and how many are answered in a second. Before each of
 * them something else is done, whose time counts where it is the database's.
 */
async function priceOf(
  { pid, home, url }: RunningService,
  { path, most }: Answer,
  before: () => Promise<void>,
): Promise<object> {
  const state = postmasterOf(home)
  const token = readFileSync(join(home, 'admin-token'), 'utf8').trim()
  const asking = await Promise.all(
    Array.from({ length: connections }, () => openAsking(new URL(`${url}/api${path}`), token)),
  )
  let bytes = 0
  const node: number[] = []
  const database: number[] = []
  const second: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const begun = { node: processorTime(pid), database: familyProcessorTime(state), at: performance.now() }
    let left = requests
    await Promise.all(
      asking.map(async ({ ask }) => {
        while (left-- > 0) {
          await before()
          bytes = await ask()
        }
      }),
    )
    // The first round warms up.
    if (round === 0) continue
    node.push((processorTime(pid) - begun.node) / requests)
    database.push((familyProcessorTime(state) - begun.database) / requests)
    second.push((requests * 1000) / (performance.now() - begun.at))
  }
  for (const { close } of asking) close()
  return {
    node_ms: barred(Number(median(node).toFixed(2)), most),
    state_ms: Number(median(database).toFixed(2)),
    answers_a_second: Math.round(median(second)),
    // Five hundred in a second.
    wall_ms: barred(Number((1000 / median(second)).toFixed(2)), 2),
    bytes,
  }
}

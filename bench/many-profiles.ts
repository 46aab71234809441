import assert from 'node:assert/strict'
import { postmasterOf } from '../test/harness/service-process.ts'
import { untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { barred, median } from './measure.ts'
import { FamilyMemory, familyProcessorTime } from './processes.ts'
import { withService, type RunningService } from './service.ts'
import { onPostgresql, onSqlite, rows, syncedTables, tables, type SmallTables } from './small-tables.ts'

/** The first run makes the inferred checks, the others find them there. */
const rounds = 3
/** Containers a second. */
const least = 20

/** What a profile of many small tables costs: all of them in one run, with inferred checks. */
export async function measureManyProfiles(folder: string): Promise<object> {
  const figures: Record<string, object> = {}
  for (const [store, open] of Object.entries({ postgresql: onPostgresql, sqlite: onSqlite })) {
    const side = await open(folder)
    try {
      figures[store] = await withService(folder, (service) => profiled(service, side))
    } finally {
      await side.close()
    }
  }
  return { tables, rows, rounds, ...figures }
}

async function profiled({ ask, pid, home }: RunningService, side: SmallTables): Promise<object> {
  const datastore = await syncedTables(ask, side)
  const state = postmasterOf(home)
  const spent = () => [familyProcessorTime(pid), familyProcessorTime(state), side.sourceTime()]
  using memory = new FamilyMemory(pid)
  const [milliseconds, memories, processor]: [number[], number[], number[][]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const before = spent()
    milliseconds.push(await profile(ask, datastore))
    processor.push(spent().map((time, part) => Number(((time - (before[part] ?? 0)) / tables).toFixed(2))))
    memories.push(memory.now())
  }
  const rates = milliseconds.map((one) => Number(((tables * 1000) / one).toFixed(1)))
  return {
    containers_a_second: rates,
    milliseconds_of_a_container: barred(Number((median(milliseconds) / tables).toFixed(1)), 1000 / least),
    processor_ms_of_a_container: { 'service, state, source': processor },
    memory_mib_after_each: memories,
    peak_memory_mib: memory.stop(),
  }
}

/** A run over all of them, milliseconds by its own record. */
async function profile(ask: Asking, datastore_id: number): Promise<number> {
  const { id } = await ask('POST', '/operations/run', { type: 'profile', datastore_id })
  const run = await untilEnded(ask, id, null, 500)
  assert.equal(run.result, 'success', run.message)
  return Date.parse(run.end_time) - Date.parse(run.created)
}

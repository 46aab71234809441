// Measures what the project promises and prints one JSON document; see README.md beside it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asking } from '../test/harness/scan-rounds.ts'
import { placeForHome, startService } from '../test/harness/service-process.ts'
import { measureFlights, placeFlights } from './flights.ts'
import { circumstances } from './measure.ts'
import { measureSchedules } from './schedules.ts'
import { measureStart } from './start.ts'
import { countStatements } from './statements.ts'
import { measureTrigger } from './trigger.ts'

const engineMemoryMb = 384
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const { home, remove } = placeForHome('open')
const environment = {
  ASSAY_HOME: home,
  ASSAY_ALLOWED_PATHS: folder,
  ASSAY_ENGINE_MEMORY_MB: String(engineMemoryMb),
}

try {
  const path = placeFlights(folder)
  const service = startService(environment)
  const ask = asking(await service.ready, home)
  const flights = await measureFlights(ask, service.child.pid ?? 0, path, engineMemoryMb)
  const statements = await countStatements(ask)
  await service.end()
  const start = await measureStart(environment)
  const trigger = await measureTrigger(folder)
  const schedules = await measureSchedules()
  const figures = { flights, postgresql_statements: statements, start, trigger, schedules }
  console.log(JSON.stringify({ ...circumstances(), figures }, null, 2))
} finally {
  remove()
  rmSync(folder, { recursive: true, force: true })
}

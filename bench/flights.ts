import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { againstHand } from './against-hand.ts'
import { flightChecks } from './flight-checks.ts'
import { engineMemoryMb, withService } from './service.ts'

const file = 'flights-3m.parquet'

/** Twenty checks on three million flights, by the service and by hand. */
export async function measureFlights(folder: string): Promise<object> {
  const path = placeFlights(join(folder, 'flights'))
  const task = {
    path,
    text: null,
    checks: flightChecks,
    memory_mb: engineMemoryMb,
    scratch_folder: folder,
  }
  return withService(folder, (service) =>
    againstHand(service, task, { rounds: 5, ratio: 2, memory_mib: 600 }),
  )
}

/** Copies the flights into a folder of their own, so that a datastore has nothing else in it. Returns the file's path. */
function placeFlights(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const data = join(import.meta.dirname, '../node_modules/vega-datasets/data')
  copyFileSync(join(data, file), join(folder, file))
  return join(folder, file)
}

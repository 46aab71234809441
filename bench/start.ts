import { setTimeout as delay } from 'node:timers/promises'
import { launchService } from '../test/harness/launch-service.ts'
import { placeForHome } from '../test/harness/service-process.ts'
import { barred, median, timed } from './measure.ts'
import { familyMemory } from './processes.ts'
import { environmentOf } from './service.ts'

const rounds = 5
/** What the process allocated while starting is given back, or not, within this time. */
const settleMilliseconds = 3000

/** Starts on a home that exists, until the line that says so; then the memory of the process that does nothing. */
export async function measureStart(folder: string): Promise<object> {
  const { home, remove } = placeForHome('open')
  const environment = environmentOf(home, folder)
  try {
    const first = launchService(environment)
    await first.ready
    await first.end()
    return await repeated(environment)
  } finally {
    remove()
  }
}

async function repeated(environment: Record<string, string>): Promise<object> {
  const starts: number[] = []
  const idle: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [milliseconds, service] = await timed(async () => {
      const service = launchService(environment)
      await service.ready
      return service
    })
    starts.push(milliseconds)
    await delay(settleMilliseconds)
    idle.push(Math.round(familyMemory(service.child.pid ?? 0)))
    await service.end()
  }
  return {
    rounds,
    start_to_ready_ms: { ...barred(median(starts), 5000), all: starts },
    idle_memory_mib: { ...barred(median(idle), 250), all: idle },
  }
}

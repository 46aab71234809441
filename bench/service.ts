import { asking, type Asking } from '../test/harness/scan-rounds.ts'
import { launchService } from '../test/harness/launch-service.ts'
import { placeForHome } from '../test/harness/service-process.ts'

/** Memory of one session of the engine, MiB: the default of the service, given to the plans by hand too. */
export const engineMemoryMb = 384

/** The real service in a process of its own. */
export interface RunningService {
  ask: Asking
  /** Where it answers, without `/api`. */
  url: string
  pid: number
  /** Its ASSAY_HOME, where the engine spills. */
  home: string
}

/** What a service is started with: a home, and the folder whose files it may read. */
export const environmentOf = (home: string, folder: string): Record<string, string> => ({
  ASSAY_HOME: home,
  ASSAY_ALLOWED_PATHS: folder,
  ASSAY_ENGINE_MEMORY_MB: String(engineMemoryMb),
  ASSAY_UNCHANGED_PARTITIONS: 'keep',
})

/** What a service differs in from the usual one. */
interface Differences {
  /** The folder of its programs. */
  checkout?: URL
  /** Of its environment. */
  settings?: Record<string, string>
}

/** Does the work with a service that was just started on a new home, and removes both. */
export async function withService<Result>(
  folder: string,
  work: (service: RunningService) => Promise<Result>,
  { checkout, settings = {} }: Differences = {},
): Promise<Result> {
  const { home, remove } = placeForHome('open')
  try {
    const environment = { ...environmentOf(home, folder), ...settings }
    const service = launchService(environment, null, checkout ? { checkout } : {})
    try {
      const url = await service.ready
      return await work({
        ask: asking(url, home),
        url,
        pid: service.child.pid ?? 0,
        home,
      })
    } finally {
      await service.end()
    }
  } finally {
    remove()
  }
}

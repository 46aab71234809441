import { answers } from '../api/answers.ts'
import { ask } from '../api/ask.ts'
import { Refusal } from '../api/refusal.ts'
import { sharedValue } from '../kit/shared-value.ts'

/** Milliseconds between two looks whether the service is there again. */
const pause = 2_000

const isAway = sharedValue(false)
let waiting: ReturnType<typeof setTimeout> | undefined

/** Notices when the service is away, and has what could not be read meanwhile asked anew once it is back; the result stops it. */
export function followAbsence(): () => void {
  const stop = answers.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return
    // One request that is lost on its way is asked again by itself, and nobody needs to know.
    if (event.action.failureCount > 1 && isAbsence(event.action.error)) begin()
  })
  return () => {
    stop()
    clearTimeout(waiting)
    isAway.put(false)
  }
}

/** Whether the service is away, as far as the page knows. */
export const useAbsence = (): boolean => isAway.use()

/** How often in a row the service was not there when its stream broke off. */
let missed = 0

/** Looks whether the service is there, since the stream of what changes broke off: a page that only follows asks nothing that would fail. */
export async function suspectAbsence(): Promise<void> {
  if (isAway.get()) return
  try {
    await ask('GET /api/health', {})
    missed = 0
  } catch (error) {
    missed += 1
    // The stream begins again by itself; one that is lost on its way is none that anybody needs to know of.
    if (missed > 1 && isAbsence(error)) begin()
  }
}

/** Looks now whether the service is there again. */
export async function look(): Promise<void> {
  clearTimeout(waiting)
  try {
    await ask('GET /api/health', {})
  } catch {
    waiting = setTimeout(() => void look(), pause)
    return
  }
  missed = 0
  isAway.put(false)
  await answers.refetchQueries({ type: 'active', predicate: ({ state }) => isAbsence(state.error) })
}

function begin(): void {
  if (isAway.get()) return
  isAway.put(true)
  waiting = setTimeout(() => void look(), pause)
}

function isAbsence(error: unknown): boolean {
  return error instanceof Refusal && error.isAbsence
}

import { readFileSync } from 'node:fs'

/** What `look` finds out about a process; null where that has ended meanwhile, or was not there. */
export function unlessGone<Found>(look: () => Found): Found | null {
  try {
    return look()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return null
    throw error
  }
}

/** The fields of the status of a process on Linux, from its state on: what stands before it is its name, which may hold blanks. */
export function statusFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(') ') + 2).split(' ')
}

/** Milliseconds of processor time that a process itself has used on all cores, to 10 ms. */
export function processorTime(pid: number): number {
  // utime and stime, in hundredths of a second on every Linux that Node runs on.
  const [user = 0, system = 0] = statusFields(pid).slice(11, 13).map(Number)
  return (user + system) * 10
}

/** The processes that a thread of a process (default: the first one) has started and that were not waited for yet. */
export function childrenOf(pid: number, thread = pid): number[] {
  return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

import type { ListedOperation } from '../../api/api.generated.ts'

const day = 86_400_000

/** A run, and where it begins and ends between the start of the time that is shown (0) and now (1). */
interface DrawnRun {
  run: ListedOperation
  from: number
  to: number
}

/** The runs of a datastore. */
export interface Lane {
  name: string
  bars: readonly DrawnRun[]
}

/** The start of the last 24 hours, to the minute, so that the same question is asked for a minute. */
export function dayAgo(): number {
  return Math.floor(Date.now() / 60_000) * 60_000 - day
}

/** The runs that were under way since `start`, by datastore in the order of their names. */
export function lanesOf(runs: readonly ListedOperation[], start: number): Lane[] {
  const lanes = new Map<string, DrawnRun[]>()
  for (const run of runs) {
    const began = Date.parse(run.start_time ?? run.created)
    const ended = run.end_time === null ? start + day : Date.parse(run.end_time)
    if (ended < start) continue
    const name = run.datastore?.name ?? 'no datastore'
    const bars = lanes.get(name) ?? []
    bars.push({ run, from: partOf(began - start), to: partOf(ended - start) })
    lanes.set(name, bars)
  }
  return [...lanes]
    .map(([name, bars]) => ({ name, bars }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

function partOf(since: number): number {
  return Math.min(1, Math.max(0, since / day))
}

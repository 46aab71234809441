/** Runs that start in an hour, and the names of the schedules that start them. */
export interface Start {
  /** The beginning of the hour, which is one of UTC. */
  at: string
  ticks: number
  what: readonly string[]
}

/** What starts in one hour of a day. */
export interface Hour {
  /** How many runs. */
  ticks: number
  /** Names of schedules, each once. */
  what: string[]
}

/** The zone by whose clock hours are shown: the person's, or UTC where their hours do not begin with those of UTC. */
export function clockOf(zone: 'local' | 'utc'): string {
  const isWhole = new Date().getTimezoneOffset() % 60 === 0
  return zone === 'local' && isWhole ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
}

/** The days on a clock from now (milliseconds) to a week later, in order, each with the hours (0 to 23) in which something starts. */
export function byDay(
  starts: readonly Start[],
  clock: string,
  now: number,
): { day: string; cells: ReadonlyMap<number, Hour> }[] {
  const dayAt = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: clock,
  })
  const hourAt = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: clock })
  // By halves of a day, so that a day of 23 or 25 hours is met as well.
  const steps = Array.from({ length: 15 }, (_, step) => dayAt.format(now + step * 43_200_000))
  const days = new Map(steps.map((day) => [day, new Map<number, Hour>()]))
  for (const { at, ticks, what } of [...starts].sort((one, other) => (one.at < other.at ? -1 : 1))) {
    const day = dayAt.format(new Date(at))
    const cells = days.get(day) ?? new Map<number, Hour>()
    const hour = Number(hourAt.format(new Date(at)))
    const cell = cells.get(hour) ?? { ticks: 0, what: [] }
    cell.ticks += ticks * what.length
    cell.what.push(...what.filter((name) => !cell.what.includes(name)))
    days.set(day, cells.set(hour, cell))
  }
  return [...days].map(([day, cells]) => ({ day, cells }))
}

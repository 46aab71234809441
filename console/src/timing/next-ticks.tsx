import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SchedulePreview, ScheduleTick } from '../api/api.generated.ts'
import { ask } from '../api/ask.ts'
import { Refusal } from '../api/refusal.ts'
import { useSettled } from '../api/settled.ts'
import { usePreference } from '../shell/preferences.ts'
import { absolute } from '../words/times.ts'
import './timing.css'

/** Milliseconds without a key after which the times are asked for. */
const pause = 300
/** How many of the next times are shown. */
export const shownTicks = 5

/** When it is to fire. */
export interface Timing {
  crontab: string
  timezone: string
}

interface Next {
  ticks: readonly ScheduleTick[]
  /** The zone that these are of, which may not be the one that is being typed. */
  timezone: string
  /** What is wrong with the crontab or the zone, in a sentence each; null: nothing is known to be. */
  problems: { crontab: string | null; timezone: string | null }
}

/** The next times at which it would fire, or what is wrong with it; asked again a moment after the last change. */
export function useNextTicks(timing: Timing): Next {
  const asked = useSettled(JSON.stringify(timing), pause)
  const { data, error } = useQuery<SchedulePreview, Error>({
    queryKey: ['next ticks', asked],
    queryFn: ({ signal }) =>
      ask('POST /api/operations/schedule/preview', { body: JSON.parse(asked) as Timing }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const problemOf = (member: keyof Timing) =>
    error instanceof Refusal ? (error.members.find(({ loc }) => loc[1] === member)?.msg ?? null) : null
  return {
    ticks: error ? [] : (data?.items.slice(0, shownTicks) ?? []),
    timezone: data?.timezone ?? timing.timezone,
    problems: { crontab: problemOf('crontab'), timezone: problemOf('timezone') },
  }
}

/** The next times on the clock of the schedule, beside that of the person. */
export function NextTicks({ ticks, timezone }: { ticks: readonly ScheduleTick[]; timezone: string }) {
  const [zone] = usePreference('zone')
  if (ticks.length === 0) return null
  const own = zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone
  const isOwnClock = own === timezone
  return (
    <section className="stack tight" aria-label="Fires next">
      <p className="muted">Fires next, by the clock of {timezone}</p>
      <ol className="ticks">
        {ticks.map(({ at, local_time, offset, remark }) => (
          <li key={at}>
            <span className="mono">{clockTimeOf({ local_time, offset })}</span>
            {!isOwnClock && (
              <span className="muted">
                {' '}
                (<time dateTime={at}>{absolute(at, zone)}</time>)
              </span>
            )}
            {remark !== null && <p className="remark">{remark}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A time on the clock of its schedule, with how far that is ahead of UTC. */
export function clockTimeOf({ local_time, offset }: Pick<ScheduleTick, 'local_time' | 'offset'>): string {
  return `${weekdayOf(local_time)} ${local_time.replace('T', ' ')} ${offset}`
}

/** The day of the week of a date and time on any clock. */
export function weekdayOf(local: string): string {
  const asUtc = new Date(`${local}:00Z`)
  return new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(asUtc)
}

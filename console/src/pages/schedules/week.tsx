import { useQueries } from '@tanstack/react-query'
import type { Schedule } from '../../api/api.generated.ts'
import { ask } from '../../api/ask.ts'
import { usePreference } from '../../shell/preferences.ts'
import { counted } from '../../words/numbers.ts'
import { calledOf } from './called.ts'
import { byDay, clockOf, type Hour, type Start } from './hours.ts'
import type { Timing } from './next-ticks.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** How much will start in each hour of the next seven days; what piles up stands out. */
export function Week({ schedules }: { schedules: readonly Schedule[] }) {
  const [zone] = usePreference('zone')
  const starts = useStarts(schedules.filter(({ deactivated }) => !deactivated))
  if (starts.length === 0) return null
  const clock = clockOf(zone)
  const days = byDay(starts, clock, Date.now())
  const most = Math.max(...days.flatMap(({ cells }) => [...cells.values()].map(({ ticks }) => ticks)))
  return (
    <section className="stack tight" aria-label="The next seven days">
      <h2>The next seven days</h2>
      <p className="muted">
        Runs that schedules will start, by the hour of {clock}. At most {counted(most, 'run')} in an hour.
      </p>
      <div className="plain-table week" tabIndex={0} role="group" aria-label="Starts by day and hour">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, cells }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {hours.map((hour) => (
                  <Cell key={hour} hour={cells.get(hour)} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Cell({ hour, most }: { hour: Hour | undefined; most: number }) {
  if (hour === undefined) return <td />
  return (
    <td className={hour.ticks === most && most > 1 ? 'most' : 'some'} title={hour.what.join('\n')}>
      {hour.ticks}
    </td>
  )
}

/** What the schedules will start, as far as it is known. */
function useStarts(active: readonly Schedule[]): Start[] {
  // Schedules with the same times are asked about once.
  const timings = [...new Set(active.map(timingOf))]
  return useQueries({
    queries: timings.map((timing) => ({
      queryKey: ['week of a schedule', timing],
      queryFn: () =>
        ask('POST /api/operations/schedule/preview', {
          body: { ...(JSON.parse(timing) as Timing), days: 7 },
        }),
    })),
    combine: (found) =>
      found.flatMap(({ data }, index) =>
        (data?.hours ?? []).map(({ at, ticks }) => ({
          at,
          ticks,
          what: active.filter((one) => timingOf(one) === timings[index]).map(calledOf),
        })),
      ),
  })
}

const timingOf = ({ crontab, timezone }: Schedule) => JSON.stringify({ crontab, timezone })

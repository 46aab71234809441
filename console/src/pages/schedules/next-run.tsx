import type { Schedule, ScheduleTick } from '../../api/api.generated.ts'
import { Time } from '../../kit/time.tsx'
import { Tooltip } from '../../kit/tooltip.tsx'
import { usePreference } from '../../shell/preferences.ts'
import { absolute } from '../../words/times.ts'
import { clockTimeOf, shownTicks, weekdayOf } from '../../timing/next-ticks.tsx'

/** When a schedule fires next: how soon, and when on its own clock; pointed at or focused, its next times on that clock and the person's. */
export function NextRun({
  schedule: { next_run, timezone },
  ticks,
}: {
  schedule: Schedule
  ticks: readonly ScheduleTick[]
}) {
  const [zone] = usePreference('zone')
  const [next] = ticks
  if (next === undefined) return <Time at={next_run} />
  const lines = ticks.slice(0, shownTicks).map((tick) => `${clockTimeOf(tick)} (${absolute(tick.at, zone)})`)
  return (
    <Tooltip text={[`Fires next, by the clock of ${timezone}`, ...lines].join('\n')}>
      <span className="next-run" tabIndex={0}>
        <Time at={next_run} hasTitle={false} />{' '}
        <span className="muted">
          {weekdayOf(next.local_time)} {next.local_time.slice(11)}
        </span>
      </span>
    </Tooltip>
  )
}

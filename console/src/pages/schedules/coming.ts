import { useQueries } from '@tanstack/react-query'
import type { Schedule, SchedulePreview, ScheduleTick } from '../../api/api.generated.ts'
import { ask } from '../../api/ask.ts'
import type { Timing } from '../../timing/next-ticks.tsx'

/** What schedules that are on will start in the next seven days, as far as it is known. */
export type Coming = readonly { schedule: Schedule; preview: SchedulePreview }[]

/** Asks when these schedules fire; those with the same times are asked about once. */
export function useComing(schedules: readonly Schedule[]): Coming {
  const active = schedules.filter(({ deactivated }) => !deactivated)
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
      found.flatMap(({ data: preview }, index) =>
        preview === undefined
          ? []
          : active
              .filter((schedule) => timingOf(schedule) === timings[index])
              .map((schedule) => ({ schedule, preview })),
      ),
  })
}

/** The next times of a schedule, the first one being its next run; none where they are not known. */
export function ticksOf(coming: Coming, { id, next_run }: Schedule): readonly ScheduleTick[] {
  const preview = coming.find(({ schedule }) => schedule.id === id)?.preview
  // What was asked for some time ago has times that are over.
  const at = preview?.items.findIndex((tick) => tick.at === next_run) ?? -1
  return at === -1 ? [] : (preview?.items.slice(at) ?? [])
}

const timingOf = ({ crontab, timezone }: Schedule) => JSON.stringify({ crontab, timezone })

import { nextTick, parseCron, parseTimeZone } from '../../kernel/cron.ts'
import type { ScheduleChange } from '../../model/schedule.ts'

/** When a schedule fires, as it is stored. */
export interface Timing {
  crontab: string
  timezone: string
  deactivated: boolean
}

/** The timing that a request asks for, on top of what there was; 422 for a crontab or a time zone that there is not. */
export function readTiming({ crontab, timezone, deactivated }: ScheduleChange, before: Timing): Timing {
  const timing = {
    crontab: (crontab ?? before.crontab).trim(),
    timezone: timezone === undefined ? before.timezone : parseTimeZone(timezone ?? 'UTC'),
    deactivated: deactivated === undefined ? before.deactivated : (deactivated ?? false),
  }
  parseCron(timing.crontab)
  return timing
}

/** The first tick after `now`, as it is stored; null while deactivated. */
export function firstTick({ crontab, timezone, deactivated }: Timing, now: Date): string | null {
  if (deactivated) return null
  return nextTick(parseCron(crontab), timezone, now)?.toISOString() ?? null
}

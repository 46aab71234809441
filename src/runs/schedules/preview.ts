import type { Context } from '../../access/context.ts'
import { nextTick, parseCron, parseTimeZone, type Cron } from '../../kernel/cron.ts'
import type { SchedulePreview } from '../../model/schedule-preview.ts'

/** Ticks that are shown. */
const shownTicks = 10

/** Member; when a schedule with this crontab would fire from now on, and what changes of the clock do to it. 422 for what no schedule could have. */
export async function previewSchedule(
  context: Context,
  { crontab, timezone }: { crontab: string; timezone?: string | null },
): Promise<SchedulePreview> {
  const cron = parseCron(crontab)
  const zone = parseTimeZone(timezone ?? 'UTC')
  const items: SchedulePreview['items'] = []
  let after = await context.clock.now(context.store.database)
  while (items.length < shownTicks) {
    const tick = nextTick(cron, zone, after)
    if (tick === null) break
    items.push({ at: tick.toISOString(), ...localTime(tick, zone), remark: remarkOn(cron, zone, tick) })
    after = tick
  }
  return { crontab, timezone: zone, items }
}

const zoned = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

function localTime(at: Date, zone: string) {
  const local = zoned(at, zone)
  return { local_time: local.toPlainDateTime().toString({ smallestUnit: 'minute' }), offset: local.offset }
}

/** Where the clock jumps at the tick or near it: what that does to the schedule; null elsewhere. */
function remarkOn(cron: Cron, zone: string, tick: Date): string | null {
  const local = zoned(tick, zone)
  const wall = local.toPlainDateTime()
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' })
  if (earlier.epochMilliseconds !== later.epochMilliseconds) {
    if (!cron.isEveryHour)
      return 'The clock is put back and shows this time twice; the schedule fires the first time only.'
    return local.epochMilliseconds === earlier.epochMilliseconds
      ? 'The clock is put back and shows this time twice; this is the first time.'
      : 'The clock is put back and shows this time twice; this is the second time.'
  }
  const isMeant = cron.minutes.has(local.minute) && cron.hours.has(local.hour)
  return isMeant
    ? null
    : 'The clock is put forward over the time that was meant; the schedule fires right after that.'
}

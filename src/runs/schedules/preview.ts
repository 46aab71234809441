import type { Context } from '../../access/context.ts'
import { nextTick, parseCron, parseTimeZone, type Cron } from '../../kernel/cron.ts'
import type { SchedulePreview } from '../../model/schedule-preview.ts'

/** Ticks that are shown. */
const shownTicks = 10

/** Member; when a schedule with this crontab would fire from now on, and what changes of the clock do to it. 422 for what no schedule could have. */
export async function previewSchedule(
  context: Context,
  { crontab, timezone, days = null }: { crontab: string; timezone?: string | null; days?: number | null },
): Promise<SchedulePreview> {
  const cron = parseCron(crontab)
  const zone = parseTimeZone(timezone ?? 'UTC')
  const items: SchedulePreview['items'] = []
  const now = await context.clock.now(context.store.database)
  let after = now
  while (items.length < shownTicks) {
    const tick = nextTick(cron, zone, after)
    if (tick === null) break
    items.push({ at: tick.toISOString(), ...localTime(tick, zone), remark: remarkOn(cron, zone, tick) })
    after = tick
  }
  const hours = days === null ? null : ticksPerHour(cron, zone, now, days)
  return { crontab, timezone: zone, items, hours }
}

const hourMs = 3_600_000

/** How often it fires in each hour of UTC, from an instant on for some days; hours without a tick are left out. */
function ticksPerHour(cron: Cron, zone: string, from: Date, days: number) {
  const end = from.getTime() + days * 24 * hourMs
  const counts = new Map<number, number>()
  let tick = nextTick(cron, zone, from)
  while (tick !== null && tick.getTime() < end) {
    const hour = Math.floor(tick.getTime() / hourMs) * hourMs
    counts.set(hour, (counts.get(hour) ?? 0) + 1)
    tick = nextTick(cron, zone, tick)
  }
  return [...counts].map(([hour, ticks]) => ({ at: new Date(hour).toISOString(), ticks }))
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

import type { Context } from '../../access/context.ts'
import { visibleDatastores } from '../../access/visible.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'
import { invalidParameter } from '../../kernel/errors.ts'
import type { Timeframe } from '../../model/timeframe.ts'
import type { TrendDay, Trends } from '../../model/trend.ts'
import { dayBefore } from '../../store/daily-verdicts.ts'
import { listAllDatastores } from '../../store/datastores.ts'
import { anomalyMoves, scannedDays, type AnomalyMove, type ScannedDay } from '../../store/trends.ts'

/** Both days included; a day that is given goes before the timeframe (default: a month until today). */
export interface TrendsQuery {
  datastore?: number[]
  timeframe?: Timeframe
  start_date?: string
  end_date?: string
  /** Minutes that local time is ahead of UTC (default 0). */
  offset?: number
}

const longestDays = 366
const dayMilliseconds = 86_400_000

/** Member; day by day, how the work on the datastores that the caller may see went. A fixed number of statements, however many anomalies there are. */
export async function readTrends(context: Context, query: TrendsQuery): Promise<Trends> {
  const { database } = context.store
  const { timeframe = 'month', start_date, end_date, offset = 0 } = query
  const isGiven = start_date !== undefined || end_date !== undefined
  const now = (await context.clock.now(database)).getTime() + offset * 60_000
  const last = end_date ?? new Date(now).toISOString().slice(0, 10)
  const first = start_date ?? (await dayBefore(database, last, timeframe))
  const days = daysOf(first, last)
  const seen = await listAllDatastores(database, visibleDatastores(context))
  const datastores = seen.filter(({ id }) => query.datastore?.includes(id) ?? true)
  const ids = datastores.map(({ id }) => id)
  const range = { first, last, offset }
  const moves = Map.groupBy(await anomalyMoves(database, ids, range), (move) => move.datastore_id)
  const scanned = Map.groupBy(await scannedDays(database, ids, range), (day) => day.datastore_id)
  return {
    start_date: first,
    end_date: last,
    timeframe: isGiven ? null : timeframe,
    datastores: datastores.map(({ id, name, type }) => ({
      datastore: datastoreReference(id, name, type),
      days: trendOf(days, moves.get(id) ?? [], scanned.get(id) ?? []),
    })),
  }
}

function daysOf(first: string, last: string): string[] {
  const count = (Date.parse(last) - Date.parse(first)) / dayMilliseconds + 1
  if (count < 1) throw invalidParameter('start_date', `start_date (${first}) is after end_date (${last}).`)
  if (count > longestDays)
    throw invalidParameter(
      'start_date',
      `From ${first} to ${last} are ${count} days; ask for at most ${longestDays}.`,
    )
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * dayMilliseconds).toISOString().slice(0, 10),
  )
}

function trendOf(
  days: readonly string[],
  moves: readonly AnomalyMove[],
  scanned: readonly ScannedDay[],
): TrendDay[] {
  const byDay = new Map(scanned.map((day) => [day.date, day]))
  const later = moves
    .filter(({ date }) => date !== null)
    .toSorted((one, other) => ((one.date ?? '') < (other.date ?? '') ? -1 : 1))
  let open = moves.find(({ date }) => date === null)?.anomalies ?? 0
  return days
    .toReversed()
    .map((date) => {
      for (let move = later.at(-1); move && (move.date ?? '') > date; move = later.at(-1)) {
        open -= move.anomalies
        later.pop()
      }
      const {
        checks_passed = 0,
        checks_failed = 0,
        checks_unasserted = 0,
        records_scanned = 0,
      } = byDay.get(date) ?? {}
      return { date, open_anomalies: open, checks_passed, checks_failed, checks_unasserted, records_scanned }
    })
    .toReversed()
}

import type { Context } from '../../access/context.ts'
import { invalidParameter } from '../../kernel/errors.ts'
import type { CheckInsights } from '../../model/check-insights.ts'
import type { Timeframe } from '../../model/timeframe.ts'
import { dailyVerdicts, dayBefore } from '../../store/daily-verdicts.ts'
import { requireCheck } from './read.ts'

/** Both days included, in UTC; a day that is given goes before the timeframe (default: a month until today). */
export interface InsightsQuery {
  timeframe?: Timeframe
  start_date?: string
  end_date?: string
}

/** Reporter. What the check concluded on each day of the range on which a scan that evaluated it started. */
export async function readInsights(
  context: Context,
  id: number,
  query: InsightsQuery,
): Promise<CheckInsights> {
  await requireCheck(context, id, 'Reporter')
  const { database } = context.store
  const now = (await context.clock.now(context.store.database)).toISOString()
  const { start_date, end_date, timeframe = 'month' } = query
  const isGiven = start_date !== undefined || end_date !== undefined
  const last = end_date ?? now.slice(0, 10)
  const first = start_date ?? (await dayBefore(database, last, timeframe))
  if (first > last) throw invalidParameter('start_date', `start_date (${first}) is after end_date (${last}).`)
  const rows = await dailyVerdicts(database, id, first, last)
  return {
    generated_at: now,
    start_date: first,
    end_date: last,
    timeframe: isGiven ? null : timeframe,
    daily_assertion_measured: rows,
  }
}

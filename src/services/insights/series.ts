import { severityBands, type Measure, type Series } from '../../model/insight.ts'
import { assertionResults } from '../../model/check.ts'
import { operationResults } from '../../model/operation.ts'
import {
  countArchived,
  countMoves,
  countOpen,
  countOpened,
  countRuns,
  countScans,
  countVerdicts,
  type Counted,
  type Scope,
} from '../../store/insights.ts'
import type { Queryable } from '../../store/pool.ts'
import { listQuery, ofPeriod } from './list-query.ts'
import type { Period } from './periods.ts'

type Periods = readonly Period[]

/** Runs by each result that one of them has. */
export async function runSeries(database: Queryable, scope: Scope, periods: Periods): Promise<Series[]> {
  const counted = await countRuns(database, scope)
  const seen = operationResults.filter((result) => counted.some(({ of }) => of === result))
  return seen.map((result) => ({
    measure: 'runs',
    of: result,
    values: valuesOf(counted, periods, result),
    query: listQuery('/operations', { result, datastore: scope.datastore, ...ofPeriod }),
  }))
}

/** Container scans, and the records that they read. */
export async function scanSeries(database: Queryable, scope: Scope, periods: Periods): Promise<Series[]> {
  const counted = await countScans(database, scope)
  const records = counted.map((one) => ({ ...one, count: one.records }))
  return [
    {
      measure: 'containers_scanned',
      of: null,
      values: valuesOf(counted, periods, null),
      query: listQuery('/container-scans', { datastore: scope.datastore, ...ofPeriod }),
    },
    { measure: 'records_scanned', of: null, values: valuesOf(records, periods, null), query: null },
  ]
}

/** Anomalies opened, archived and open at the end of each period, by bands of weight. */
export async function anomalySeries(database: Queryable, scope: Scope, periods: Periods): Promise<Series[]> {
  const { datastore } = scope
  const opened = await countOpened(database, scope)
  const archived = await countArchived(database, scope)
  const open = await countOpen(database, scope)
  const moves = [...opened, ...(await countMoves(database, scope))]
  return severityBands.flatMap(({ name, min_weight, max_weight }) => {
    const series = (measure: Measure, values: number[], filters: Record<string, string>) => ({
      measure,
      of: name,
      values,
      query: listQuery('/anomalies', { ...filters, min_weight, max_weight, datastore }),
    })
    const days = { archived_from: ofPeriod.start_date, archived_until: ofPeriod.end_date }
    return [
      series('anomalies_opened', valuesOf(opened, periods, name), { archived: 'include', ...ofPeriod }),
      series('anomalies_archived', valuesOf(archived, periods, name), days),
      series('anomalies_open', openAtEnds(open.get(name) ?? 0, moves, periods, name), {
        open_on: ofPeriod.end_date,
      }),
    ]
  })
}

/** Checks by the last verdict of each period. */
export async function verdictSeries(database: Queryable, scope: Scope, periods: Periods): Promise<Series[]> {
  const counted = await countVerdicts(database, scope)
  const days = { judged_from: ofPeriod.start_date, judged_until: ofPeriod.end_date }
  return assertionResults.map((last_result) => ({
    measure: 'verdicts',
    of: last_result,
    values: valuesOf(counted, periods, last_result),
    query: listQuery('/quality-checks', {
      archived: 'include',
      last_result,
      datastore: scope.datastore,
      ...days,
    }),
  }))
}

/** The counts of those that are alike in `of`, for each period. */
function valuesOf(counted: readonly Counted[], periods: Periods, of: string | null): number[] {
  const byPeriod = new Map<string | null, number>()
  for (const one of counted)
    if (one.of === of) byPeriod.set(one.period, (byPeriod.get(one.period) ?? 0) + one.count)
  return periods.map(({ start_date }) => byPeriod.get(start_date) ?? 0)
}

/** From what is open now back in time, by how many became more in each period. */
function openAtEnds(now: number, moves: readonly Counted[], periods: Periods, band: string): number[] {
  const later = moves.filter(({ period, of }) => period === null && of === band)
  let open = now - later.reduce((sum, { count }) => sum + count, 0)
  const values = valuesOf(moves, periods, band)
  return values
    .toReversed()
    .map((more) => {
      const atEnd = open
      open -= more
      return atEnd
    })
    .toReversed()
}

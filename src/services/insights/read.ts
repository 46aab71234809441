import type { Context } from '../../access/context.ts'
import { visibleDatastoreIds, visibleDatastores } from '../../access/visible.ts'
import { datastoreReference } from '../../connectors/datastore-reference.ts'
import type { Grouping, Insights, Series } from '../../model/insight.ts'
import { countStandings } from '../../store/checks.ts'
import { dayBefore } from '../../store/daily-verdicts.ts'
import { meanScores, topContainers, topRules, type Scope } from '../../store/insights.ts'
import { datastoresTagged } from '../../store/tags.ts'
import { listQuery } from './list-query.ts'
import { periodsOf } from './periods.ts'
import { anomalySeries, runSeries, scanSeries, verdictSeries } from './series.ts'

/** Days are of UTC, both included (default: a month until today, by day). Datastores: these, those with any of these tags; or both. */
interface InsightsQuery {
  start_date?: string
  end_date?: string
  group_by?: Grouping
  datastore?: number[]
  tag?: string[]
}

/** Rules and containers that are named. */
const mostNamed = 10

/**
 * Member; how the work on the datastores that the caller may see went and stands. A fixed number of statements, however much there is,
 * and each number is the `total` of the list that stands beside it.
 */
export async function readInsights(context: Context, query: InsightsQuery): Promise<Insights> {
  const { database } = context.store
  const scope = await scopeOf(context, query)
  const { first, last, group_by, datastore } = scope
  const periods = periodsOf(first, last, group_by)
  const score = await meanScores(
    database,
    scope,
    periods.map(({ end_date }) => end_date),
  )
  const series: Series[] = [
    ...(await runSeries(database, scope, periods)),
    ...(await scanSeries(database, scope, periods)),
    ...(await anomalySeries(database, scope, periods)),
    ...(await verdictSeries(database, scope, periods)),
    { measure: 'score', of: null, values: score, query: null },
  ]
  const found = { archived: 'include', start_date: first, end_date: last, datastore }
  const standings = await countStandings(database, visibleDatastores(context), datastore)
  return {
    start_date: first,
    end_date: last,
    group_by,
    periods,
    series,
    checks: standings.map(({ last_result, count }) => ({
      last_result,
      count,
      query: listQuery('/quality-checks', { status: 'Active', last_result, datastore }),
    })),
    top_rules: (await topRules(database, scope, mostNamed)).map(({ rule_type, count }) => ({
      rule_type,
      count,
      query: listQuery('/anomalies', { ...found, rule_type }),
    })),
    top_containers: (await topContainers(database, scope, mostNamed)).map(
      ({ datastore_id, datastore_name, datastore_type, count, ...container }) => ({
        container,
        datastore: datastoreReference(datastore_id, datastore_name, datastore_type),
        count,
        query: listQuery('/anomalies', { ...found, container: container.id }),
      }),
    ),
  }
}

async function scopeOf(context: Context, query: InsightsQuery): Promise<Scope> {
  const { database } = context.store
  const today = (await context.clock.now(database)).toISOString().slice(0, 10)
  const { end_date: last = today, group_by = 'day' } = query
  const first = query.start_date ?? (await dayBefore(database, last, 'month'))
  return {
    visible: await visibleDatastoreIds(context),
    datastore: await datastoresOf(context, query),
    first,
    last,
    group_by,
  }
}

/** Null: none are asked for by themselves. Where none fits, an id that no datastore has, because lists take an empty one for all. */
async function datastoresOf(context: Context, { datastore, tag }: InsightsQuery): Promise<number[] | null> {
  if (!tag?.length) return datastore?.length ? datastore : null
  const tagged = await datastoresTagged(context.store.database, visibleDatastores(context), tag)
  const both = datastore?.length ? tagged.filter((id) => datastore.includes(id)) : tagged
  return both.length === 0 ? [0] : both
}

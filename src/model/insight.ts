import { Type, type Static } from 'typebox'
import { DatastoreReference } from './datastore-record.ts'
import { ContainerStub } from './container-record.ts'
import { described, nullable } from './wire.ts'

/** The lengths of the periods that insights are counted by; weeks begin on Monday. */
export const groupings = ['day', 'week', 'month'] as const
export type Grouping = (typeof groupings)[number]

/** What a series counts. */
export const measures = [
  'runs',
  'containers_scanned',
  'records_scanned',
  'anomalies_opened',
  'anomalies_archived',
  'anomalies_open',
  'verdicts',
  'score',
] as const
export type Measure = (typeof measures)[number]

/** Bands of weight in which anomalies are counted; null: without a bound. */
export const severityBands = [
  { name: '1-5', min_weight: null, max_weight: 5 },
  { name: '6-11', min_weight: 6, max_weight: 11 },
  { name: '12-19', min_weight: 12, max_weight: 19 },
  { name: '20+', min_weight: 20, max_weight: null },
] as const

const Day = Type.String({ format: 'date' })
const count = Type.Integer({ minimum: 0, description: 'How many' })
const query = Type.String({ description: 'The list whose `total` it is' })

const Period = Type.Object(
  { start_date: described(Day, 'Its first day'), end_date: described(Day, 'Its last day') },
  { title: 'InsightPeriod', description: 'A time that is counted as one' },
)

const Series = Type.Object(
  {
    measure: described(Type.Enum(measures), 'What is counted'),
    of: nullable(
      Type.String(),
      'Of runs the result, of anomalies the band of weight (1-5 holds those below 1 too), of verdicts the verdict; null: all',
    ),
    values: Type.Array(nullable(Type.Number()), {
      description: 'A number for each period, in their order; null: there is none yet',
    }),
    query: nullable(
      Type.String(),
      'The list whose `total` each number is, once `{start_date}` and `{end_date}` are those of the period; null: no list counts it',
    ),
  },
  { title: 'InsightSeries', description: 'How something went, period by period' },
)
export type Series = Static<typeof Series>

/** How the work went, period by period, and how it stands now. */
export const Insights = Type.Object(
  {
    start_date: described(Day, 'The first day, in UTC'),
    end_date: described(Day, 'The last day, in UTC'),
    group_by: described(Type.Enum(groupings), 'The length of a period'),
    periods: described(
      Type.Array(Period),
      'The periods, the earliest first; the outer ones may be cut short',
    ),
    series: described(Type.Array(Series), 'What is counted in each of them'),
    checks: described(
      Type.Array(
        Type.Object(
          { last_result: Type.String({ description: 'How they stand' }), count, query },
          { title: 'ChecksStanding', description: 'How many Active checks stand so now' },
        ),
      ),
      'How the Active checks stand now: passed, failed, unasserted, never, and beside these stale',
    ),
    top_rules: described(
      Type.Array(
        Type.Object(
          { rule_type: Type.String({ description: 'The rule' }), count, query },
          { title: 'RuleFindings', description: 'How many anomalies the checks of a rule found' },
        ),
      ),
      'The ten rules by which most anomalies of the whole time were found',
    ),
    top_containers: described(
      Type.Array(
        Type.Object(
          {
            container: described(ContainerStub, 'The container'),
            datastore: described(DatastoreReference, 'The datastore that it belongs to'),
            count,
            query,
          },
          { title: 'ContainerFindings', description: 'How many anomalies were found in a container' },
        ),
      ),
      'The ten containers in which most anomalies of the whole time were found',
    ),
  },
  { title: 'Insights', description: 'How the work went, period by period, and how it stands now' },
)
export type Insights = Static<typeof Insights>

import type { Field, SingleFieldProfile } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Bars } from '../../profiles/bars.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Failure } from '../../kit/failure.tsx'
import { count } from '../../words/numbers.ts'
import { useLimits } from './limits.ts'
import { Spread } from './spread.tsx'

/** Bars of values that are drawn. */
const drawn = 12

/** What a profile found; metrics that the type does not have are left out. */
export function Profile({ id, field }: { id: number; field: Field }) {
  const { data, error, refetch } = useAnswer('GET /api/field-profiles/{id}', { path: { id } })
  const limits = useLimits(field)
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the profile …</p>
  const values = data.histogram.labels.map(
    (label, index) => [label ?? 'all others', data.histogram.data[index] ?? 0] as const,
  )
  const isNoneTwice =
    values.length > drawn &&
    values.every(([, many], place) => data.histogram.labels[place] === null || many === 1)
  return (
    <section className="stack" aria-label="Profile">
      <h2>Profile</h2>
      <Metrics profile={data} />
      {data.masked && <p>The field is masked: its values and their spread are not shown.</p>}
      <Spread
        quantiles={data.kll?.buckets ?? []}
        limits={limits}
        isWhole={field.type === 'Integral'}
        check={{
          datastoreId: field.datastore.id,
          container: field.container.id,
          fields: field.name,
        }}
      />
      {isNoneTwice && <p>No value occurs twice.</p>}
      {values.length > 0 && !isNoneTwice && (
        <Bars
          label={
            values.length > drawn
              ? `The ${drawn} most frequent of ${count(values.length)} counted values`
              : 'Values'
          }
          bars={values.slice(0, drawn)}
          of={values.reduce((sum, [, many]) => sum + many, 0)}
        />
      )}
    </section>
  )
}

const metrics = [
  ['approximate_distinct_values', 'Distinct values'],
  ['min', 'Least'],
  ['q1', 'First quartile'],
  ['median', 'Median'],
  ['mean', 'Mean'],
  ['q3', 'Third quartile'],
  ['max', 'Greatest'],
  ['sum', 'Sum'],
  ['std_dev', 'Standard deviation'],
  ['min_length', 'Shortest, characters'],
  ['max_length', 'Longest, characters'],
] as const

function Metrics({ profile }: { profile: SingleFieldProfile }) {
  return (
    <Facts>
      {profile.completeness !== null && (
        <Fact name="Has a value">{Number((profile.completeness * 100).toFixed(4))} %</Fact>
      )}
      {metrics.flatMap(([key, name]) => {
        const value = profile[key]
        return value === null
          ? []
          : [
              <Fact key={key} name={name}>
                {key === 'approximate_distinct_values' ? count(Number(value)) : String(value)}
              </Fact>,
            ]
      })}
    </Facts>
  )
}

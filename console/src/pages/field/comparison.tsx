import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { wordsOf } from '../../checks/properties.ts'

/** What changed from the profile at the left to the one at the right; what is equal is left out. */
export function Comparison({ left, right }: { left: number; right: number }) {
  const { data, error, refetch } = useAnswer('GET /api/field-profiles/compare', { query: { left, right } })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const changed = data.differences.filter((one) => one.left !== one.right)
  return (
    <section className="stack" aria-label="Comparison">
      <h2>{changed.length === 0 ? 'Nothing changed between these profiles' : 'What changed'}</h2>
      {changed.length > 0 && (
        <PlainTable
          isOfValues
          label="Changes"
          heads={['Metric', 'Before', 'After', 'Change', 'Change, %']}
          rows={changed.map(({ metric, left, right, difference, ratio }) => [
            wordsOf(metric),
            String(left ?? '—'),
            String(right ?? '—'),
            difference === null ? '—' : signed(difference),
            ratio === null ? '—' : `${Number((ratio * 100).toPrecision(4))} %`,
          ])}
        />
      )}
    </section>
  )
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value)
}

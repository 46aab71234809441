import { Link } from '@tanstack/react-router'
import type { Container, FieldStatus } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import '../../profiles/profiles.css'

/** All: those that are not active must be found again, too. */
const statuses: FieldStatus[] = ['active', 'masked', 'missing', 'excluded']

/** The fields of a container, whatever became of them. */
export function FieldsOf({ container }: { container: Container }) {
  const { data, error } = useAnswer('GET /api/containers/{id}/fields', {
    path: { id: container.id },
    query: { status: statuses },
  })
  if (error && !data) return <Failure error={error} />
  if (!data) return null
  return (
    <PlainTable
      label="Fields"
      heads={['Field', 'Type', 'In the store', 'Status', 'Has a value', 'Score', 'Act']}
      rows={data.map((field) => [
        <Link key="to" to={`/fields/${field.id}` as string}>
          {field.name}
        </Link>,
        field.type,
        <code key="native">{field.native_type}</code>,
        field.status === 'active' ? 'active' : <State key="status" name="warning" word={field.status} />,
        <Share key="share" value={field.completeness} />,
        field.quality_score?.total ?? '—',
        <Link
          key="new"
          to={'/checks/new' as string}
          search={{ container: container.id, fields: field.name } as never}
        >
          New check<span className="unseen"> of {field.name}</span>
        </Link>,
      ])}
    />
  )
}

function Share({ value }: { value: number | null }) {
  if (value === null) return <span className="muted">not profiled</span>
  return (
    <span className="row">
      <svg className="share" width={60} height={8} aria-hidden="true">
        <rect className="all" width={60} height={8} />
        <rect className="part" width={60 * value} height={8} />
      </svg>
      {Number((value * 100).toFixed(2))} %
    </span>
  )
}

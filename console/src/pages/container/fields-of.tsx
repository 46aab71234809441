import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Container, FieldStatus } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { ChosenFields } from './chosen-fields.tsx'
import '../../profiles/profiles.css'

/** All: those that are not active must be found again, too. */
const statuses: FieldStatus[] = ['active', 'masked', 'missing', 'excluded']

/** The fields of a container, whatever became of them. */
export function FieldsOf({ container }: { container: Container }) {
  const { data, error, refetch } = useAnswer('GET /api/containers/{id}/fields', {
    path: { id: container.id },
    query: { status: statuses },
  })
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  // The button above says why not.
  const mayDraft = useRefusal(container.datastore.id, 'Drafter') === null
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const toggle = (id: number) =>
    choose(new Set([...chosen].filter((one) => one !== id).concat(chosen.has(id) ? [] : id)))
  return (
    <>
      <ChosenFields
        container={container}
        fields={data.filter(({ id }) => chosen.has(id))}
        clear={() => choose(new Set())}
      />
      <PlainTable
        label="Fields"
        heads={[
          ...(mayDraft ? ['Chosen'] : []),
          'Field',
          'Type',
          'In the store',
          'Status',
          'Has a value',
          'Score',
          ...(mayDraft ? ['Act'] : []),
        ]}
        keys={data.map(({ id }) => id)}
        rows={data.map((field) => [
          ...(mayDraft
            ? [
                <input
                  key="chosen"
                  type="checkbox"
                  aria-label={`Choose ${field.name}`}
                  checked={chosen.has(field.id)}
                  onChange={() => toggle(field.id)}
                />,
              ]
            : []),
          <Link key="to" to={`/fields/${field.id}` as string}>
            {field.name}
          </Link>,
          field.type,
          <code key="native">{field.native_type}</code>,
          field.status === 'active' ? 'active' : <State key="status" name="warning" word={field.status} />,
          <Share key="share" value={field.completeness} />,
          field.quality_score?.total ?? '—',
          ...(mayDraft
            ? [<NewCheckOf key="new" containerId={container.id} name={field.name} status={field.status} />]
            : []),
        ])}
      />
    </>
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

/** The way to a new check of a field; nothing of one that is not read. */
function NewCheckOf({
  containerId,
  name,
  status,
}: {
  containerId: number
  name: string
  status: FieldStatus
}) {
  if (status === 'excluded') return null
  return (
    <Link to={'/checks/new' as string} search={{ container: containerId, fields: name } as never}>
      New check<span className="unseen"> of {name}</span>
    </Link>
  )
}

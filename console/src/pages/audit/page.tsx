import { Link } from '@tanstack/react-router'
import type { Activity, MaskingEntry } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { Time } from '../../kit/time.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { useAddress } from '../../shell/search.ts'
import { Details } from './details.tsx'
import { Filters, useNarrowed } from './filters.tsx'
import { Thing } from './things.tsx'
import './audit.css'
import { Verification } from './verification.tsx'

/** How many entries a page shows. */
const size = 25

/** Who did what, who looked at masked values, and whether the log of it is whole. */
export default function Audit() {
  const refused = useRoleRefusal('Admin')
  const isMasking = useAddress().one('view') === 'masked'
  return (
    <div className="stack">
      <title>Audit · Assay</title>
      <h1>Audit</h1>
      {refused !== null ? (
        <Empty title="You may not read the audit log">
          <p>{refused}</p>
        </Empty>
      ) : (
        <>
          <Verification />
          <Tabs
            label="Kinds of entries"
            open={isMasking ? 'masked' : 'acts'}
            tabs={[
              { key: 'acts', word: 'What was done', search: {} },
              { key: 'masked', word: 'Masked values seen', search: { view: 'masked' } },
            ]}
          />
          <Filters isMasking={isMasking} />
          {isMasking ? <MaskedValues /> : <Acts />}
        </>
      )}
    </div>
  )
}

function Acts() {
  const { user, thing, id, period, page } = useNarrowed()
  const { change } = useAddress()
  const { data, error, refetch } = useAnswer(
    'GET /api/activity',
    {
      query: {
        page,
        size,
        ...(user !== null && { users: [user] }),
        ...(thing !== null && { resource_type: thing }),
        ...(id !== null && { resource_id: id }),
        ...(period !== null && { timeframe: period }),
      },
    },
    { keep: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the log …</p>
  if (data.total === 0)
    return (
      <Empty title="The log has nothing of that">
        <Link to="." search={{} as never}>
          Show all of it
        </Link>
      </Empty>
    )
  return (
    <>
      <PlainTable
        label="What was done"
        heads={['When', 'Who', 'Act', 'Thing', 'From', 'Details']}
        rows={data.items.map(cellsOfAct)}
      />
      <Pages
        page={page}
        pages={data.pages}
        total={data.total}
        one="entry"
        many="entries"
        go={(next) => change({ page: String(next) })}
      />
    </>
  )
}

function MaskedValues() {
  const { user, page } = useNarrowed()
  const { change } = useAddress()
  const { data, error, refetch } = useAnswer(
    'GET /api/audit-logs/masking',
    { query: { page, size, ...(user !== null && { user_id: user }) } },
    { keep: true },
  )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Reading the log …</p>
  if (data.total === 0) return <Empty title="Nobody looked at masked values" />
  return (
    <>
      <PlainTable
        label="Masked values seen"
        heads={['When', 'Who', 'Fields', 'Thing', 'Request', 'From']}
        rows={data.items.map(cellsOfLook)}
      />
      <Pages
        page={page}
        pages={data.pages}
        total={data.total}
        one="entry"
        many="entries"
        go={(next) => change({ page: String(next) })}
      />
    </>
  )
}

function cellsOfAct(entry: Activity) {
  const { transaction, action, resource_type, resource_id, details, ip_address } = entry
  return [
    <Time key="when" at={transaction.issued_at} isExact />,
    <bdi key="who">{transaction.user.user_name}</bdi>,
    action.replaceAll('_', ' '),
    <Thing key="thing" type={resource_type} id={resource_id} />,
    ip_address ?? '—',
    <Details key="details" of={details} />,
  ]
}

function cellsOfLook(look: MaskingEntry) {
  return [
    <Time key="when" at={look.created} isExact />,
    <bdi key="who">{look.user.user_name}</bdi>,
    <bdi key="fields">{look.masked_field_names.join(', ')}</bdi>,
    <Thing key="thing" type={look.resource_type} id={look.resource_id} />,
    <code key="request">{look.endpoint ?? '—'}</code>,
    look.ip_address ?? '—',
  ]
}

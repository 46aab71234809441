import { Link, useNavigate } from '@tanstack/react-router'
import type { Endpoints, FlowTrigger, ListedFlow } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { useDatastoreNames } from '../../flows/datastore-names.ts'
import { OnOff } from '../../flows/on-off.tsx'
import { Switch } from '../../flows/switch.tsx'
import { triggers, whenOf, type NameOf } from '../../flows/words.ts'
import { Button } from '../../kit/button.tsx'
import { Empty, NothingLikeThat } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { pageNumber, Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { useAddress } from '../../shell/search.ts'
import { count } from '../../words/numbers.ts'
import { Filters } from './filters.tsx'
import { LastExecution } from './last-execution.tsx'

/** How often it is looked at anew, milliseconds: the stream of changes does not tell of executions. */
const often = 15_000

type Query = NonNullable<Endpoints['GET /api/flows']['query']>

/** Who is told of what, and what follows what. */
export default function Flows() {
  const { one, change } = useAddress()
  const query = filtersOf(one)
  const isNarrowed = Object.keys(query).length > 0
  const page = pageNumber(one('page'))
  const { data, error, refetch } = useAnswer(
    'GET /api/flows',
    { query: { ...query, page, size: 100 } },
    { keep: true, every: often },
  )
  const nameOf = useDatastoreNames()
  return (
    <div className="stack">
      <title>Flows · Assay</title>
      <h1>Flows</h1>
      <p>A flow sends messages or starts runs when something happens. Managers make and change flows.</p>
      <div className="row">
        <NewFlow />
      </div>
      <Filters />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.items.length === 0 && <NoFlow isNarrowed={isNarrowed || page > 1} />}
      {data && data.items.length > 0 && (
        <PlainTable
          label="Flows"
          heads={['Flow', 'State', 'Last execution', 'Executions', 'When', 'Act']}
          rows={data.items.map((flow) => cellsOf(flow, nameOf))}
          keys={data.items.map(({ id }) => id)}
        />
      )}
      {data && <Pages {...data} page={page} one="flow" go={(to) => change({ page: String(to) })} />}
    </div>
  )
}

function NoFlow({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) return <NothingLikeThat title="No flow is like that" />
  return (
    <Empty title="There is no flow yet">
      <p>The first could tell in the app, by mail or in a chat that a scan has found anomalies.</p>
    </Empty>
  )
}

function NewFlow() {
  const navigate = useNavigate()
  const refused = useRoleRefusal('Manager')
  return (
    <Button kind="primary" refused={refused} onClick={() => void navigate({ to: '/flows/new' })}>
      New flow
    </Button>
  )
}

/** What the address asks for; what it cannot ask for is left out. */
function filtersOf(one: (member: string) => string | undefined): Query {
  const search = one('search')?.trim()
  const trigger = one('trigger') ?? ''
  const state = one('state')
  return {
    ...(search && { search }),
    ...(Object.hasOwn(triggers, trigger) && { trigger_type: [trigger as FlowTrigger] }),
    ...((state === 'on' || state === 'off') && { deactivated: state === 'off' }),
  }
}

function cellsOf(flow: ListedFlow, nameOf: NameOf) {
  const { id, name, description } = flow
  return [
    <span key="name">
      <Link to={`/flows/${id}` as string}>{name}</Link> <span className="muted">{description}</span>
    </span>,
    <OnOff key="state" flow={flow} />,
    <LastExecution key="last" flow={flow} />,
    count(flow.execution_count),
    whenOf(flow, nameOf, 3),
    <Switch key="act" flow={flow} />,
  ]
}

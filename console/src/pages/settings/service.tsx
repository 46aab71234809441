import type { ServiceConfiguration, ServiceSetting } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Empty } from '../../kit/empty.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { count } from '../../words/numbers.ts'
import { Said } from '../../kit/said.tsx'

/** How busy the service is, asked again every few seconds, and with which settings it was started. */
export function Service() {
  const refused = useRoleRefusal('Admin')
  const { data, error, refetch } = useAnswer(
    'GET /api/configuration',
    {},
    { enabled: refused === null, every: 5_000 },
  )
  if (refused !== null)
    return (
      <Empty title="You may not see how the service is set up">
        <p>{refused}</p>
      </Empty>
    )
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="muted">Asking the service …</p>
  return (
    <>
      <Workload of={data} />
      <h2>Settings in force</h2>
      <p>
        They are environment variables of the process that answered, read when it started. Secrets are not
        shown.
      </p>
      <PlainTable label="Settings in force" heads={['Variable', 'Value']} rows={data.settings.map(cellsOf)} />
    </>
  )
}

function Workload({ of: { version, workload } }: { of: ServiceConfiguration }) {
  const waiting = (seconds: number) => (seconds === 0 ? 'nothing waits' : `${seconds.toFixed(1)} s`)
  return (
    <Facts>
      <Fact name="Version">{version}</Fact>
      <Fact name="Units of work running">{count(workload.units_running)}</Fact>
      <Fact name="Units of work waiting">{count(workload.units_waiting)}</Fact>
      <Fact name="The oldest waits for">{waiting(workload.oldest_unit_seconds)}</Fact>
      <Fact name="Messages to deliver">{count(workload.deliveries_pending)}</Fact>
      <Fact name="The oldest is due for">{waiting(workload.oldest_delivery_seconds)}</Fact>
      <Fact name="Messages not delivered">{count(workload.deliveries_failed)}</Fact>
      <Fact name="Events not looked at">{count(workload.events_waiting)}</Fact>
      <Fact name="Connections to its database">
        {count(workload.database_connections)}, {count(workload.database_connections_idle)} idle,{' '}
        {count(workload.database_callers_waiting)} waiting for one
      </Fact>
    </Facts>
  )
}

function cellsOf({ variable, value, is_set, secret, meaning, unset }: ServiceSetting) {
  return [
    <div key="variable">
      <code>{variable}</code>
      <div className="muted meaning">
        <Said text={meaning} />
      </div>
    </div>,
    <span key="value">
      {value !== null && <code className="setting">{value}</code>}
      {value === null && secret && is_set && <span className="masked">🔒 set, and secret</span>}
      {value === null && !is_set && <span className="muted">{unset}</span>}
      {value !== null && !is_set && <span className="muted"> default</span>}
    </span>,
  ]
}

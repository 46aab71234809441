import type { Container, QualityCheck } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { NewCheck } from '../../checks/new-check.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { CheckChart } from '../../observing/check-chart.tsx'
import { ContainerCharts } from '../../observing/container-charts.tsx'
import { watchingRules } from '../../observing/demand.ts'

/** How a container changes from scan to scan, and the checks that watch that, each with its bounds. */
export function ObservabilityOf({ container: { id, datastore } }: { container: Container }) {
  const measured = useAnswer('GET /api/containers/{id}/measurements', { path: { id }, query: { size: 100 } })
  const checks = useAnswer(
    'GET /api/quality-checks',
    {
      query: {
        container: [id],
        status: ['Active'],
        rule_type: Object.keys(watchingRules),
        include: ['recent_results'],
        size: 100,
      },
    },
    { exact: true },
  )
  const unread = [measured, checks].find(({ data, error }) => error !== null && data === undefined)
  if (unread?.error) return <Failure error={unread.error} retry={() => void unread.refetch()} />
  if (!measured.data || !checks.data) return <p className="muted">Reading what was measured …</p>
  return (
    <div className="stack">
      <ContainerCharts measurements={measured.data.items} />
      <h2>Checks that watch it</h2>
      {checks.data.items.length === 0 && (
        <Empty title="No check watches how it changes">
          <p>
            A profile proposes checks of its volume and freshness. Which rows a metric or a volume may have,
            you can write yourself.
          </p>
          <NewCheck datastoreId={datastore.id} begin={{ container: id, rule: 'volumetric' }} kind="plain">
            Watch its rows
          </NewCheck>
        </Empty>
      )}
      {(checks.data.items as QualityCheck[]).map((check) => (
        <CheckChart key={check.id} check={check} />
      ))}
    </div>
  )
}

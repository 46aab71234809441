import { Link } from '@tanstack/react-router'
import type { FlowExecution } from '../../api/api.generated.ts'
import { triggers } from '../../flows/words.ts'
import { counted } from '../../words/numbers.ts'

/** What set off an execution, with the way there; what was deleted since then is told in general. */
export function Cause({
  execution: { trigger_type, trigger_id, anomaly_count },
}: {
  execution: FlowExecution
}) {
  const general = trigger_type === 'operation_start' ? 'the start of a run' : triggers[trigger_type]
  if (trigger_id === null) return <>{general}</>
  switch (trigger_type) {
    case 'operation':
    case 'operation_start':
      return (
        <>
          {general}: <Link to={`/runs/${trigger_id}` as string}>run {trigger_id}</Link>
        </>
      )
    case 'anomaly':
      if (anomaly_count === 1)
        return <Link to={`/anomalies/${trigger_id}` as string}>anomaly {trigger_id}</Link>
      return <OfScan id={trigger_id} count={anomaly_count} />
    case 'partition_scan':
      return <OfScan id={trigger_id} count={anomaly_count} />
    default:
      return <>{general}</>
  }
}

function OfScan({ id, count }: { id: number; count: number }) {
  return (
    <>
      {counted(count, 'anomaly', 'anomalies')} of{' '}
      <Link to={`/container-scans/${id}` as string}>container scan {id}</Link>
    </>
  )
}

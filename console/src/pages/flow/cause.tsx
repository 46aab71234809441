import { Link } from '@tanstack/react-router'
import type { FlowExecution } from '../../api/api.generated.ts'
import { triggers } from '../../flows/words.ts'
import { counted } from '../../words/numbers.ts'

/** What set an execution off: words, and behind them those that lead there; null: what was deleted since then is told in general. */
interface Cause {
  words: string
  thing: { words: string; address: string } | null
}

/** What set off an execution, with the way there. */
export function CauseOf({ execution }: { execution: FlowExecution }) {
  const { words, thing } = causeOf(execution)
  return (
    <>
      {words}
      {thing && <Link to={thing.address}>{thing.words}</Link>}
    </>
  )
}

/** What set off an execution, in words alone. */
export function causeInWords(execution: FlowExecution): string {
  const { words, thing } = causeOf(execution)
  return `${words}${thing?.words ?? ''}`
}

function causeOf({ trigger_type, trigger_id: id, anomaly_count }: FlowExecution): Cause {
  const general = trigger_type === 'operation_start' ? 'the start of a run' : triggers[trigger_type]
  if (id === null) return { words: general, thing: null }
  switch (trigger_type) {
    case 'operation':
    case 'operation_start':
      return { words: `${general}: `, thing: { words: `run ${id}`, address: `/runs/${id}` } }
    case 'anomaly':
      return anomaly_count === 1
        ? { words: '', thing: { words: `anomaly ${id}`, address: `/anomalies/${id}` } }
        : ofScan(id, anomaly_count)
    case 'partition_scan':
      return ofScan(id, anomaly_count)
    default:
      return { words: general, thing: null }
  }
}

function ofScan(id: number, count: number): Cause {
  return {
    words: `${counted(count, 'anomaly', 'anomalies')} of `,
    thing: { words: `container scan ${id}`, address: `/container-scans/${id}` },
  }
}

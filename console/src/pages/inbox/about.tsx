import { Link } from '@tanstack/react-router'
import type { InboxSubject } from '../../api/api.generated.ts'
import { visible } from '../../words/texts.ts'
import type { Together } from './together.ts'

/** An address of the console, and its words. */
type Way = readonly [to: string, words: string]

interface Following {
  /** Called when a way is taken. */
  follow: () => void
}

/** The way to what one message found; where that is not one anomaly, to the scan that has it. */
export function About({ about, follow }: { about: InboxSubject } & Following) {
  const { container_scan_id: scan, anomaly_ids } = about
  const [anomaly] = anomaly_ids
  const isOne = anomaly !== undefined && anomaly_ids.length === 1
  const words = anomaly === undefined ? 'The scan' : 'The anomalies'
  const ways: (Way | false)[] = [
    isOne && [`/anomalies/${anomaly}`, 'The anomaly'],
    !isOne && scan !== null && [`/container-scans/${scan}`, words],
  ]
  return <Ways ways={ways} follow={follow} />
}

/** Which flow told the messages, and of which run. */
export function AboutAll({ about, follow }: Pick<Together, 'about'> & Following) {
  if (about === null) return <h2>A test message</h2>
  const { flow, datastore, operation_id } = about
  const ways: (Way | false)[] = [
    datastore !== null && [`/datastores/${datastore.id}`, visible(datastore.name)],
    operation_id !== null && [`/runs/${operation_id}`, `Run ${operation_id}`],
  ]
  return (
    <>
      <h2>
        {flow === null ? (
          'A deleted flow'
        ) : (
          <Link to={`/flows/${flow.id}` as string} onClick={follow}>
            Flow: {visible(flow.name)}
          </Link>
        )}
      </h2>
      <Ways ways={ways} follow={follow} />
    </>
  )
}

function Ways({ ways, follow }: { ways: readonly (Way | false)[] } & Following) {
  return ways
    .filter((way) => way !== false)
    .map(([to, words]) => (
      <Link key={to} to={to} className="way" onClick={follow}>
        {words}
      </Link>
    ))
}

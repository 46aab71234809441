import { Link } from '@tanstack/react-router'
import type { InboxSubject } from '../../api/api.generated.ts'
import { visible } from '../../words/texts.ts'

/** An address of the console, and its words. */
type Way = readonly [to: string, words: string]

/** Ways to what a message is about; `follow` is called when one is taken. */
export function About({ about, follow }: { about: InboxSubject; follow: () => void }) {
  const ways = waysOf(about)
  if (ways.length === 0) return null
  return (
    <div className="ways">
      {ways.map(([to, words]) => (
        <Link key={to} to={to} onClick={follow}>
          {words}
        </Link>
      ))}
    </div>
  )
}

/** What was found comes first, what it was found in after it. */
function waysOf({ flow, datastore, operation_id, container_scan_id, anomaly_ids }: InboxSubject): Way[] {
  const [anomaly] = anomaly_ids
  const isOne = anomaly_ids.length === 1
  const ways: (Way | false)[] = [
    anomaly !== undefined && isOne && [`/anomalies/${anomaly}`, 'The anomaly'],
    container_scan_id !== null && [
      `/container-scans/${container_scan_id}`,
      anomaly === undefined || isOne ? 'The scan' : 'The anomalies',
    ],
    operation_id !== null && [`/runs/${operation_id}`, 'The run'],
    datastore !== null && [`/datastores/${datastore.id}`, visible(datastore.name)],
    flow !== null && [`/flows/${flow.id}`, `Flow: ${visible(flow.name)}`],
  ]
  return ways.filter((way) => way !== false)
}

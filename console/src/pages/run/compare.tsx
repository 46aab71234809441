import { Link } from '@tanstack/react-router'
import type { ListedOperation, Operation } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { Failure } from '../../kit/failure.tsx'
import { Select } from '../../kit/fields.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { State } from '../../kit/state.tsx'
import { Time } from '../../kit/time.tsx'
import { usePreference } from '../../shell/preferences.ts'
import { useAddress } from '../../shell/search.ts'
import { countsOf } from '../../words/runs.ts'
import { absolute, duration } from '../../words/times.ts'
import { Differences } from './differences.tsx'
import './compare.css'

/** Runs of its day and before among which the earlier ones are looked for. */
const looked = 300
/** Those of them that can be chosen, the latest first. */
const offered = 50

/** What has changed between an earlier scan of the datastore and this one; the address says which. */
export function CompareRuns({ run }: { run: Operation }) {
  const address = useAddress()
  const earlier = useAnswer('GET /api/operations', {
    query: {
      datastore: [run.datastore.id],
      operation_type: 'scan',
      finished: true,
      end_date: run.created.slice(0, 10),
      sort_created: 'desc',
      size: looked,
      containers: 'none',
    },
  })
  const [zone] = usePreference('zone')
  if (earlier.error && !earlier.data)
    return <Failure error={earlier.error} retry={() => void earlier.refetch()} />
  if (!earlier.data) return <p className="muted">Looking for earlier scans …</p>
  const others = earlier.data.items.filter(({ id }) => id < run.id).slice(0, offered)
  const chosen = Number(address.one('with')) || others[0]?.id
  if (chosen === undefined)
    return <p>No earlier scan of this datastore is known, so nothing can be compared.</p>
  const isListed = others.some(({ id }) => id === chosen)
  return (
    <section className="stack comparison" aria-label="Comparison">
      <Select
        label="Compare with"
        isInline
        value={String(chosen)}
        options={[
          ...(isListed ? [] : [[String(chosen), `Scan ${chosen}`] as const]),
          ...others.map((other) => [String(other.id), wordsOf(other, zone)] as const),
        ]}
        onChange={({ target }) => address.change({ with: target.value }, { replace: true })}
      />
      <With key={chosen} run={run} otherId={chosen} />
    </section>
  )
}

function wordsOf({ id, name, start_time }: ListedOperation, zone: 'local' | 'utc'): string {
  const at = start_time === null ? 'not begun' : absolute(start_time, zone)
  return `Scan ${id}${name ? ` · ${name}` : ''}, ${at}`
}

function With({ run, otherId }: { run: Operation; otherId: number }) {
  const { data: other, error, refetch } = useAnswer('GET /api/operations/{id}', { path: { id: otherId } })
  if (error && !other) return <Failure error={error} retry={() => void refetch()} />
  if (!other) return <p className="muted">Reading the other run …</p>
  if (other.type !== 'scan' || other.datastore.id !== run.datastore.id || other.end_time === null)
    return <p className="problem">Only scans of the same datastore that have ended can be compared.</p>
  return (
    <>
      <PlainTable
        isOfValues
        label="Both runs"
        heads={['Run', 'Result', 'Started', 'Took', 'Counted']}
        rows={[other, run].map((one) => [
          <Link key="to" to={`/runs/${one.id}` as string}>
            Scan {one.id}
          </Link>,
          <State key="result" name={one.result} />,
          <Time key="at" at={one.start_time} />,
          one.start_time === null ? '—' : duration(one.start_time, one.end_time),
          countsOf(one),
        ])}
      />
      <Differences before={other} now={run} />
    </>
  )
}

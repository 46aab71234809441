import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { DraftsWaiting } from '../../checks/drafts.tsx'
import { Empty, NothingLikeThat } from '../../kit/empty.tsx'
import { Time } from '../../kit/time.tsx'
import { OnceConnected } from '../../sources/nothing-seen.tsx'

const titles: Readonly<Record<string, string>> = {
  mine: 'Nothing open is assigned to you',
  unassigned: 'Everything open is assigned to somebody',
  archived: 'Nothing was archived yet',
}

/** In the place of anomalies where there are none; `isNarrowed`: there may be others than the filters leave. */
export function NothingHere({ view, isNarrowed }: { view: string; isNarrowed: boolean }) {
  if (isNarrowed) {
    const title = view === 'archived' ? 'Nothing archived is like that' : 'Nothing open is like that'
    return <NothingLikeThat title={title} kept={{ view }} />
  }
  return (
    <OnceConnected>
      <Empty title={titles[view] ?? 'Nothing is open'}>
        <LastScan />
      </Empty>
    </OnceConnected>
  )
}

/** How old the news is that there is nothing. */
function LastScan() {
  const { data } = useAnswer('GET /api/operations', {
    query: { operation_type: 'scan', finished: true, sort_created: 'desc', size: 1 },
  })
  const [scan] = data?.items ?? []
  if (data === undefined) return null
  if (scan === undefined)
    return (
      <p>
        No scan has ended yet. Start one on the page of a <Link to={'/datastores' as string}>datastore</Link>.
      </p>
    )
  return (
    <>
      <p>
        The <Link to={`/runs/${scan.id}` as string}>last scan</Link>
        {scan.datastore && <> of {scan.datastore.name}</>} ended <Time at={scan.end_time} />.
      </p>
      {scan.datastore && <DraftsWaiting datastoreId={scan.datastore.id} />}
    </>
  )
}

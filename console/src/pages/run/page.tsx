import { useEffect, useState } from 'react'
import { Link, useParams } from '@tanstack/react-router'
import type { Operation } from '../../api/api.generated.ts'
import { outdate, useAnswer } from '../../api/answers.ts'
import { DraftsWaiting } from '../../checks/drafts.tsx'
import { Fact } from '../../kit/fact.tsx'
import { Lasted } from '../../kit/lasted.tsx'
import { Progress } from '../../kit/progress.tsx'
import { State } from '../../kit/state.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { Time } from '../../kit/time.tsx'
import { followRun } from '../../live/follow-run.ts'
import { useAddress } from '../../shell/search.ts'
import { AbortProof } from './abort-proof.tsx'
import { countsOf, kindOf, progressOf } from '../../words/runs.ts'
import { count } from '../../words/numbers.ts'
import { CompareRuns } from './compare.tsx'
import { Controls } from './controls.tsx'
import { RunAnomalies } from './anomalies.tsx'
import { RunChecks } from './checks.tsx'
import { RunContainers } from './containers.tsx'
import { RunLog } from './log.tsx'
import { RunSettings } from './settings.tsx'
import { Said } from '../../kit/said.tsx'
import { NoSuchThing, useNothing } from '../../shell/no-such-thing.tsx'

/** How often it is asked whether the statements of an aborted run have stopped, milliseconds. */
const often = 500

/** A run, from its first second: how far it is, what it found, and the way to stop it. */
export default function Run() {
  const { id: text = '' } = useParams({ strict: false }) as { id?: string }
  const id = Number(text)
  const [every, setEvery] = useState<number | false>(false)
  const { data: run, error, refetch } = useAnswer('GET /api/operations/{id}', { path: { id } }, { every })
  const isNothing = useNothing(error, run)
  const isOpen = run !== undefined && run.end_time === null
  const stopping = run?.aborted_work?.stopping ?? null
  useEffect(() => {
    // The stream of a run ends with it; its statements may take a little longer. What is said of its containers was asked
    // beside the run, and may be from before the last of them had stopped, also where the run is known as stopped at once.
    setEvery(stopping !== null && stopping > 0 ? often : false)
    void outdate('operations/{id}/containers')
  }, [stopping])
  useEffect(() => (isOpen ? followRun(id) : undefined), [id, isOpen])
  if (error && isNothing) return <NoSuchThing one="run" error={error} retry={() => void refetch()} />
  if (!run) return <p className="muted">Reading the run …</p>
  return (
    <div className="list-page">
      <title>{`${kindOf(run)} ${run.id} · Assay`}</title>
      <div className="row">
        <h1>
          {kindOf(run)} {run.id}
        </h1>
        <State name={run.result} />
        <span className="push" />
        <Controls run={run} />
      </div>
      <Head run={run} />
      <Body run={run} />
    </div>
  )
}

function Head({ run }: { run: Operation }) {
  const progress = progressOf(run)
  return (
    <>
      {run.message !== null && (
        <p className={run.result === 'success' ? '' : 'problem'}>
          <Said text={run.message} />
        </p>
      )}
      {progress !== null && run.end_time === null && (
        <Progress done={progress.done} total={progress.total} label="Containers done" />
      )}
      <dl className="facts">
        <Fact name="Datastore">
          <Link to={`/datastores/${run.datastore.id}` as string}>{run.datastore.name}</Link>
        </Fact>
        {progress !== null && (
          <Fact name="Containers">
            {count(progress.done)} of {count(progress.total)}
            {run.result === 'success' && progress.done < progress.total && (
              <>; the other {count(progress.total - progress.done)} could not be read</>
            )}
          </Fact>
        )}
        <Fact name="Counted">{countsOf(run) || '—'}</Fact>
        <MadeChecks run={run} />
        <Fact name="Started">
          <Time at={run.start_time} />
        </Fact>
        <Fact name={run.end_time === null ? 'Running for' : 'Took'}>
          {run.start_time === null ? (
            'waits for a worker'
          ) : (
            <Lasted from={run.start_time} to={run.end_time} />
          )}
        </Fact>
        <Fact name="By">
          {run.schedule === null ? run.triggered_by : `schedule ${run.schedule.name ?? run.schedule.id}`}
        </Fact>
        <AbortProof run={run} />
        {run.type === 'scan' && (
          <Fact name="Anomalies">
            <Link to="/anomalies" search={{ datastore: String(run.datastore.id) } as never}>
              open ones of the datastore
            </Link>
          </Fact>
        )}
      </dl>
      {run.type === 'profile' && run.end_time !== null && <DraftsWaiting datastoreId={run.datastore.id} />}
    </>
  )
}

/** What a profile made of checks, with the way to them; nothing of other runs. */
function MadeChecks({ run: { datastore, status } }: { run: Operation }) {
  const { checks_added: added, checks_updated: changed = 0 } = status
  if (added === undefined) return null
  return (
    <Fact name="Checks">
      <Link to={'/checks' as string} search={{ datastore: datastore.id } as never}>
        {count(added)} made, {count(changed)} changed
      </Link>
    </Fact>
  )
}

function Body({ run }: { run: Operation }) {
  const address = useAddress()
  const tabs = [
    { key: 'containers', word: 'Containers' },
    ...(run.type === 'scan'
      ? [
          { key: 'checks', word: 'Checks' },
          { key: 'anomalies', word: 'Anomalies' },
          ...(run.end_time === null ? [] : [{ key: 'compare', word: 'Compare' }]),
        ]
      : []),
    { key: 'log', word: 'Log' },
    { key: 'settings', word: 'Settings' },
  ]
  // An address may name what runs of another kind have.
  const open = tabs.find(({ key }) => key === address.one('tab'))?.key ?? 'containers'
  return (
    <>
      <Tabs
        label="Of the run"
        open={open}
        tabs={tabs.map((tab) => ({ ...tab, search: address.with({ tab: tab.key }) }))}
      />
      {open === 'containers' && <RunContainers run={run} />}
      {open === 'checks' && <RunChecks run={run} />}
      {open === 'anomalies' && <RunAnomalies run={run} />}
      {open === 'compare' && <CompareRuns run={run} />}
      {open === 'log' && <RunLog key={run.id} run={run} />}
      {open === 'settings' && <RunSettings run={run} />}
    </>
  )
}

import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Anomaly, CheckResult, Operation, OperationContainer } from '../../api/api.generated.ts'
import { Failure } from '../../kit/failure.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { Severity } from '../../kit/severity.tsx'
import { State } from '../../kit/state.tsx'
import { count, counted } from '../../words/numbers.ts'
import { visible } from '../../words/texts.ts'
import { span } from '../../words/times.ts'
import { moved, slower, timed, took, without, type InBoth } from './comparison.ts'
import { most, useAllAnomalies, useAllContainers, useAllVerdicts, type Whole } from './whole-lists.ts'
import { Said } from '../../kit/said.tsx'

/** Lines of a group that are drawn. */
const drawn = 100

interface Runs {
  /** The earlier one. */
  before: Operation
  now: Operation
}

/** What is other in a scan than in an earlier one of the datastore. */
export function Differences(runs: Runs) {
  return (
    <>
      <OfVerdicts {...runs} />
      <OfAnomalies {...runs} />
      <OfContainers {...runs} />
    </>
  )
}

function OfVerdicts({ before, now }: Runs) {
  const read = [useAllVerdicts(before), useAllVerdicts(now)] as const
  return (
    <Part title="Checks" read={read}>
      {(former, latter) => {
        const { failsNow, notJudgedNow, passesNow, same } = moved(former, latter)
        const only =
          former.length +
          latter.length -
          2 * (failsNow.length + notJudgedNow.length + passesNow.length + same)
        return (
          <>
            <Verdicts title="Fail now, and did not before" checks={failsNow} />
            <Verdicts title="Could be judged before, and cannot now" checks={notJudgedNow} />
            <Verdicts title="Pass now, and did not before" checks={passesNow} />
            <p className="muted">
              {counted(same, 'check has', 'checks have')} the same verdict in both.
              {only > 0 && ` ${counted(only, 'was', 'were')} judged by one of the runs only.`}
            </p>
          </>
        )
      }}
    </Part>
  )
}

function Verdicts({ title, checks }: { title: string; checks: readonly InBoth<CheckResult>[] }) {
  return (
    <Group
      title={title}
      heads={['Check', 'Table or file', 'Before', 'Now', 'Rows failing before', 'Rows failing now', 'Why']}
      things={checks}
      cellsOf={({ before, now }) => [
        <Link key="to" to={`/checks/${now.id}` as string}>
          {visible(now.description || now.rule_type)}
        </Link>,
        now.container.name,
        <State key="before" name={before.assertion_result} />,
        <State key="now" name={now.assertion_result} />,
        failing(before),
        failing(now),
        now.assertion_details ?? '',
      ]}
    />
  )
}

function failing({ anomalous_records }: CheckResult): string {
  return anomalous_records === null ? '—' : count(anomalous_records)
}

function OfAnomalies({ before, now }: Runs) {
  const read = [useAllAnomalies(before), useAllAnomalies(now)] as const
  const scanned = [useAllContainers(before), useAllContainers(now)] as const
  return (
    <Part title="Anomalies" read={read}>
      {(former, latter) => (
        <Part read={scanned}>
          {(formerOnes, latterOnes) => {
            const both = new Set(timed(formerOnes, latterOnes).map((one) => one.now.container.id))
            return (
              <>
                <Anomalies title="Found now, and not before" anomalies={without(latter, former, both)} />
                <Anomalies title="Found before, and not now" anomalies={without(former, latter, both)} />
                {(before.incremental || now.incremental) && (
                  <p className="muted">
                    A scan that is incremental reads new rows only: what it did not find may be there still.
                  </p>
                )}
              </>
            )
          }}
        </Part>
      )}
    </Part>
  )
}

function Anomalies({ title, anomalies }: { title: string; anomalies: readonly Anomaly[] }) {
  return (
    <Group
      title={title}
      heads={['Anomaly', 'Weight', 'Table or file', 'Status now']}
      things={anomalies}
      cellsOf={({ id, message, weight, container, status }) => [
        <Link key="to" to={`/anomalies/${id}` as string}>
          <Said text={message} />
        </Link>,
        <Severity key="weight" weight={weight} />,
        container.name,
        status,
      ]}
    />
  )
}

function OfContainers({ before, now }: Runs) {
  const read = [useAllContainers(before), useAllContainers(now)] as const
  return (
    <Part title="Tables and files" read={read}>
      {(former, latter) => {
        const both = timed(former, latter)
        return (
          <>
            <Group
              title="Scanned by both"
              heads={['Table or file', 'Rows before', 'Rows now', 'Took before', 'Took now', 'Longer by']}
              things={both}
              cellsOf={(one) => [
                <Link key="to" to={`/containers/${one.now.container.id}` as string}>
                  {one.now.container.name}
                </Link>,
                count(one.before.records_processed),
                count(one.now.records_processed),
                timeOf(took(one.before)),
                timeOf(took(one.now)),
                timeOf(slower(one)),
              ]}
            />
            <Only title="Scanned before only" of={former} both={both} />
            <Only title="Scanned now only" of={latter} both={both} />
          </>
        )
      }}
    </Part>
  )
}

function Only({
  title,
  of,
  both,
}: {
  title: string
  of: readonly OperationContainer[]
  both: readonly InBoth<OperationContainer>[]
}) {
  const known = new Set(both.map(({ now }) => now.container.id))
  return (
    <Group
      title={title}
      heads={['Table or file', 'Rows', 'Took']}
      things={of.filter(({ container }) => !known.has(container.id))}
      cellsOf={(one) => [one.container.name, count(one.records_processed), timeOf(took(one))]}
    />
  )
}

function timeOf(milliseconds: number | null): string {
  if (milliseconds === null) return '—'
  return milliseconds < 0 ? `−${span(-milliseconds)}` : span(milliseconds)
}

/** Something of both runs, once all of it is there. */
function Part<Thing>({
  title,
  read: [before, now],
  children,
}: {
  title?: string
  read: readonly [UseQueryResult<Whole<Thing>>, UseQueryResult<Whole<Thing>>]
  children: (before: readonly Thing[], now: readonly Thing[]) => ReactNode
}) {
  const failed = [before, now].find(({ data, error }) => error !== null && data === undefined)
  const content = () => {
    if (failed?.error) return <Failure error={failed.error} retry={() => void failed.refetch()} />
    if (!before.data || !now.data) return <p className="muted">Reading both runs …</p>
    if (!before.data.isAll || !now.data.isAll)
      return <p>One of the runs has more than {count(most)}, which is too much to compare here.</p>
    return children(before.data.items, now.data.items)
  }
  if (title === undefined) return content()
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      {content()}
    </section>
  )
}

/** Things of one kind, the first of them as a table; nothing without any. */
function Group<Thing>({
  title,
  heads,
  things,
  cellsOf,
}: {
  title: string
  heads: readonly string[]
  things: readonly Thing[]
  cellsOf: (thing: Thing) => readonly ReactNode[]
}) {
  if (things.length === 0) return <p className="muted">{title}: none.</p>
  return (
    <div className="stack tight">
      <h3>
        {title} <span className="count">{count(things.length)}</span>
      </h3>
      <PlainTable label={title} heads={heads} rows={things.slice(0, drawn).map(cellsOf)} />
      {things.length > drawn && <p className="muted">The first {count(drawn)} are shown.</p>}
    </div>
  )
}

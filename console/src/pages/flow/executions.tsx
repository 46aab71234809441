import type { ReactNode } from 'react'
import type { Flow, FlowActionExecution, FlowExecution } from '../../api/api.generated.ts'
import { Link } from '@tanstack/react-router'
import { useAnswer } from '../../api/answers.ts'
import { deedOf, type NameOf } from '../../flows/words.ts'
import { Empty } from '../../kit/empty.tsx'
import { Lasted } from '../../kit/lasted.tsx'
import { Failure } from '../../kit/failure.tsx'
import { useNarrow } from '../../kit/narrow.ts'
import { pageNumber, Pages } from '../../kit/pages.tsx'
import { State } from '../../kit/state.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { Time } from '../../kit/time.tsx'
import { useAddress } from '../../shell/search.ts'
import { counted } from '../../words/numbers.ts'
import { kindOf } from '../../words/runs.ts'
import { Abort, SendAgain } from './acts.tsx'
import { CauseOf, causeInWords } from './cause.tsx'

/** How often executions are looked at anew, milliseconds: the stream of changes does not tell of them. */
const often = 2000

interface Names {
  nameOf: NameOf
  channelOf: (type: string) => string
}

/** The times that a flow was set off, newest first, with what became of each action. */
export function Executions({ flow, ...names }: { flow: Flow } & Names) {
  const { one, change, with: and } = useAddress()
  const isUndelivered = one('view') === 'undelivered'
  const page = pageNumber(one('page'))
  const own = { flow: [flow.id], ...(isUndelivered && { undelivered: true }) }
  const { data, error, refetch } = useAnswer(
    'GET /api/flows/executions',
    { query: { ...own, page, size: 20 } },
    { keep: true, every: often },
  )
  return (
    <section className="stack" aria-label="Executions">
      <h2>Executions</h2>
      <Tabs
        label="Which executions"
        open={isUndelivered ? 'undelivered' : 'all'}
        tabs={[
          { key: 'all', word: 'All', search: and({ view: undefined, page: undefined }) },
          {
            key: 'undelivered',
            word: 'With undelivered messages',
            search: and({ view: 'undelivered', page: undefined }),
          },
        ]}
      />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.items.length === 0 && <Empty title={whyEmpty(flow, isUndelivered, page)} />}
      {data && data.items.length > 0 && (
        <ol className="executions">
          {data.items.map((execution) => (
            <Execution key={execution.id} execution={execution} {...names} />
          ))}
        </ol>
      )}
      {data && <Pages {...data} page={page} one="execution" go={(to) => change({ page: String(to) })} />}
    </section>
  )
}

function whyEmpty({ last_triggered }: Flow, isUndelivered: boolean, page: number): string {
  if (page > 1) return 'Nothing is on this page'
  if (isUndelivered) return 'No message is undelivered'
  return last_triggered === null ? 'Nothing set it off yet' : 'It was set off only by what you may not see'
}

function Execution({ execution, ...names }: { execution: FlowExecution } & Names) {
  const isNarrow = useNarrow()
  return (
    <li>
      {isNarrow ? (
        // What goes on is looked at; of what is over, as much as says which one to look at.
        <details open={execution.end_time === null}>
          <summary>
            <Head execution={execution} />
            <p className="muted cut">{gist(execution, names)}</p>
          </summary>
          <Course execution={execution} {...names} />
        </details>
      ) : (
        <Course execution={execution} {...names} head={<Head execution={execution} />} />
      )}
    </li>
  )
}

function Head({ execution: { result, start_time } }: { execution: FlowExecution }) {
  return (
    <>
      <State name={result} /> <Time at={start_time} />
    </>
  )
}

/** What an execution is known by among others: what went wrong in it, else what set it off. */
function gist(execution: FlowExecution, { nameOf }: Names): string {
  const { result, message, action_executions, datastore_id } = execution
  const failed = action_executions.find((part) => part.result === 'failure')
  const wrong = result === 'failure' ? (message ?? failed?.message ?? null) : null
  const where = datastore_id === null ? '' : ` in ${nameOf(datastore_id)}`
  return wrong ?? `${causeInWords(execution)}${where}`
}

/** What set it off, what can be done, and what became of each action. */
function Course({ execution, head, ...names }: { execution: FlowExecution; head?: ReactNode } & Names) {
  const { trigger_type, datastore_id, triggered_by, start_time, end_time, result, message } = execution
  return (
    <>
      <div className="row">
        {head}
        <span className="muted">
          set off by{' '}
          {trigger_type === 'manual' ? (
            triggered_by
          ) : (
            <>
              <CauseOf execution={execution} />
              {datastore_id !== null && ` in ${names.nameOf(datastore_id)}`}, in the name of {triggered_by}
            </>
          )}
          , {end_time === null ? 'for' : 'took'} <Lasted from={start_time} to={end_time} />
        </span>
        <span className="push" />
        <Abort execution={execution} />
        <SendAgain execution={execution} />
      </div>
      {message !== null && <p className={result === 'failure' ? 'problem' : ''}>{message}</p>}
      <Parts parent={null} parts={execution.action_executions} {...names} />
    </>
  )
}

/** What became of the actions that follow one of them; null: of those that follow none, or one that is not there any more. */
function Parts({
  parent,
  parts,
  ...names
}: { parent: string | null; parts: readonly FlowActionExecution[] } & Names) {
  const uuids = new Set(parts.map(({ action }) => action.uuid))
  const own = parts.filter(({ action: { parent_action_uuid: before } }) =>
    parent === null ? before === null || !uuids.has(before) : before === parent,
  )
  if (own.length === 0) return null
  return (
    <ul>
      {own.map((part) => (
        <li key={part.id}>
          <Part part={part} {...names} />
          <Parts parent={part.action.uuid} parts={parts} {...names} />
        </li>
      ))}
    </ul>
  )
}

function Part({ part, nameOf, channelOf }: { part: FlowActionExecution } & Names) {
  const { action, result, message, operation, notification } = part
  return (
    <div className="row">
      <ActionState result={result} />
      <span>{deedOf(action, nameOf, channelOf)}</span>
      {operation !== null && (
        <Link to={`/runs/${operation.id}` as string}>
          {kindOf(operation)} {operation.id}
        </Link>
      )}
      {message !== null && <span className="said">{message}</span>}
      {notification !== null && notification.attempts > 1 && (
        <span className="muted">{counted(notification.attempts, 'attempt')}</span>
      )}
      {notification?.next_try != null && notification.attempts > 0 && (
        <span className="muted">
          next one <Time at={notification.next_try} />
        </span>
      )}
    </div>
  )
}

function ActionState({ result }: { result: FlowActionExecution['result'] }) {
  if (result === 'pending') return <State name="queued" word="Waiting" />
  if (result === 'skipped') return <State name="none" word="Left out" />
  return <State name={result} />
}

import { Link } from '@tanstack/react-router'
import type { Endpoints } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import type { Search } from '../../shell/search.ts'
import { comparedWith } from '../../words/changes.ts'
import { count, counted } from '../../words/numbers.ts'
import { openThen, type Past } from './past.ts'

type Anomalies = Endpoints['GET /api/anomalies']['query']
type Runs = Endpoints['GET /api/operations']['query']
type Checks = Endpoints['GET /api/quality-checks']['query']

/** What a figure counts: the words for one, and those for every other number where they differ. */
type Words = readonly [one: string, many?: string]

/** The numbers of the day; each leads to the list that has as many rows, and some say how they changed. `past`: what they are compared with; null: nothing. */
export function Figures({ past }: { past: Past | null | undefined }) {
  return (
    <div className="figures">
      <Open words={['open anomaly', 'open anomalies']} query={{}} search={{}} past={past} />
      <Open
        words={['of them high or critical']}
        query={{ min_weight: 12 }}
        search={{ min_weight: '12' }}
        past={past}
      />
      {/* Whose they were then nothing tells. */}
      <Open
        words={["of them nobody's"]}
        query={{ assignee: ['none'] }}
        search={{ view: 'unassigned' }}
        past={null}
      />
      <Judged words={['check fails', 'checks fail']} last_result="failed" past={past} />
      <Judged words={['check not judged', 'checks not judged']} last_result="unasserted" past={past} />
      <UnderWay />
      <Failed past={past} />
    </div>
  )
}

interface Compared {
  words: Words
  past: Past | null | undefined
}

function Open({ words, query, search, past }: Compared & { query: Anomalies; search: Search }) {
  const { data } = useAnswer('GET /api/anomalies', { query: { ...query, size: 1 } })
  // Not by the list: it would be asked anew whenever an anomaly changes, and the past changes seldom.
  const then = useAnswer(
    'GET /api/insights',
    { query: { start_date: past?.day ?? '', end_date: past?.day ?? '' } },
    { enabled: Boolean(past) },
  )
  return (
    <Figure to="/anomalies" words={words} search={search} value={data?.total}>
      {sinceThen(past, data?.total, then.data && openThen(then.data, query?.min_weight))}
    </Figure>
  )
}

/** Active checks, by what became of them last. */
function Judged({
  words,
  last_result,
  past,
}: Compared & { last_result: NonNullable<NonNullable<Checks>['last_result']>[number] }) {
  const query: Checks = { status: ['Active'], last_result: [last_result], size: 1 }
  const { data } = useAnswer('GET /api/quality-checks', { query })
  const then = useAnswer(
    'GET /api/quality-checks',
    { query: { ...query, judged_until: past?.day ?? '' } },
    { enabled: Boolean(past) },
  )
  return (
    <Figure to="/checks" words={words} search={{ last_result }} value={data?.total}>
      {sinceThen(past, data?.total, then.data?.total)}
    </Figure>
  )
}

function UnderWay() {
  const { data } = useAnswer('GET /api/operations', { query: { finished: false, size: 1 } })
  const words = ['run under way', 'runs under way'] as const
  return <Figure to="/runs" words={words} search={{ view: 'open' }} value={data?.total} />
}

/** Runs that did not end well: of the time that is shown, beside those of as many days before it. */
function Failed({ past }: { past: Past | null | undefined }) {
  const query: Runs = { result: ['failure', 'partial', 'warning', 'aborted'], size: 1 }
  const { data } = useAnswer(
    'GET /api/operations',
    { query: { ...query, ...past?.since } },
    { enabled: past !== undefined },
  )
  const before = useAnswer(
    'GET /api/operations',
    { query: { ...query, ...past?.before } },
    { enabled: Boolean(past) },
  )
  return (
    <Figure
      to="/runs"
      words={['run that is no success', 'runs that are no success']}
      search={{ view: 'failed', ...past?.since }}
      value={data?.total}
    >
      {past &&
        data &&
        before.data &&
        `in ${counted(past.days, 'day')}, ${comparedWith(data.total, before.data.total)} in the ${past.days} before`}
    </Figure>
  )
}

function sinceThen(
  past: Past | null | undefined,
  now: number | undefined,
  then: number | undefined,
): string | null {
  if (!past || now === undefined || then === undefined) return null
  return `${comparedWith(now, then)} on ${past.words}`
}

function Figure(given: {
  to: string
  words: Words
  search: Search
  value: number | undefined
  /** How it changed; nothing: that is not known. */
  children?: string | false | null | undefined
}) {
  const {
    to,
    words: [one, many = one],
    search,
    value,
    children,
  } = given
  return (
    <Link to={to} search={search as never} className="figure">
      <b>{value === undefined ? '…' : count(value)}</b> <span>{value === 1 ? one : many}</span>
      {children && <small>{children}</small>}
    </Link>
  )
}

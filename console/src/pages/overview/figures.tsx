import { Link } from '@tanstack/react-router'
import type { Endpoints } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import type { Search } from '../../shell/search.ts'
import { count } from '../../words/numbers.ts'

type Anomalies = Endpoints['GET /api/anomalies']['query']
type Runs = Endpoints['GET /api/operations']['query']
type Checks = Endpoints['GET /api/quality-checks']['query']

/** What a figure counts: the words for one, and those for every other number where they differ. */
type Words = readonly [one: string, many?: string]

/** The numbers of the day; each leads to the list that has as many rows. */
export function Figures() {
  return (
    <div className="figures">
      <Open words={['open anomaly', 'open anomalies']} query={{}} search={{}} />
      <Open words={['of them high or critical']} query={{ min_weight: 12 }} search={{ min_weight: '12' }} />
      <Open words={["of them nobody's"]} query={{ assignee: ['none'] }} search={{ view: 'unassigned' }} />
      <Judged words={['check fails', 'checks fail']} last_result="failed" />
      <Judged words={['check not judged', 'checks not judged']} last_result="unasserted" />
      <Ran
        words={['run under way', 'runs under way']}
        query={{ finished: false }}
        search={{ view: 'open' }}
      />
      <Ran
        words={['run that is no success', 'runs that are no success']}
        query={{ result: ['failure', 'partial', 'warning', 'aborted'] }}
        search={{ view: 'failed' }}
      />
    </div>
  )
}

function Open({ words, query, search }: { words: Words; query: Anomalies; search: Search }) {
  const { data } = useAnswer('GET /api/anomalies', { query: { ...query, size: 1 } })
  return <Figure to="/anomalies" words={words} search={search} value={data?.total} />
}

/** Active checks, by what became of them last. */
function Judged({
  words,
  last_result,
}: {
  words: Words
  last_result: NonNullable<NonNullable<Checks>['last_result']>[number]
}) {
  const query: Checks = { status: ['Active'], last_result: [last_result], size: 1 }
  const { data } = useAnswer('GET /api/quality-checks', { query })
  return <Figure to="/checks" words={words} search={{ last_result }} value={data?.total} />
}

function Ran({ words, query, search }: { words: Words; query: Runs; search: Search }) {
  const { data } = useAnswer('GET /api/operations', { query: { ...query, size: 1 } })
  return <Figure to="/runs" words={words} search={search} value={data?.total} />
}

function Figure(given: { to: string; words: Words; search: Search; value: number | undefined }) {
  const {
    to,
    words: [one, many = one],
    search,
    value,
  } = given
  return (
    <Link to={to} search={search as never} className="figure">
      <b>{value === undefined ? '…' : count(value)}</b> <span>{value === 1 ? one : many}</span>
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import type { Endpoints } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import type { Search } from '../../shell/search.ts'
import { count } from '../../words/numbers.ts'

type Anomalies = Endpoints['GET /api/anomalies']['query']
type Runs = Endpoints['GET /api/operations']['query']

/** The numbers of the day; each leads to the list that has as many rows. */
export function Figures() {
  return (
    <div className="figures">
      <Open word="open anomalies" query={{}} search={{}} />
      <Open word="of them high or critical" query={{ min_weight: 12 }} search={{ min_weight: '12' }} />
      <Open word="of them nobody's" query={{ assignee: ['none'] }} search={{ view: 'unassigned' }} />
      <Ran word="runs under way" query={{ finished: false }} search={{ view: 'open' }} />
      <Ran
        word="runs that are no success"
        query={{ result: ['failure', 'partial', 'warning', 'aborted'] }}
        search={{ view: 'failed' }}
      />
    </div>
  )
}

function Open({ word, query, search }: { word: string; query: Anomalies; search: Search }) {
  const { data } = useAnswer('GET /api/anomalies', { query: { ...query, size: 1 } })
  return <Figure to="/anomalies" word={word} search={search} value={data?.total} />
}

function Ran({ word, query, search }: { word: string; query: Runs; search: Search }) {
  const { data } = useAnswer('GET /api/operations', { query: { ...query, size: 1 } })
  return <Figure to="/runs" word={word} search={search} value={data?.total} />
}

function Figure(given: { to: string; word: string; search: Search; value: number | undefined }) {
  const { to, word, search, value } = given
  return (
    <Link to={to} search={search as never} className="figure">
      <b>{value === undefined ? '…' : count(value)}</b> <span>{word}</span>
    </Link>
  )
}

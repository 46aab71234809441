import { Link } from '@tanstack/react-router'
import { useAnswer } from '../api/answers.ts'
import { count } from '../words/numbers.ts'

/** How many anomalies of a datastore or of a container are open, as the list to which it leads counts them. */
export function OpenAnomalies({ of, id }: { of: 'datastore' | 'container'; id: number }) {
  const { data } = useAnswer('GET /api/anomalies', { query: { [of]: [id], size: 1 } }, { keep: true })
  return (
    <Link to={'/anomalies' as string} search={{ [of]: id } as never}>
      {data === undefined ? '…' : count(data.total)}
    </Link>
  )
}

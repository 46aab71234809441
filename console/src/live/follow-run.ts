import { outdate } from '../api/answers.ts'

/** Least time between two looks at a run that changes quickly, milliseconds. */
const pause = 500

/** Has everything about a run asked again whenever it changes, until it has ended or the result is called. */
export function followRun(id: number): () => void {
  const stream = new EventSource(`/api/operations/${id}/events`)
  let waiting: ReturnType<typeof setTimeout> | null = null
  const look = () => {
    waiting = null
    void outdate('operations/{id}')
  }
  stream.addEventListener('progress', () => (waiting ??= setTimeout(look, pause)))
  for (const last of ['end', 'refused']) {
    stream.addEventListener(last, () => {
      stream.close()
      look()
      for (const noun of ['operations', 'anomalies', 'quality-checks', 'containers', 'overview'])
        void outdate(noun)
    })
  }
  return () => {
    stream.close()
    if (waiting !== null) clearTimeout(waiting)
  }
}

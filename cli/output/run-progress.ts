import { counted, plural, seconds } from './numbers.ts'

/** Of a state of a run, what is told while it goes on. */
interface State {
  result: string
  status: object
}

const barWidth = 20

/** How far a run is in one line, with a bar and the time that is left, as far as its containers tell; `start` is a `performance.now()`. */
export function progressOf({ result, status }: State, start: number): string {
  const figures = new Map(
    Object.entries(status).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
  const total = figures.get('total_containers') ?? 0
  const done = figures.get('containers_analyzed') ?? 0
  const told = [
    total > 0 ? `${counted(done)} of ${plural(total, 'container')}` : '',
    some(figures.get('records_processed'), 'record'),
    some(figures.get('anomalies_identified'), 'anomaly', 'anomalies'),
    some(figures.get('checks_synchronized'), 'proposed check'),
  ].filter((part) => part !== '')
  const passed = performance.now() - start
  const isOver = result !== 'queued' && result !== 'running'
  const tail = isOver ? `(${seconds(passed)})` : leftOf(done, total, passed)
  const bar = !isOver && total > 1 ? `[${'#'.repeat(filled(done, total)).padEnd(barWidth, '.')}]` : ''
  return [result, bar, told.join(', '), tail].filter((part) => part !== '').join('  ')
}

const some = (count: number | undefined, word: string, words?: string): string =>
  count === undefined || count === 0 ? '' : plural(count, word, words)

const filled = (done: number, total: number): number =>
  Math.min(barWidth, Math.floor((done / total) * barWidth))

/** By the containers that are done; nothing before the first is. */
function leftOf(done: number, total: number, passed: number): string {
  return done > 0 && done < total ? `about ${seconds((passed / done) * (total - done))} left` : ''
}

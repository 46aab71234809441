import type { OperationContainer } from '../../api/api.generated.ts'
import { count } from '../../words/numbers.ts'
import './partition-cells.css'

/** Cells of a row at most; of more partitions a cell stands for several. */
const mostCells = 24

/** How far a partition can be, in the order of the cells, each with its word. */
const states = [
  ['done', 'read'],
  ['failed', 'failed'],
  ['running', 'being read'],
  ['stopping', 'being stopped'],
  ['stopped', 'stopped'],
  ['waiting', 'waiting'],
] as const

type Counted = (typeof states)[number][0]

/** The partitions of a container in a run: a cell for each, or for several, and their number in words. */
export function PartitionCells({ part }: { part: OperationContainer }) {
  const { partitions } = part
  const told = states.filter(([state]) => partitions[state] > 0)
  const words = told.map(([state, word]) => `${count(partitions[state])} ${word}`).join(', ')
  return (
    <span className="partitions" title={words}>
      <span className="cells" aria-hidden="true">
        {cellsOf(part).map((state, index) => (
          <i key={index} className={state} />
        ))}
      </span>
      <span>
        {partitions.total > 0 ? `${count(partitions.done)}/${count(partitions.total)}` : words || '—'}
      </span>
      {partitions.total > 0 && <span className="unseen">{words}</span>}
    </span>
  )
}

/** What each cell shows; every state that there is has one. */
function cellsOf({ partitions, result }: OperationContainer): Counted[] {
  const { total, stopping } = partitions
  // Before the run has looked into the container, and where it reads it in one piece.
  if (total === 0) return stopping > 0 ? ['stopping'] : result === 'running' ? ['running'] : []
  const each = Math.max(1, total / mostCells)
  return states.flatMap(([state]) =>
    partitions[state] > 0
      ? Array.from({ length: Math.max(1, Math.round(partitions[state] / each)) }, () => state)
      : [],
  )
}

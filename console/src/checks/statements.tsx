import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { copyText } from '../kit/copy.ts'
import { Failure } from '../kit/failure.tsx'
import { PlainTable } from '../kit/plain-table.tsx'
import { count, counted } from '../words/numbers.ts'

/** Statements that are asked for at most. */
const size = 200

/** What a scan of a container sent to the source, the slowest first; with `checkId` only what was sent for this check. */
export function Statements({ containerScanId, checkId }: { containerScanId: number; checkId?: number }) {
  const { data, error, refetch } = useAnswer('GET /api/container-scans/{id}/statements', {
    path: { id: containerScanId },
    query: { size },
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const sent = data.items
    .filter(({ check_ids }) => checkId === undefined || check_ids.includes(checkId))
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
  return (
    <section className="stack" aria-label="Statements">
      <h2>
        {sent.length === 0 ? 'No statement was' : counted(sent.length, 'statement')} sent to the source
        {checkId !== undefined && ' for the last verdict'}
        {data.total > size && `, of the first ${size} of ${count(data.total)}`}
      </h2>
      {sent.length > 0 && (
        <PlainTable
          label="Statements"
          heads={['Took', 'Rows', 'Checks', 'Part', 'SQL']}
          rows={sent.map((one) => [
            `${count(one.milliseconds)} ms`,
            one.refused ? 'refused' : count(one.rows),
            one.check_ids.length === 0 ? 'all' : count(one.check_ids.length),
            one.partition_name ?? '—',
            <Sql key="sql" text={one.sql} />,
          ])}
        />
      )}
    </section>
  )
}

/** Characters of a statement that are drawn at once: some have thousands, and a scan sends many. */
const drawn = 240

/** A statement, of which a long one is unfolded and copied on demand. */
function Sql({ text }: { text: string }) {
  if (text.length <= drawn) return <code>{text}</code>
  return (
    <details className="statement">
      <summary>
        <code>{text.slice(0, drawn)} …</code>
      </summary>
      <Button onClick={() => void copyText(text, 'The statement is copied.')}>Copy</Button>
      <pre>{text}</pre>
    </details>
  )
}

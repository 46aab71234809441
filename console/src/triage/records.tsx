import { useState } from 'react'
import type { Anomaly, FailingRow, SourceRecordField } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { Failure } from '../kit/failure.tsx'
import { Select } from '../kit/fields.tsx'
import { Pages, pageNumber } from '../kit/pages.tsx'
import { useRefusal } from '../shell/rights.ts'
import { useAddress } from '../shell/search.ts'
import { counted } from '../words/numbers.ts'
import { failedChecks } from './failed-checks.ts'
import { failingFirst, RecordTable, RecordViews, type DrawnRecords } from './record-table.tsx'
import './records.css'

/** Rows of a page. */
const size = 50

/** Rows of a preview. */
const few = 5

/** Ways to draw the rows, the first by default. */
const views = [
  ['all', 'all fields'],
  ['failing', 'failing fields only'],
  ['rows', 'row by row'],
] as const

/** The first rows that an anomaly is made of, where there is little room. */
export function FirstRecords({ anomaly }: { anomaly: Anomaly }) {
  const { data, answer } = useRecords(anomaly, { limit: few }, false)
  if (data === null) return answer
  return (
    <figure className="records">
      <figcaption className="muted">{captionOf(data.rows.length, data.total, anomaly)}</figcaption>
      <RecordTable {...drawnOf(data, anomaly)} />
    </figure>
  )
}

/** The rows that an anomaly is made of, page by page; cells that fail a check are framed, and their fields come first. */
export function Records({ anomaly }: { anomaly: Anomaly }) {
  const [isRevealed, reveal] = useState(false)
  const address = useAddress()
  const page = pageNumber(address.one('rows'))
  const { data, answer } = useRecords(anomaly, { limit: size, offset: (page - 1) * size }, isRevealed)
  const { data: container } = useAnswer('GET /api/containers/{id}', { path: { id: anomaly.container.id } })
  if (data === null) return answer
  const view = address.one('records') ?? 'all'
  const Rows = view === 'rows' ? RecordViews : RecordTable
  const drawn = drawnOf(data, anomaly, view === 'failing')
  const copying = { keyFields: container?.key_fields ?? [], storeType: anomaly.datastore.type }
  return (
    <figure className="records">
      <figcaption className="row">
        <span className="muted">{captionOf(data.rows.length, data.total, anomaly)}</span>
        <span className="push" />
        {data.fields.some(({ masked }) => masked) && (
          <Reveal datastoreId={anomaly.datastore.id} isRevealed={isRevealed} reveal={() => reveal(true)} />
        )}
        <Select
          label="Shown"
          isInline
          value={view}
          options={views}
          onChange={({ target }) => address.change({ records: target.value }, { replace: true })}
        />
      </figcaption>
      <Rows {...drawn} copying={copying} />
      {data.total > size && (
        <Pages
          page={page}
          pages={Math.ceil(data.total / size)}
          total={data.total}
          one="row"
          ways={['Before', 'After']}
          go={(to) => address.change({ rows: String(to) })}
        />
      )}
    </figure>
  )
}

/** Shows the values of masked fields, which the service notes. */
function Reveal({
  datastoreId,
  isRevealed,
  reveal,
}: {
  datastoreId: number
  isRevealed: boolean
  reveal: () => void
}) {
  const refused = useRefusal(datastoreId, 'Editor')
  return (
    <Button refused={refused} disabled={isRevealed} onClick={reveal}>
      {isRevealed
        ? 'Masked values are shown; the audit log says so'
        : 'Show masked values (written to the audit log)'}
    </Button>
  )
}

interface Kept {
  rows: readonly FailingRow[]
  fields: readonly SourceRecordField[]
  total: number
}

/** The rows; null, and what is shown instead of them, as long as there are none. */
function useRecords(anomaly: Anomaly, window: { limit: number; offset?: number }, isRevealed: boolean) {
  const refused = useRefusal(anomaly.datastore.id, 'Viewer')
  const { data, error, refetch } = useAnswer(
    'GET /api/anomalies/{id}/source-record',
    {
      path: { id: String(anomaly.id) },
      query: { ...window, ...(isRevealed && { include_masked: true }) },
    },
    { enabled: anomaly.source_enriched && refused === null, keep: true, exact: true },
  )
  if (!anomaly.source_enriched) {
    return {
      data: null,
      answer: (
        <p className="muted">No rows are kept with this anomaly: it is about the container as a whole.</p>
      ),
    }
  }
  if (refused !== null)
    return { data: null, answer: <p className="muted">Its rows are not shown. {refused}</p> }
  if (error && !data) return { data: null, answer: <Failure error={error} retry={() => void refetch()} /> }
  if (!data) return { data: null, answer: <p className="muted">Reading the rows …</p> }
  return { data, answer: null }
}

/** With `onlyFailing` the other fields are left out. */
function drawnOf(
  { rows, fields }: Kept,
  anomaly: Anomaly,
  onlyFailing = false,
): Omit<DrawnRecords, 'copying'> {
  const failing = new Set(rows.flatMap(({ failing }) => Object.values(failing).flat()))
  const demands = failedChecks(anomaly).map(
    ({ id, description, message }) => [id, description || message] as const,
  )
  return {
    rows,
    fields: onlyFailing ? fields.filter(({ name }) => failing.has(name)) : failingFirst(rows, fields),
    demands: new Map(demands),
  }
}

function captionOf(shown: number, kept: number, { anomalous_records_count: failing }: Anomaly): string {
  const all =
    failing === null || failing === kept
      ? counted(kept, 'row')
      : `${counted(failing, 'row')} failing, ${counted(kept, 'row')} kept`
  return shown < kept ? `${all}; ${shown} are shown` : all
}

import { useState } from 'react'
import type { GlobalTag } from '../../api/api.generated.ts'
import { useAnswer, useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { Pages } from '../../kit/pages.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useRoleRefusal } from '../../shell/rights.ts'
import { ChangeTag } from './change-tag.tsx'
import { NewTag } from './new-tag.tsx'

/** The words that things carry, and what each adds to the weight of what carries it. */
export function Tags() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    'GET /api/global-tags',
    { query: { page, size: 50 } },
    { keep: true },
  )
  return (
    <>
      <p>
        A tag adds its number to the weight of all checks and anomalies that carry it or get it from what they
        are about.
      </p>
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.total === 0 && (
        <Empty title="There is no tag yet">
          <p>Make one below, such as “month end”; checks, tables and datastores then carry it by its name.</p>
        </Empty>
      )}
      {data && data.total > 0 && (
        <>
          <PlainTable
            label="Tags"
            heads={['Tag', 'Weight', 'Category', 'Meaning', 'Acts']}
            rows={data.items.map(cellsOf)}
            keys={data.items.map(({ name }) => name)}
          />
          <Pages
            ways={['Previous', 'Next']}
            page={page}
            pages={data.pages}
            total={data.total}
            one="tag"
            many="tags"
            go={setPage}
          />
        </>
      )}
      <NewTag />
    </>
  )
}

function cellsOf(tag: GlobalTag) {
  const { name, color, weight_modifier: added, category, description } = tag
  return [
    <span key="name" className="swatched">
      {color !== null && (
        <svg className="swatch" viewBox="0 0 1 1" aria-label={`coloured ${color}`} role="img">
          <rect width="1" height="1" fill={color} />
        </svg>
      )}
      <bdi>{name}</bdi>
    </span>,
    added > 0 ? `+${added}` : String(added),
    <bdi key="category">{category ?? '—'}</bdi>,
    <bdi key="meaning">{description ?? '—'}</bdi>,
    <div key="acts" className="row">
      <ChangeTag tag={tag} />
      <RemoveTag tag={tag} />
    </div>,
  ]
}

/** Deletes a tag, after asking: it leaves everything that carries it. */
function RemoveTag({ tag: { name } }: { tag: GlobalTag }) {
  const [isOpen, setOpen] = useState(false)
  const refused = useRoleRefusal('Manager')
  const change = useChange('DELETE /api/global-tags/{name}')
  const remove = () =>
    change.mutate(
      { path: { name } },
      {
        onSuccess() {
          setOpen(false)
          tell(`${name} is deleted.`)
        },
      },
    )
  return (
    <>
      <Button refused={refused} aria-label={`Delete ${name}`} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Dialog title={`Delete ${name}?`} isOpen={isOpen} close={() => setOpen(false)}>
        <p>It is taken off everything that carries it, and the weights change accordingly.</p>
        {change.error && <Failure error={change.error} />}
        <div className="row">
          <Button kind="danger" disabled={change.isPending} onClick={remove}>
            Delete the tag
          </Button>
        </div>
      </Dialog>
    </>
  )
}

import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Failure } from '../kit/failure.tsx'
import { useUnsavedInput } from '../kit/unsaved-input.ts'
import { count, counted } from '../words/numbers.ts'
import { carryOut } from './carry-out.ts'
import type { BulkKind, BulkResult } from './kind.ts'

interface Given<Thing extends { id: number }, Change extends object> {
  kind: BulkKind<Thing, Change>
  /** Finds those that are to be changed: asked when the sheet opens, and again when they are changed, since others may have been faster. */
  find: (signal: AbortSignal) => Promise<readonly Thing[]>
  close: () => void
}

/** Changes many things at once, after showing what would become of them. */
export function BulkSheet<Thing extends { id: number }, Change extends object>({
  isOpen,
  ...given
}: Given<Thing, Change> & { isOpen: boolean }) {
  return (
    <Dialog title={`Change many ${given.kind.many}`} isOpen={isOpen} close={given.close}>
      {isOpen && <Plan {...given} />}
    </Dialog>
  )
}

function Plan<Thing extends { id: number }, Change extends object>({
  kind,
  find,
  close,
}: Given<Thing, Change>) {
  const [change, setChange] = useState<Change>({} as Change)
  useUnsavedInput(change)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const found = useQuery({
    queryKey: ['found for a plan', kind.many],
    queryFn: ({ signal }) => find(signal),
    ...askedOnce,
  })
  const { data: plan, error, isFetching } = usePlan(kind, found.data ?? [], change)
  const act = async () => {
    setBusy(true)
    try {
      const planned = new Set(found.data?.map(({ id }) => id))
      const present = (await find(new AbortController().signal)).filter(({ id }) => planned.has(id))
      await carryOut(kind, present, change, planned.size - present.length)
      close()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error('It was not done.'))
      setBusy(false)
    }
  }
  const problem = failure ?? error
  if (!found.data)
    return found.error ? (
      <Failure error={found.error} retry={() => void found.refetch()} />
    ) : (
      <p className="muted">Looking for them …</p>
    )
  const isReady = plan !== undefined && !isFetching && plan.changed > 0
  return (
    <>
      <p>{counted(found.data.length, kind.one, kind.many)}, as they are now.</p>
      <kind.Fields change={change} put={setChange} />
      {problem && <Failure error={problem} />}
      <div role="status">
        {isBusy && <p className="muted">Changing them …</p>}
        {isFetching && <p className="muted">Trying it, without keeping anything …</p>}
        {plan && !isFetching && <Outcome kind={kind} plan={plan} />}
      </div>
      <div className="row">
        <Button
          kind="primary"
          disabled={isBusy}
          refused={isReady ? null : refusal(change, isFetching)}
          onClick={() => void act()}
        >
          {isReady ? `Change ${count(plan.changed)}` : 'Change them'}
        </Button>
        <Button onClick={close}>Leave them</Button>
      </div>
    </>
  )
}

/** What was found when the sheet opened is what is planned, and no other is changed; the next sheet asks anew. */
const askedOnce = { gcTime: 0, staleTime: Infinity, retry: false, refetchOnWindowFocus: false } as const

/** What the service says to the change by trying it and keeping nothing; not asked while there is no change. */
function usePlan<Thing extends { id: number }, Change extends object>(
  kind: BulkKind<Thing, Change>,
  things: readonly Thing[],
  change: Change,
) {
  const ids = things.map(({ id }) => id)
  return useQuery({
    queryKey: ['plan', kind.many, ids, change],
    queryFn: ({ signal }) => kind.change({ ids, change, dry_run: true }, { signal }),
    enabled: ids.length > 0 && Object.keys(change).length > 0,
    ...askedOnce,
  })
}

function refusal(change: object, isFetching: boolean): string {
  if (Object.keys(change).length === 0) return 'Choose first what is to become of them.'
  return isFetching ? 'It is being tried first.' : 'None of them would change.'
}

/** What would be changed, and what would stay, with the reasons; equal reasons stand together. */
function Outcome<Thing extends { id: number }, Change extends object>({
  kind,
  plan: { changed, refused },
}: {
  kind: BulkKind<Thing, Change>
  plan: BulkResult
}) {
  const reasons = [...Map.groupBy(refused, ({ reason }) => reason.replaceAll(/\d+/g, '…'))]
  return (
    <>
      <p>
        <b>{counted(changed, kind.one, kind.many)}</b> would be changed
        {refused.length > 0 && <>, {counted(refused.length, 'stays as it is', 'stay as they are')}</>}.
      </p>
      {reasons.map(([key, ofOne]) => (
        <div key={key}>
          <p>{ofOne[0]?.reason}</p>
          <p className="muted">
            {ofOne.slice(0, 10).map(({ id }) => (
              <span key={id}>
                <Link to={kind.address(id) as string}>{id}</Link>{' '}
              </span>
            ))}
            {ofOne.length > 10 && <>and {counted(ofOne.length - 10, 'other')}</>}
          </p>
        </div>
      ))}
    </>
  )
}

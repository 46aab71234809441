import { Dialog as Base, DialogHeading } from '@ariakit/react'
import { useBlocker } from '@tanstack/react-router'
import { Button } from './button.tsx'
import type { UnsavedForms } from './unsaved-input.ts'

/** An address as far as it decides what is shown. */
interface Place {
  pathname: string
  search: object
}

/** Asks before the page goes to another place, as by a link or the browser's way back, while something is not saved; before the tab is closed the browser asks. */
export function Leaving({
  unsaved,
  isMore = false,
  isLeft,
  left,
}: {
  unsaved: UnsavedForms
  /** Whether something else is not saved, for which it asks too. */
  isMore?: boolean
  /** Whether what is written is lost on the way from one place to another. */
  isLeft: (from: Place, to: Place) => boolean
  /** Called when it is to be lost. */
  left?: () => void
}) {
  const isUnsaved = unsaved.use().size > 0 || isMore
  const isCovered = unsaved.covers.use() > 0
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isLeft(current, next),
    disabled: !isUnsaved || isCovered,
    withResolver: true,
  })
  return (
    <UnsavedQuestion
      act="Leave"
      isOpen={status === 'blocked'}
      stay={() => reset?.()}
      lose={() => {
        left?.()
        proceed?.()
      }}
    />
  )
}

/** Asks before what is written is lost by an act. */
export function UnsavedQuestion({
  act,
  isOpen,
  stay,
  lose,
}: {
  act: 'Close' | 'Leave'
  isOpen: boolean
  stay: () => void
  lose: () => void
}) {
  return (
    <Base
      open={isOpen}
      onClose={stay}
      className="popup dialog"
      backdrop={<div className="veil" />}
      unmountOnHide
    >
      <DialogHeading render={<h2 />}>{act} without saving?</DialogHeading>
      <p>What you wrote here is not saved, and is lost.</p>
      <div className="row">
        <Button kind="primary" onClick={stay}>
          Go on writing
        </Button>
        <Button kind="danger" onClick={lose}>
          {act} without saving
        </Button>
      </div>
    </Base>
  )
}

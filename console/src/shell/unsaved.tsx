import { useBlocker } from '@tanstack/react-router'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'

/** Asks before a form whose changes would be lost (`isChanged`) is left for another page, or the browser leaves it. */
export function Unsaved({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <Dialog title="Leave without saving?" isOpen={status === 'blocked'} close={() => reset?.()}>
      <p>What you wrote on this page is not saved, and is lost when you leave it.</p>
      <div className="row">
        <Button kind="primary" onClick={() => reset?.()}>
          Stay here
        </Button>
        <Button kind="danger" onClick={() => proceed?.()}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}

/** Whether what is written differs from what is kept. */
export function isOther(written: object, kept: object): boolean {
  return JSON.stringify(written) !== JSON.stringify(kept)
}

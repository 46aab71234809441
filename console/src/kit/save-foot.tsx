import { Button } from './button.tsx'
import { Failure } from './failure.tsx'

/** The end of a form that changes something: why the change was refused, where no line says so (`isTold`), and the button that saves. */
export function SaveFoot({
  change: { error, isPending },
  isTold = false,
  refused = null,
}: {
  change: { error: Error | null; isPending: boolean }
  isTold?: boolean
  /** Why it cannot be saved as it stands; null (default): it can. */
  refused?: string | null
}) {
  return (
    <>
      {error && !isTold && <Failure error={error} />}
      <div className="row">
        <Button kind="primary" type="submit" refused={refused} disabled={isPending}>
          Save
        </Button>
      </div>
    </>
  )
}

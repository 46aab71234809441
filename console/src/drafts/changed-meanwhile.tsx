import type { Overtaken } from './followed-form.ts'
import './changed-meanwhile.css'

/** That somebody else changed what a form is about while it was open; `by` is who it was, where that is known, and `what` what people call it. */
export function ChangedMeanwhile({
  overtaken,
  by = null,
  what,
}: {
  overtaken: Overtaken | null
  by?: string | null | undefined
  what: string
}) {
  return (
    <div role="status" className="meanwhile">
      {overtaken !== null && (
        <p>
          {by ?? 'Somebody else'} changed this {what} while it is open here. What you have not changed is as
          it stands now.
          {overtaken === 'held' && ' Nothing is saved yet: look at it, and save it again.'}
        </p>
      )}
    </div>
  )
}

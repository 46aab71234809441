import { useState } from 'react'
import type { AuditVerification } from '../../api/api.generated.ts'
import { ask } from '../../api/ask.ts'
import { Button } from '../../kit/button.tsx'
import { State } from '../../kit/state.tsx'
import { tell } from '../../kit/toasts.tsx'
import { counted } from '../../words/numbers.ts'

/** Checks on demand that nobody changed the log, since each check reads all of it. */
export function Verification() {
  const [found, setFound] = useState<AuditVerification | null>(null)
  const [isAsking, setAsking] = useState(false)
  const verify = async () => {
    setAsking(true)
    try {
      setFound(await ask('GET /api/audit-logs/verification', {}))
    } catch (error) {
      tell(error instanceof Error ? error.message : 'The log could not be verified.')
    } finally {
      setAsking(false)
    }
  }
  return (
    <section className="row" aria-label="Verification">
      <Button disabled={isAsking} onClick={() => void verify()}>
        Verify the log
      </Button>
      {found?.valid === true && (
        <span role="status">
          <State name="success" word="Unbroken" /> {counted(found.entries, 'entry', 'entries')} in order
          {found.last && (
            <>
              ; the last is {found.last.id}, <code>{found.last.hash}</code>. Note it elsewhere: it proves
              later that nothing was cut off.
            </>
          )}
        </span>
      )}
      {found?.valid === false && (
        <span role="alert">
          <State name="failure" word="Broken" /> {counted(found.entries, 'entry', 'entries')} in order
          {found.broken && (
            <>
              ; entry {found.broken.id} is not: {found.broken.reason}
            </>
          )}
        </span>
      )}
    </section>
  )
}

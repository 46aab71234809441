import { Button } from '../kit/button.tsx'
import { look, useAbsence } from '../live/absence.ts'

/** Above a page while the service does not answer: what it shows is from before. */
export function AwayNotice() {
  const isAway = useAbsence()
  return (
    <div role="status" className="notice">
      {isAway && (
        <div className="row">
          <span>
            The service does not answer. What is shown is from before; what is missing comes by itself as soon
            as it answers.
          </span>
          <Button onClick={() => void look()}>Try again</Button>
        </div>
      )}
    </div>
  )
}

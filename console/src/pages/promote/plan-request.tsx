import type { ContainerMapping } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { useAddress } from '../../shell/search.ts'
import { planOf, withoutPlan, type Choice } from './choice.ts'

/** Asks for the plan of what is chosen, or says what is missing for it. */
export function PlanRequest({ choice, mappings }: { choice: Choice; mappings: readonly ContainerMapping[] }) {
  const { one, change } = useAddress()
  const start = useChange('POST /api/operations/run')
  const refused = useEndsRefusal(choice.source, choice.destination)
  const body = planOf(choice, mappings)
  const isAgain = one('plan') !== undefined
  return (
    <>
      <div className="row">
        <Button
          kind={isAgain ? 'plain' : 'primary'}
          refused={refused ?? (typeof body === 'string' ? body : null)}
          disabled={start.isPending}
          onClick={() => {
            if (typeof body === 'string') return
            start.mutate(
              { body },
              {
                onSuccess: ({ id }) =>
                  change({ ...withoutPlan, into: String(choice.into ?? ''), plan: String(id) }),
              },
            )
          }}
        >
          {isAgain ? 'Plan again' : 'Show the plan'}
        </Button>
      </div>
      {start.error && <Failure error={start.error} />}
    </>
  )
}

/** Why the person may not promote from one datastore to another; null: they may, or it is not known yet. */
export function useEndsRefusal(source: number | null, destination: number | null): string | null {
  const from = useRefusal(source ?? undefined, 'Editor')
  const to = useRefusal(destination ?? undefined, 'Editor')
  if (from !== null) return `Source: ${from}`
  return to === null ? null : `Destination: ${to}`
}

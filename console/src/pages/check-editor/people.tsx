import type { QualityCheck } from '../../api/api.generated.ts'
import { Chooser } from '../../kit/chooser.tsx'
import { useRefusal } from '../../shell/rights.ts'
import { FoundAssignees } from '../../triage/assignee-chooser.tsx'
import type { Draft } from './draft.ts'
import type { Somebody } from './people-of.ts'

/** Who owns a check, and who looks after what it finds; Authors choose them, as they see who is there. */
export function People({
  check,
  draft,
  put,
  problemOf,
}: {
  check: QualityCheck | null
  draft: Draft
  put(change: Partial<Draft>): void
  problemOf(member: string): string | null
}) {
  const { datastoreId, owner, assignee } = draft
  const refused = useRefusal(datastoreId ?? undefined, 'Author')
  if (datastoreId === null || refused !== null) return null
  // An owner can be followed by another, and by nobody no more.
  const noOwner = check === null ? 'you' : check.owner === null ? 'nobody' : undefined
  return (
    <>
      <Person
        label="Owner"
        {...{ datastoreId }}
        chosen={owner}
        none={noOwner}
        problem={problemOf('owner_id')}
        choose={(one) => put({ owner: one })}
      />
      <Person
        label="New anomalies go to"
        {...{ datastoreId }}
        chosen={assignee}
        none="nobody"
        problem={problemOf('default_anomaly_assignee_id')}
        choose={(one) => put({ assignee: one })}
      />
    </>
  )
}

function Person({
  label,
  datastoreId,
  chosen,
  none,
  problem,
  choose,
}: {
  label: string
  datastoreId: number
  chosen: Somebody | null
  none: string | undefined
  problem: string | null
  choose: (one: Somebody | null) => void
}) {
  return (
    <Chooser
      label={label}
      problem={problem}
      chosen={chosen?.called ?? null}
      none={none}
      choose={(id, called) => choose(id === null ? null : { id, called })}
    >
      {(typed, list) => <FoundAssignees typed={typed} list={list} datastores={[datastoreId]} />}
    </Chooser>
  )
}

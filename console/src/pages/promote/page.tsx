import { useAnswer } from '../../api/answers.ts'
import { Select } from '../../kit/fields.tsx'
import { useAddress } from '../../shell/search.ts'
import { OnceConnected } from '../../sources/nothing-seen.tsx'
import { storeTypesOf } from '../../sources/store-types.ts'
import { choiceOf, kinds, withoutPlan, type Choice, type Kind } from './choice.ts'
import { End } from './end.tsx'
import { FileMapping, useMappings } from './files.tsx'
import { Plan } from './plan.tsx'
import { PlanRequest } from './plan-request.tsx'
import './promote.css'

const words: Record<Kind, string> = {
  checks: 'Checks',
  fields: 'Computed fields',
  tables: 'Computed tables',
  files: 'Computed files',
}

/** Copies checks and what people compute to another place: choose, see the plan, do exactly that. All of it is in the address. */
export default function Promote() {
  const { one } = useAddress()
  const choice = useProposedTarget(choiceOf(one))
  const planId = Number(one('plan')) || null
  return (
    <div className="stack">
      <title>Promote · Assay</title>
      <h1>Promote</h1>
      <p>
        Copies what was tried out in one place to another. A plan says what that would do, and changes
        nothing.
      </p>
      <OnceConnected>
        <Choosing choice={choice} />
      </OnceConnected>
      {planId !== null && <Plan key={planId} id={planId} runId={Number(one('run')) || null} />}
    </div>
  )
}

function Choosing({ choice }: { choice: Choice }) {
  const { change } = useAddress()
  const { store, between } = kinds[choice.kind]
  const mapped = useMappings(choice)
  const types = store === null ? undefined : storeTypesOf(store)
  const isInContainers = between === 'containers'
  return (
    <section className="stack" aria-label="What, from where, to where">
      <div className="promotion-ends">
        <Select
          label="What"
          value={choice.kind}
          options={(Object.keys(words) as Kind[]).map((kind) => [kind, words[kind]] as const)}
          onChange={({ target }) =>
            change({
              ...withoutPlan,
              what: target.value,
              source: undefined,
              container: undefined,
              destination: undefined,
              into: undefined,
              reads: undefined,
            })
          }
        />
        <End
          title="From"
          names={{ datastore: 'source', container: 'container' }}
          types={types}
          datastoreId={choice.source}
          containerId={choice.container}
          isInContainers={isInContainers}
          without={null}
        />
        <End
          title="To"
          names={{ datastore: 'destination', container: 'into' }}
          types={types}
          datastoreId={choice.destination}
          containerId={choice.into}
          isInContainers={isInContainers}
          without={isInContainers ? choice.container : choice.source}
        />
      </div>
      {choice.kind === 'files' && <FileMapping mapped={mapped} destination={choice.destination} />}
      {choice.kind === 'checks' && <StatusChoice isActive={choice.isActive} />}
      <PlanRequest choice={choice} mappings={mapped.mappings} />
    </section>
  )
}

/** Whether new checks are in force at the destination. */
function StatusChoice({ isActive }: { isActive: boolean }) {
  const { change } = useAddress()
  return (
    <Select
      label="New checks are"
      isInline
      value={isActive ? 'active' : 'draft'}
      options={[
        ['draft', 'drafts, which no scan judges'],
        ['active', 'active, if the destination can judge them'],
      ]}
      onChange={({ target }) =>
        change({ ...withoutPlan, as: target.value === 'active' ? 'active' : undefined })
      }
    />
  )
}

/** While no container of the destination is chosen, the one with the name of the source is. */
function useProposedTarget(choice: Choice): Choice {
  const { source, container, destination, into } = choice
  const isWanted = into === null && container !== null && destination !== null && destination !== source
  const name = useAnswer('GET /api/containers/{id}', { path: { id: container ?? 0 } }, { enabled: isWanted })
    .data?.name
  const there = useAnswer(
    'GET /api/containers',
    { query: { datastore: [destination ?? 0], name: name ?? '', size: 1 } },
    { enabled: isWanted && name !== undefined },
  )
  if (!isWanted || name === undefined) return choice
  return { ...choice, into: there.data?.items[0]?.id ?? null }
}

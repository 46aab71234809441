import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import { within } from '../../access/within.ts'
import { rewriteKept } from '../../disclosure/rewrite-kept.ts'
import type { ComputedType } from '../../model/container.ts'
import type { Progress, RunEnvironment } from '../../runs/operation.ts'
import type { WantedComputation } from '../../services/containers/given-computation.ts'
import {
  beginContainers,
  computationEntry,
  insertComputed,
  keepFields,
} from '../../services/containers/create.ts'
import { rewriteComputation } from '../../services/containers/update-computation.ts'
import { maskFields } from '../../store/container-fields.ts'
import { setContainer } from '../../store/containers.ts'
import type { Queryable } from '../../store/pool.ts'
import { dropMaskedSettings } from '../../store/promoted-computed.ts'
import { addTags } from '../../store/tags.ts'
import type { ContainerDefinition, LoadedContainers } from './container-definition.ts'
import type { ContainerPromotion } from './container-payload.ts'
import type { Place, Writing, WrittenThing } from './named-units.ts'

/** A decision with the fields of the source that are masked there. */
interface ContainerWriting extends Writing<ContainerDefinition> {
  hidden: ReadonlySet<string>
}

/** Makes a computed container as it was decided; its id. */
export async function createContainer(
  transaction: Queryable,
  container_type: ComputedType,
  wanted: WantedComputation,
  { definition, fields, hidden }: ContainerWriting,
): Promise<number> {
  const { name } = definition
  const id = await insertComputed(transaction, { name, container_type }, wanted)
  await keepFields(transaction, id, name, fields ?? [])
  await maskFields(transaction, id, [...hidden])
  await keepSettings(transaction, id, definition)
  return id
}

/** Changes what stands for it as it was decided. */
export async function updateContainer(
  transaction: Queryable,
  wanted: WantedComputation,
  { definition, fields, hidden, counterpart }: ContainerWriting,
): Promise<void> {
  const id = counterpart?.id ?? 0
  if (fields !== null) {
    const place = { id, datastore_id: wanted.datastore_id, name: definition.name }
    await rewriteComputation(transaction, place, wanted, fields)
    // Also those that people showed: of another query they may say something else.
    const newly = await maskFields(transaction, id, [...hidden])
    if (newly.length > 0) await rewriteKept(transaction, id, { hidden: newly, shown: [] })
  }
  await keepSettings(transaction, id, definition)
}

async function keepSettings(
  transaction: Queryable,
  id: number,
  { name, settings, tags }: ContainerDefinition,
): Promise<void> {
  const { additional_metadata, group_by_fields, ...columns } = settings
  await setContainer(transaction, id, {
    name,
    ...columns,
    additional_metadata: additional_metadata && JSON.stringify(additional_metadata),
    group_by_fields: JSON.stringify(group_by_fields),
  })
  await dropMaskedSettings(transaction, id)
  await addTags(transaction, 'container_id', [{ id, names: tags }])
}

/** Starts a profile of the containers that are new or made of something else, and notes their SQL in the audit log. */
export function beginWritten<Payload extends ContainerPromotion>(
  wantedOf: (
    database: Queryable,
    payload: Payload,
    definition: ContainerDefinition,
  ) => Promise<WantedComputation>,
) {
  return (
    environment: RunEnvironment,
    { payload, promoter }: Place<Payload, LoadedContainers>,
    written: readonly WrittenThing<ContainerDefinition>[],
  ): Progress['locked'] => {
    const begun = written.filter(({ decision }) => decision.fields !== null)
    if (begun.length === 0) return undefined
    return async (database) => {
      const context = { ...environment, principal: promoter, store: { ...environment.store, database } }
      await within(context, async (transaction, context) => {
        const entries: NewAuditEntry[] = []
        for (const { id, decision } of begun) {
          const { result, definition } = decision
          const wanted = await wantedOf(transaction, payload, definition)
          const action = result === 'created' ? 'create_container' : 'update_container'
          entries.push(computationEntry(action, id, definition.name, wanted))
        }
        const names = begun.map(({ decision }) => decision.definition.name)
        // Who promotes was asked for the permission when the promotion was started.
        await beginContainers(context, payload.destination_datastore_id, names, false)
        await recordAudit(context, transaction, ...entries)
      })
    }
  }
}

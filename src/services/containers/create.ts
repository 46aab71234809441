import { recordAudit } from '../../access/audit.ts'
import { within } from '../../access/within.ts'
import { replaceShownFields } from '../../disclosure/masked-by-origin.ts'
import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { Container } from '../../model/container-record.ts'
import type { ComputedContainer } from '../../model/computed-container.ts'
import type { ComputedType } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { RunContext } from '../../runs/operation.ts'
import { startRun } from '../../runs/start.ts'
import { insertCatalogued, lockCatalogue, replacePartitions } from '../../store/catalogue.ts'
import { writeComputation } from '../../store/computations.ts'
import { describeStored } from '../../store/container-settings.ts'
import type { Queryable } from '../../store/pool.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { replaceTags } from '../../store/tags.ts'
import { assessComputation } from './assess-computation.ts'
import { wantedComputation } from './computation.ts'
import type { WantedComputation } from './given-computation.ts'
import { readContainer } from './read.ts'

/** Editor. Makes a computed container once its store has given a first row of it, and starts its first profile. */
export async function createContainer(
  context: RunContext,
  input: ComputedContainer,
  timeoutSeconds?: number,
): Promise<Container> {
  const wanted = await wantedComputation(context, input.container_type, input)
  refuseReservedName(input.name)
  const fields = await assessComputation(context, wanted, timeoutSeconds)
  const id = await within(context, async (transaction, context) => {
    await lockCatalogue(transaction, wanted.datastore_id)
    const id = await insertComputed(transaction, input, wanted)
    await keepFields(transaction, id, input.name, fields)
    await describeStored(transaction, id, input)
    if (input.tags) await replaceTags(transaction, 'container_id', id, input.tags)
    await beginContainer(context, wanted.datastore_id, input.name)
    await recordAudit(context, transaction, {
      action: 'create_container',
      resource_type: 'container',
      resource_id: id,
      details: { name: input.name, datastore_id: wanted.datastore_id, ...wanted.text },
    })
    return id
  })
  return readContainer(context, id)
}

/** Names that the service's own tables have in an enrichment datastore. */
const reserved = /^_(?:qualytics|assay)/i

/** 422 for a name that a container of a person cannot have. */
export function refuseReservedName(name: string): void {
  if (!reserved.test(name)) return
  const [prefix] = reserved.exec(name) ?? []
  throw invalidMember(
    'name',
    `Names that begin with "${prefix}" are kept for the service's own tables; choose another.`,
  )
}

/** The answer to a name that another container of the datastore has. */
export const nameTaken = (name: string): string =>
  `The datastore has a container called "${name}" already; choose another name.`

async function insertComputed(
  transaction: Queryable,
  { name, container_type }: { name: string; container_type: ComputedType },
  { datastore_id, text, sources }: WantedComputation,
): Promise<number> {
  const state = { container_type, table_type: null, status: 'available', status_reason: null } as const
  const id = await refusingDuplicates(nameTaken(name), () =>
    insertCatalogued(transaction, datastore_id, name, state),
  )
  await writeComputation(transaction, id, text, sources)
  return id
}

/** Keeps the fields of a computed container, whose only partition is named after it. */
export async function keepFields(
  transaction: Queryable,
  id: number,
  name: string,
  fields: readonly DiscoveredField[],
): Promise<void> {
  await replaceShownFields(transaction, id, fields)
  await replacePartitions(transaction, id, [{ name, size_bytes: null, last_modified: null }])
}

/** Starts the run that looks at a container for the first time, or again. */
export async function beginContainer(context: RunContext, datastore_id: number, name: string): Promise<void> {
  const first = context.operations.all().find((operation) => operation.begins_containers)
  if (!first)
    throw new ServiceError('wrong_state', 'This service has no operation that looks at a new container.')
  await startRun(context, first, { datastore_id, container_names: [name] })
}

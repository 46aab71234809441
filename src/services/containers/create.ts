import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
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
import { setContainer } from '../../store/containers.ts'
import type { Queryable } from '../../store/pool.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { replaceTags } from '../../store/tags.ts'
import { assessComputation } from './assess-computation.ts'
import { wantedComputation } from './computation.ts'
import type { WantedComputation } from './given-computation.ts'
import { readContainer, requireContainer } from './read.ts'
import { requireSettings, settingColumns } from './settings.ts'

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
    const id = await refusingDuplicates(nameTaken(input.name), () =>
      insertComputed(transaction, input, wanted),
    )
    await keepFields(transaction, id, input.name, fields)
    const row = await requireContainer(context, id, 'Editor')
    await requireSettings(transaction, row, input)
    await setContainer(transaction, id, settingColumns(row, input))
    if (input.tags) await replaceTags(transaction, 'container_id', id, input.tags)
    await beginContainers(context, wanted.datastore_id, [input.name])
    await recordAudit(context, transaction, computationEntry('create_container', id, input.name, wanted))
    return id
  })
  return readContainer(context, id)
}

/** Names that the service's own tables have in an enrichment datastore. */
const reserved = /^_(?:qualytics|assay)/i

/** 422 for a name that a container of a person cannot have. */
export function refuseReservedName(name: string): void {
  const [prefix] = reserved.exec(name) ?? []
  if (prefix === undefined) return
  throw invalidMember(
    'name',
    `Names that begin with "${prefix}" are kept for the service's own tables; choose another.`,
  )
}

/** The answer to a name that another container of the datastore has. */
export const nameTaken = (name: string): string =>
  `The datastore has a container called "${name}" already; choose another name.`

/** Makes a computed container without its fields, in a transaction that holds the lock of the catalogue; its id. */
export async function insertComputed(
  transaction: Queryable,
  { name, container_type }: { name: string; container_type: ComputedType },
  { datastore_id, text, sources }: WantedComputation,
): Promise<number> {
  const state = { container_type, table_type: null, status: 'available', status_reason: null } as const
  const id = await insertCatalogued(transaction, datastore_id, name, state)
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

/** What the audit log says of a computed container that was made or changed. */
export function computationEntry(
  action: 'create_container' | 'update_container',
  id: number,
  name: string,
  { datastore_id, text }: Pick<WantedComputation, 'datastore_id' | 'text'>,
): NewAuditEntry {
  return {
    action,
    resource_type: 'container',
    resource_id: id,
    details: { name, datastore_id, ...text },
  }
}

/** Starts the run that looks at containers for the first time, or again; `asks_permission` as of `startRun`. */
export async function beginContainers(
  context: RunContext,
  datastore_id: number,
  names: readonly string[],
  asks_permission = true,
): Promise<void> {
  const first = context.operations.all().find((operation) => operation.begins_containers)
  if (!first)
    throw new ServiceError('wrong_state', 'This service has no operation that looks at a new container.')
  await startRun(context, first, { datastore_id, container_names: [...names] }, { asks_permission })
}

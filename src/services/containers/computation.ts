import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { connectors } from '../../connectors/registry.ts'
import { invalidMember, notFound } from '../../kernel/errors.ts'
import type { ComputationInput, ComputedContainer } from '../../model/computed-container.ts'
import type { Computation, ComputedType } from '../../model/container.ts'
import type { StoreType } from '../../model/datastore.ts'
import { computedSource, type StoredSource } from '../../store/computations.ts'
import { findContainer } from '../../store/containers.ts'
import { findDatastoreSource } from '../../store/datastores.ts'
import type { ComputationText } from '../../store/schema/catalogue.ts'

/** What a computed container is to be: as the engine reads it, and as it is kept. */
export interface WantedComputation {
  datastore_id: number
  computation: Computation
  text: ComputationText
  sources: StoredSource[]
  /** The member that is blamed when the store refuses it. */
  member: string
}

/** The members that only one kind of computed container has. */
const membersOf: Record<ComputedType, readonly (keyof ComputationInput)[]> = {
  computed_table: ['query'],
  computed_file: ['source_container_id', 'select_clause', 'where_clause', 'group_by_clause'],
}

/** Refuses with 422 what cannot be a computed container of its type, and with 404 or 403 what the caller may not use for one. Editor. */
export async function wantedComputation(
  context: Context,
  type: ComputedType,
  input: ComputationInput & Pick<Partial<ComputedContainer>, 'datastore_id'>,
): Promise<WantedComputation> {
  refuseForeignMembers(type, input)
  return type === 'computed_table' ? wantedTable(context, input) : wantedFile(context, input)
}

function refuseForeignMembers(type: ComputedType, input: ComputationInput): void {
  const foreign = Object.entries(membersOf)
    .flatMap(([other, members]) => (other === type ? [] : members))
    .find((member) => input[member] != null)
  if (foreign !== undefined) throw invalidMember(foreign, `A ${type} has no ${foreign}; leave it out.`)
}

async function wantedTable(
  context: Context,
  input: Parameters<typeof wantedComputation>[2],
): Promise<WantedComputation> {
  const datastore_id = input.datastore_id ?? missing('datastore_id', 'computed_table')
  const query = given(input, 'query', 'computed_table')
  await requireDatastore(context, datastore_id, 'Editor')
  await requireStore(context, datastore_id, 'jdbc')
  return {
    datastore_id,
    computation: { kind: 'computed_table', query },
    text: { query },
    sources: [],
    member: 'query',
  }
}

async function wantedFile(
  context: Context,
  input: Parameters<typeof wantedComputation>[2],
): Promise<WantedComputation> {
  const id = input.source_container_id ?? missing('source_container_id', 'computed_file')
  const select_clause = given(input, 'select_clause', 'computed_file')
  const source = await findContainer(context.store.database, id)
  if (!source) throw notFound('container', id)
  await requireDatastore(context, source.datastore_id, 'Editor', ['container', id])
  if (input.datastore_id != null && input.datastore_id !== source.datastore_id)
    throw invalidMember(
      'datastore_id',
      `"${source.name}" belongs to the datastore ${source.datastore_id}, and a computed file to that of its source.`,
    )
  await requireStore(context, source.datastore_id, 'dfs')
  const clauses = {
    select_clause,
    where_clause: input.where_clause?.trim() ? input.where_clause : null,
    group_by_clause: input.group_by_clause?.trim() ? input.group_by_clause : null,
  }
  return {
    datastore_id: source.datastore_id,
    computation: {
      kind: 'computed_file',
      source: await computedSource(context.store.database, id),
      ...clauses,
    },
    text: clauses,
    sources: [{ source_container_id: id, role: 'source' }],
    member: 'select_clause',
  }
}

function given(input: ComputationInput, member: 'query' | 'select_clause', type: ComputedType): string {
  const text = input[member]
  return text == null || text.trim() === '' ? missing(member, type) : text
}

function missing(member: string, type: ComputedType): never {
  throw invalidMember(member, `A ${type} needs ${member}.`)
}

async function requireStore(context: Context, datastoreId: number, wanted: StoreType): Promise<void> {
  const source = await findDatastoreSource(context.store.database, datastoreId)
  const store = source === undefined ? undefined : connectors.find(source.connection.type)?.store_type
  if (store === wanted) return
  throw invalidMember(
    'container_type',
    wanted === 'jdbc'
      ? 'A computed table is a query of a database, and this datastore is a folder of files; make a computed_file.'
      : 'A computed file reads a container of files, and this one belongs to a database; make a computed_table.',
  )
}

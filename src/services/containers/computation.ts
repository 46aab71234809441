import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { connectors } from '../../connectors/registry.ts'
import { invalidMember, notFound } from '../../kernel/errors.ts'
import type { ComputationInput } from '../../model/computed-container.ts'
import type { ComputedType } from '../../model/container.ts'
import type { StoreType } from '../../model/datastore.ts'
import { computedSource } from '../../store/computations.ts'
import { findContainer } from '../../store/containers.ts'
import { findDatastoreSource } from '../../store/datastores.ts'
import {
  given,
  missing,
  restOf,
  wantedOfQuery,
  type GivenComputation,
  type WantedComputation,
} from './given-computation.ts'
import { wantedJoin } from './wanted-join.ts'

/** The members that only one kind of computed container has. */
const membersOf: Record<ComputedType, readonly (keyof ComputationInput)[]> = {
  computed_table: ['query'],
  computed_file: ['source_container_id', 'select_clause', 'where_clause', 'group_by_clause'],
  computed_join: [
    'left_container_id',
    'right_container_id',
    'left_join_field_name',
    'right_join_field_name',
    'join_type',
    'left_prefix',
    'right_prefix',
    'select_clause',
    'where_clause',
    'group_by_clause',
  ],
}

/** Refuses with 422 what cannot be a computed container of its type, and with 404 or 403 what the caller may not use for one. Editor. */
export async function wantedComputation(
  context: Context,
  type: ComputedType,
  input: GivenComputation,
): Promise<WantedComputation> {
  refuseForeignMembers(type, input)
  if (type === 'computed_join') return wantedJoin(context, input)
  return type === 'computed_table' ? wantedTable(context, input) : wantedFile(context, input)
}

function refuseForeignMembers(type: ComputedType, input: ComputationInput): void {
  const own = new Set(membersOf[type])
  const foreign = Object.values(membersOf)
    .flat()
    .find((member) => !own.has(member) && input[member] != null)
  if (foreign !== undefined) throw invalidMember(foreign, `A ${type} has no ${foreign}; leave it out.`)
}

async function wantedTable(context: Context, input: GivenComputation): Promise<WantedComputation> {
  const datastore_id = input.datastore_id ?? missing('datastore_id', 'computed_table')
  const query = given(input, 'query', 'computed_table')
  await requireDatastore(context, datastore_id, 'Editor')
  await requireStore(context, datastore_id, 'jdbc')
  return wantedOfQuery(datastore_id, query)
}

async function wantedFile(context: Context, input: GivenComputation): Promise<WantedComputation> {
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
  if (source.container_type === 'computed_join')
    throw invalidMember(
      'source_container_id',
      `"${source.name}" is a computed join, which no computed file reads; give the join its own clauses.`,
    )
  const clauses = { select_clause, ...restOf(input) }
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

import type { ComputedType } from '../../model/container.ts'
import { assessComputation } from '../../services/containers/assess-computation.ts'
import { wantedOfQuery, type WantedComputation } from '../../services/containers/given-computation.ts'
import { refuseReservedName } from '../../services/containers/create.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { countUsesOfFields } from '../../store/computed-uses.ts'
import { computedSource } from '../../store/computations.ts'
import { containersCalled, findContainers, type ContainerRow } from '../../store/containers.ts'
import { listKnownFields } from '../../store/fields.ts'
import { maskedFields } from '../../store/masked-fields.ts'
import type { Queryable } from '../../store/pool.ts'
import type { PendingEntity } from '../../store/promoted-entities.ts'
import { planComputedContainers, promotedContainers, readBy } from '../../store/promoted-computed.ts'
import { rememberPairs } from '../../store/promoted-pairs.ts'
import { tagsOf } from '../../store/tags.ts'
import type { ContainerComputation, ContainerDefinition, LoadedContainers } from './container-definition.ts'
import type { ContainerPromotion, FilePromotion, TablePromotion } from './container-payload.ts'
import type { NamedCounterpart, NamedRules, WantedThing } from './decide-named.ts'
import { fitContainer } from './fit-settings.ts'
import type { Carried } from './named-units.ts'
import { beginWritten, createContainer, updateContainer } from './write-containers.ts'

/** How computed tables are carried: by their queries, which name tables of the destination then. */
export const carriedTables: Carried<TablePromotion, ContainerDefinition, LoadedContainers> = {
  ...carried<TablePromotion>('computed_table'),
  select: (transaction, id, payload) => planComputedContainers(transaction, id, 'computed_table', payload),
  load: async ({ store: { database } }, payload, entities) =>
    loadContainers(database, payload, entities, async ({ computation_text: text }) => ({
      computation: { query: text?.query ?? '' },
      reads: new Set(),
      refusal: null,
    })),
}

/** How computed files are carried: each to the source that its mapping names. */
export const carriedFiles: Carried<FilePromotion, ContainerDefinition, LoadedContainers> = {
  ...carried<FilePromotion>('computed_file'),
  select: (transaction, id, { source_container_mappings: mappings, ...payload }) =>
    planComputedContainers(transaction, id, 'computed_file', {
      ...payload,
      container_ids: mappings.map(({ container_id }) => container_id),
      container_tags: null,
    }),
  async load({ store: { database } }, payload, entities) {
    const mapped = new Map(
      payload.source_container_mappings.map((mapping) => [
        mapping.container_id,
        mapping.destination_container_id,
      ]),
    )
    return loadContainers(database, payload, entities, async ({ id, computation_text: text }) => {
      const source_container_id = mapped.get(id) ?? 0
      const [there] = await findContainers(database, [source_container_id])
      const { select_clause, where_clause, group_by_clause } = text ?? {}
      return {
        computation: {
          source_container_id,
          select_clause: select_clause ?? '',
          where_clause: where_clause ?? null,
          group_by_clause: group_by_clause ?? null,
        },
        reads: there ? await readBy(database, source_container_id) : new Set(),
        refusal: there
          ? null
          : `The container ${source_container_id} was deleted, which it was to read at the destination.`,
      }
    })
  },
}

/** What is the same for both kinds. */
function carried<Payload extends ContainerPromotion>(type: ComputedType) {
  const wantedOf = (database: Queryable, payload: Payload, definition: ContainerDefinition) =>
    computationOf(database, payload.destination_datastore_id, definition)
  return {
    rules: rulesOf(type),
    lock: (transaction, payload) => lockCatalogue(transaction, payload.destination_datastore_id),
    situation: (database, payload, loaded) => situationOf(database, type, payload, loaded),
    async ask(environment, payload, _loaded, definition, signal) {
      const wanted = await wantedOf(environment.store.database, payload, definition)
      return assessComputation(environment, wanted, undefined, signal)
    },
    create: async (transaction, { payload, loaded }, decision) =>
      createContainer(transaction, type, await wantedOf(transaction, payload, decision.definition), {
        ...decision,
        hidden: loaded.masked(decision.wanted.source_id),
      }),
    update: async (transaction, { payload, loaded }, decision) =>
      updateContainer(transaction, await wantedOf(transaction, payload, decision.definition), {
        ...decision,
        hidden: loaded.masked(decision.wanted.source_id),
      }),
    remember: (transaction, payload, pairs) =>
      rememberPairs(transaction, 'promoted_containers', payload.destination_datastore_id, pairs),
    finish: beginWritten(wantedOf),
  } satisfies Omit<Carried<Payload, ContainerDefinition, LoadedContainers>, 'load' | 'select'>
}

function rulesOf(type: ComputedType): NamedRules<ContainerDefinition> {
  return {
    noun: type.replace('_', ' '),
    keyOf: (name) => name,
    fit: fitContainer,
    against({ uses }, _definition, fields) {
      if (fields === null) return null
      const kept = new Set(fields.map(({ name }) => name))
      const lost = uses.filter(
        ({ name, checks, anomalies }) => !kept.has(name) && (checks.length > 0 || anomalies > 0),
      )
      if (lost.length === 0) return null
      const named = lost.map(
        (use) => `"${use.name}" (checks: ${use.checks.length}, anomalies: ${use.anomalies})`,
      )
      return `It would take fields away that are in use at the destination: ${named.join(', ')}. Archive those checks and close their anomalies first.`
    },
  }
}

type Told = Pick<WantedThing<ContainerDefinition>, 'reads' | 'refusal'> &
  Pick<ContainerDefinition, 'computation'>

async function loadContainers(
  database: Queryable,
  { container_additional_tags: more }: ContainerPromotion,
  entities: readonly PendingEntity[],
  tell: (row: ContainerRow) => Promise<Told>,
): Promise<LoadedContainers> {
  const ids = entities.map(({ source_entity_id }) => source_entity_id)
  const rows = new Map((await findContainers(database, ids)).map((row) => [row.id, row]))
  const tags = await tagsOf(database, 'container_id', ids)
  const wanted: WantedThing<ContainerDefinition>[] = []
  for (const { id: entity, source_entity_id: source_id } of entities) {
    const row = rows.get(source_id)
    if (!row) {
      wanted.push({ entity, source_id, definition: null, refusal: null, reads: new Set() })
      continue
    }
    const { computation, reads, refusal } = await tell(row)
    const names = [...(tags.get(source_id) ?? []).map(({ name }) => name), ...more]
    const definition = definitionOf(row, computation, names)
    wanted.push({ entity, source_id, definition, refusal: refusal ?? reservedBy(row.name), reads })
  }
  return { wanted, masked: await maskedFields(database, ids) }
}

function definitionOf(
  row: ContainerRow,
  computation: ContainerComputation,
  tags: readonly string[],
): ContainerDefinition {
  const { description, additional_metadata, incremental_field_name, incremental_identifier_type } = row
  const { partition_field, key_fields, group_by_fields } = row
  const { volumetric_tracking_enabled, freshness_tracking_enabled } = row
  const settings = {
    description,
    additional_metadata,
    incremental_field_name,
    incremental_identifier_type,
    partition_field,
    volumetric_tracking_enabled,
    freshness_tracking_enabled,
    key_fields,
    group_by_fields,
  }
  return { name: row.name, computation, settings, tags: [...new Set(tags)].sort() }
}

/** Why a container of a person cannot have the name; null: it can. */
function reservedBy(name: string): string | null {
  try {
    refuseReservedName(name)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : null
  }
}

async function situationOf(
  database: Queryable,
  type: ComputedType,
  payload: ContainerPromotion,
  { wanted }: LoadedContainers,
) {
  const earlier = await promotedContainers(database, payload)
  const sources = new Set(wanted.map(({ source_id }) => source_id))
  const ids = earlier.flatMap(({ source_id, destination_id }) =>
    sources.has(source_id) ? [destination_id] : [],
  )
  const names = wanted.flatMap(({ definition }) => (definition ? [definition.name] : []))
  const rows = await containersCalled(database, payload.destination_datastore_id, { ids, names })
  const [own, others] = [
    rows.filter(({ container_type }) => container_type === type),
    rows.filter(({ container_type }) => container_type !== type),
  ]
  const ownIds = own.map(({ id }) => id)
  const tags = await tagsOf(database, 'container_id', ownIds)
  const masked = await maskedFields(database, ownIds)
  const there = new Map<number, NamedCounterpart<ContainerDefinition>>()
  for (const row of own)
    there.set(row.id, {
      id: row.id,
      definition: definitionOf(
        row,
        storedComputation(type, row),
        (tags.get(row.id) ?? []).map(({ name }) => name),
      ),
      fields: await listKnownFields(database, row.id),
      masked: masked(row.id),
      uses: await countUsesOfFields(database, row.id, new Set()),
    })
  const foreign = new Map(others.map((row) => [row.name, `a ${kindOf(row)} called "${row.name}"`]))
  return { there, foreign, earlier }
}

const kindOf = ({ container_type, table_type }: ContainerRow): string =>
  (table_type ?? container_type).replace('_', ' ').replace(/^file$/, 'container of files')

function storedComputation(
  type: ComputedType,
  { computation_text: text, source_container_id }: ContainerRow,
): ContainerComputation {
  if (type === 'computed_table') return { query: text?.query ?? '' }
  return {
    source_container_id,
    select_clause: text?.select_clause ?? '',
    where_clause: text?.where_clause ?? null,
    group_by_clause: text?.group_by_clause ?? null,
  }
}

/** A computation as the store is asked about it and as it is kept. */
async function computationOf(
  database: Queryable,
  datastore_id: number,
  { computation }: ContainerDefinition,
): Promise<WantedComputation> {
  if ('query' in computation) return wantedOfQuery(datastore_id, computation.query)
  const { source_container_id, ...text } = computation
  if (source_container_id === null) throw new Error('A computed file has lost the container that it reads.')
  const source = await computedSource(database, source_container_id)
  return {
    datastore_id,
    computation: { kind: 'computed_file', source, ...text },
    text,
    sources: [{ source_container_id, role: 'source' }],
    member: 'select_clause',
  }
}

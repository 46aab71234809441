import { recordAudit } from '../../access/audit.ts'
import { within } from '../../access/within.ts'
import { maskIfDerived } from '../../disclosure/masked-by-origin.ts'
import { rewriteKept } from '../../disclosure/rewrite-kept.ts'
import type { TransformationName, TransformationProperties } from '../../model/computed-field.ts'
import { tryComputedField } from '../../services/computed-fields/assess.ts'
import { namedByChecks } from '../../services/named-by-checks.ts'
import { lockCatalogue } from '../../store/catalogue.ts'
import { insertComputedField, updateComputedField } from '../../store/computed-fields.ts'
import { maskFields } from '../../store/container-fields.ts'
import type { ContainerRow } from '../../store/containers.ts'
import { fieldsInState, listKnownFields, setField } from '../../store/fields.ts'
import type { Queryable } from '../../store/pool.ts'
import {
  carriedFields as storedFields,
  fieldNamed,
  planComputedFields,
  promotedFields,
  type CarriedField,
} from '../../store/promoted-computed.ts'
import { rememberPairs } from '../../store/promoted-pairs.ts'
import { addTags, tagsOf } from '../../store/tags.ts'
import { containerAtEnd } from './ends.ts'
import type { Definition, NamedCounterpart, NamedRules, WantedThing } from './decide-named.ts'
import { fieldCalled, missingFields } from './field-names.ts'
import type { FieldPromotion } from './field-payload.ts'
import type { Carried, Writing } from './named-units.ts'

/** All of a computed field that is carried to another container. */
interface FieldDefinition extends Definition {
  computation: {
    transformation: TransformationName
    source_fields: readonly string[]
    properties: TransformationProperties
  }
  settings: { description: string | null; additional_metadata: Record<string, unknown> | null }
}

/** The computed fields of a batch. */
interface LoadedFields {
  destination: ContainerRow
  wanted: WantedThing<FieldDefinition>[]
  /** Ids of those that are masked at the source: where they are made, they are masked from the beginning. */
  masked: ReadonlySet<number>
}

const rules: NamedRules<FieldDefinition> = {
  noun: 'computed field',
  keyOf: (name) => name.toLowerCase(),
  fit: (definition) => ({ definition, message: null }),
  against({ definition: { name }, uses }, renewed) {
    const checks = uses.flatMap((use) => use.checks)
    if (renewed.name === name || checks.length === 0) return null
    return `"${name}" of the destination is to be called "${renewed.name}", and ${namedByChecks(checks)}.`
  },
}

/** How computed fields are carried: the store of the destination computes a first value of each before it is written. */
export const carriedFields: Carried<FieldPromotion, FieldDefinition, LoadedFields> = {
  rules,
  select: planComputedFields,
  async load({ store: { database } }, payload, entities) {
    const source = await containerAtEnd(database, payload.container_id, 'source')
    const destination = await containerAtEnd(database, payload.destination_container_id, 'destination')
    const rows = await storedFields(database, source.id)
    const definitions = await definitionsOf(database, rows, payload.computed_field_additional_tags)
    const computed = new Set((await storedFields(database, destination.id)).map(({ name }) => name))
    const known = (await listKnownFields(database, destination.id)).flatMap(({ name }) =>
      computed.has(name) ? [] : [name],
    )
    const wanted = entities.map(({ id: entity, source_entity_id: source_id }) => {
      const definition = definitions.get(source_id) ?? null
      const mapped = definition && mapSources(definition, destination.name, known)
      return { entity, source_id, definition: null, refusal: null, ...mapped, reads: new Set<number>() }
    })
    const masked = rows.filter(({ status }) => status === 'masked').map(({ id }) => id)
    return { destination, wanted, masked: new Set(masked) }
  },
  async situation(database, payload, { destination }) {
    const rows = await storedFields(database, destination.id)
    const definitions = await definitionsOf(database, rows, [])
    const there = new Map<number, NamedCounterpart<FieldDefinition>>()
    for (const { id, name, checks } of rows) {
      const definition = definitions.get(id)
      const uses = [{ name, checks, anomalies: 0 }]
      if (definition) there.set(id, { id, definition, fields: [], masked: new Set(), uses })
    }
    const computed = new Set(rows.map(({ name }) => name))
    const all = await fieldsInState(database, destination.id, ['active', 'masked', 'missing', 'excluded'])
    const foreign = all.flatMap(({ name, status, is_masked }) => {
      const state = status === 'missing' || status === 'excluded' ? ` (it is ${status})` : ''
      // A masked one that was removed comes back with its name.
      const comesBack = status === 'missing' && is_masked
      return computed.has(name) || comesBack
        ? []
        : [[name.toLowerCase(), `a field called "${name}"${state} that is not computed`] as const]
    })
    return { there, foreign: new Map(foreign), earlier: await promotedFields(database, payload) }
  },
  async ask(environment, _payload, { destination }, definition, signal) {
    return [await tryComputedField(environment, destination, fieldOf(definition), signal)]
  },
  lock: async (transaction, payload) => lockCatalogue(transaction, payload.destination_datastore_id),
  async create(transaction, { loaded, promoter }, decision) {
    const { destination, masked } = loaded
    const stored = storedOf(decision, promoter.user_name)
    const id = await insertComputedField(transaction, destination.id, stored, foundField(decision))
    await maskIfDerived(transaction, destination, stored)
    if (masked.has(decision.wanted.source_id)) await maskFields(transaction, destination.id, [stored.name])
    await describe(transaction, destination.id, decision.definition)
    return id
  },
  async update(transaction, { loaded: { destination, masked }, promoter }, decision) {
    const { counterpart, fields, definition } = decision
    if (counterpart === null) return
    const stored = storedOf(decision, promoter.user_name)
    const row = { id: counterpart.id, container_id: destination.id, name: counterpart.definition.name }
    await updateComputedField(transaction, row, stored, fields === null ? null : foundField(decision))
    const newly = await maskIfDerived(transaction, destination, stored)
    if (fields !== null && masked.has(decision.wanted.source_id))
      newly.push(...(await maskFields(transaction, destination.id, [stored.name])))
    if (newly.length > 0) await rewriteKept(transaction, destination.id, { hidden: newly, shown: [] })
    await describe(transaction, destination.id, definition)
  },
  remember: (transaction, { destination_container_id }, pairs) =>
    rememberPairs(transaction, 'promoted_computed_fields', destination_container_id, pairs),
  finish(environment, { loaded: { destination }, promoter }, written) {
    if (written.length === 0) return undefined
    return async (database) => {
      const context = { ...environment, principal: promoter, store: { ...environment.store, database } }
      const entries = written.map(({ decision: { result, definition } }) => ({
        action:
          result === 'created' ? ('create_computed_field' as const) : ('update_computed_field' as const),
        resource_type: 'container' as const,
        resource_id: destination.id,
        details: { ...fieldOf(definition), datastore_id: destination.datastore_id },
      }))
      await within(context, (transaction, context) => recordAudit(context, transaction, ...entries))
    }
  },
}

/** The definitions of computed fields, by id. */
async function definitionsOf(
  database: Queryable,
  rows: readonly CarriedField[],
  more: readonly string[],
): Promise<Map<number, FieldDefinition>> {
  const tags = await tagsOf(
    database,
    'field_id',
    rows.map(({ field_id }) => field_id),
  )
  return new Map(
    rows.map((row) => {
      const { name, transformation, source_fields, properties, description, additional_metadata } = row
      const own = (tags.get(row.field_id) ?? []).map((tag) => tag.name)
      return [
        row.id,
        {
          name,
          computation: { transformation, source_fields, properties },
          settings: { description, additional_metadata },
          tags: [...new Set([...own, ...more])].sort(),
        },
      ]
    }),
  )
}

/** The definition with the destination's own names of its fields, or what stands against it. */
function mapSources(
  definition: FieldDefinition,
  destination: string,
  known: readonly string[],
): Pick<WantedThing<FieldDefinition>, 'definition' | 'refusal'> {
  const { computation } = definition
  const found = computation.source_fields.map((name) => fieldCalled(name, known))
  const lost = computation.source_fields.filter((_name, index) => found[index] === null)
  if (lost.length > 0) return { definition, refusal: missingFields(destination, lost) }
  const source_fields = found.flatMap((name) => name ?? [])
  return { definition: { ...definition, computation: { ...computation, source_fields } }, refusal: null }
}

const fieldOf = ({ name, computation }: FieldDefinition) => ({ name, ...computation })

const storedOf = ({ definition }: Writing<FieldDefinition>, last_editor: string) => ({
  ...fieldOf(definition),
  additional_metadata: definition.settings.additional_metadata,
  last_editor,
})

function foundField({ fields }: Writing<FieldDefinition>) {
  const [field] = fields ?? []
  if (!field) throw new Error('A computed field is written that the store was not asked about.')
  return field
}

async function describe(
  transaction: Queryable,
  containerId: number,
  { name, settings: { description }, tags }: FieldDefinition,
): Promise<void> {
  const id = await fieldNamed(transaction, containerId, name)
  if (id === undefined) return
  await setField(transaction, id, { description })
  await addTags(transaction, 'field_id', [{ id, names: tags }])
}

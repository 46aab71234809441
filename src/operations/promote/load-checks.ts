import { isEnough, permissionOn } from '../../access/require.ts'
import type { Environment } from '../../access/context.ts'
import { isOpenStatus } from '../../model/check.ts'
import type { AssessedContainer } from '../../services/checks/assess-together.ts'
import { definitionKey, keptProperties, type CheckContent } from '../../services/checks/definition.ts'
import { referencedIds } from '../../services/checks/references.ts'
import { storedContents } from '../../services/checks/stored-content.ts'
import { computationsOf } from '../../store/computations.ts'
import { listKnownFields } from '../../store/fields.ts'
import type { Queryable } from '../../store/pool.ts'
import type { PendingEntity } from '../../store/promoted-entities.ts'
import {
  checksOfIds,
  earlierPromotions,
  possibleCounterparts,
  referenceTargets,
  userNamed,
  type ReferenceTarget,
} from '../../store/promoted-checks.ts'
import type { CheckPromotion } from './check-payload.ts'
import { containerAtEnd } from './ends.ts'
import type { Counterpart, Situation, WantedCheck } from './decide.ts'
import { mapContent } from './map-content.ts'

type Row = Awaited<ReturnType<typeof checksOfIds>>[number]
type Promoter = Awaited<ReturnType<typeof userNamed>>

/** What a batch works on. */
export interface Batch {
  destination: AssessedContainer
  wanted: WantedCheck[]
  promoter: Promoter
}

/** The checks of these entities with the destination's names. A container that was deleted meanwhile fails the batch. */
export async function loadBatch(
  { store: { database } }: Environment,
  payload: CheckPromotion,
  triggeredBy: string,
  entities: readonly PendingEntity[],
): Promise<Batch> {
  const source = await containerAtEnd(database, payload.container_id, 'source')
  const destination = await containerAtEnd(database, payload.destination_container_id, 'destination')
  const fields = await listKnownFields(database, destination.id)
  const rows = await checksOfIds(
    database,
    entities.map(({ source_entity_id }) => source_entity_id),
  )
  const contents = await contentsOf(database, rows)
  const promoter = await userNamed(database, triggeredBy)
  const references = await referenceTargets(database, referencedIds(rows), { source, destination })
  const hidden = await hiddenDatastores(database, promoter, [...references.values()])
  const wanted = entities.map(({ id: entity, source_entity_id: source_id }): WantedCheck => {
    const content = contents.get(source_id)
    if (!content || !isOpenStatus(content.status)) return { entity, source_id, content: null, unresolved: [] }
    const mapped = mapContent(content, {
      container_name: destination.name,
      fields: fields.map(({ name }) => name),
      references,
      hidden,
    })
    const tags = [...new Set([...mapped.content.tags, ...payload.check_additional_tags])].sort()
    return { entity, source_id, content: { ...mapped.content, tags }, unresolved: mapped.unresolved }
  })
  const computation = (await computationsOf(database, [destination.id])).get(destination.id) ?? null
  return { destination: { ...destination, fields, computation }, wanted, promoter }
}

/** The contents of checks, by id, with their properties in the form in which contents are compared. */
const contentsOf = (database: Queryable, rows: readonly Row[]): Promise<Map<number, CheckContent>> =>
  storedContents(
    database,
    rows.map((row) => ({ ...row, properties: keptProperties(row.rule_type, row.properties) })),
  )

/** The datastores of containers that checks refer to and whose rows the promoter may not see. */
async function hiddenDatastores(
  database: Queryable,
  promoter: Promoter,
  targets: readonly ReferenceTarget[],
): Promise<ReadonlySet<number>> {
  if (promoter?.role === 'Admin') return new Set()
  const hidden = new Set<number>()
  for (const id of new Set(targets.flatMap(({ target }) => target?.datastore_id ?? []))) {
    const held = promoter ? await permissionOn(database, promoter, id) : null
    if (!isEnough(held, 'Viewer')) hidden.add(id)
  }
  return hidden
}

/** A check of the destination with what is needed to write it anew. */
export interface StoredCounterpart extends Counterpart {
  version: number
  inferred: boolean
}

/** What a batch finds at the destination. With `lock` it stays so until the transaction ends. */
export async function loadSituation(
  database: Queryable,
  payload: CheckPromotion,
  { wanted, promoter, destination }: Batch,
  { lock }: { lock: boolean },
): Promise<Omit<Situation, 'verdicts' | 'open'> & { open: Map<number, StoredCounterpart> }> {
  const sources = wanted.map(({ source_id }) => source_id)
  const known = await earlierPromotions(database, destination.id, { sources, destinations: [] })
  const own = new Set(sources)
  const earlier = new Map(
    known.flatMap(({ source_check_id: from, destination_check_id: to }) =>
      own.has(from) ? [[from, to]] : [],
    ),
  )
  const keys = wanted.flatMap(({ content }) => (content === null ? [] : [definitionKey(content)]))
  const rows = await possibleCounterparts(
    database,
    destination.id,
    { ids: [...earlier.values()], keys },
    { lock },
  )
  const destinations = rows.map(({ id }) => id)
  const others = await earlierPromotions(database, destination.id, { sources: [], destinations })
  const standing = new Map(
    others.flatMap(({ source_check_id, destination_check_id, is_open, source_container_id }) =>
      is_open && source_container_id === payload.container_id
        ? [[destination_check_id, source_check_id]]
        : [],
    ),
  )
  const contents = await contentsOf(database, rows)
  const open = new Map(
    rows.flatMap(({ id, version, inferred, locked_template_id }) => {
      const content = contents.get(id)
      return content ? [[id, { id, version, inferred, content, locked_template_id }]] : []
    }),
  )
  return { open, earlier, standing, as_draft: payload.as_draft, owner_id: promoter?.user_id ?? null }
}

import { sql } from 'kysely'
import type { Environment } from '../../access/context.ts'
import type { Reference } from '../../engine/check.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { rules } from '../../rules/registry.ts'
import type { Queryable } from '../../store/pool.ts'
import { withSession } from '../datastores/open-session.ts'

/** Ids of the other containers that these definitions name. */
export function referencedIds(
  checks: readonly { rule_type: string; properties: Record<string, unknown> }[],
): number[] {
  const ids = checks.flatMap(
    ({ rule_type, properties }) => rules.find(rule_type)?.references?.(properties) ?? [],
  )
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
}

/** Containers by id, as their last sync left them; ids that are unknown are left out. */
async function loadReferenced(
  database: Queryable,
  datastoreId: number,
  ids: readonly number[],
): Promise<Map<number, Omit<Reference, 'open'>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<
    ContainerReference & {
      id: number
      datastore_id: number
      here: string
      there: string
      fields: DiscoveredField[]
      masked: string[]
    }
  >`
    select containers.id, containers.datastore_id, containers.name, containers.container_type, containers.file_options,
      theirs.name as there, ours.name as here,
      coalesce((select jsonb_agg(jsonb_build_object('name', fields.name, 'type', fields.type, 'native_type', fields.native_type,
                                                    'nullable', fields.nullable) order by fields.ordinal)
                from fields where fields.container_id = containers.id and fields.status in ('active', 'masked')), '[]') as fields,
      array(select fields.name from fields where fields.container_id = containers.id and fields.status = 'masked') as masked
    from containers join datastores as theirs on theirs.id = containers.datastore_id
    join datastores as ours on ours.id = ${datastoreId}
    where containers.id = any(${ids}::bigint[])`.execute(database)
  return new Map(
    rows.map(({ id, datastore_id, here, there, fields, masked, ...container }) => [
      id,
      {
        container_id: id,
        datastore_id,
        name: container.name,
        fields,
        datastores: datastore_id === datastoreId ? null : { here, there },
        masked_fields: new Set(masked),
        container,
      },
    ]),
  )
}

/** A check whose other container cannot be reached is left without a verdict, so a moment's absence is waited out here. */
const referenceTries = 3

/**
 * The references by which a scan of `datastoreId` reads the containers that its checks refer to. `onRemark` takes the remarks of
 * the source of one in another datastore on its rows, when it is opened (default: nobody).
 */
export async function openableReferences(
  environment: Environment,
  datastoreId: number,
  checks: readonly { rule_type: string; properties: Record<string, unknown> }[],
  signal: AbortSignal,
  onRemark: (remark: string) => void = () => undefined,
): Promise<Map<number, Reference>> {
  const known = await loadReferenced(environment.store.database, datastoreId, referencedIds(checks))
  const references = [...known].map(([id, reference]): [number, Reference] => {
    const isHere = reference.datastore_id === datastoreId
    return [
      id,
      {
        ...reference,
        open: isHere
          ? null
          : (work) => {
              const withRemarks: typeof work = async (session) => {
                for (const remark of (await session.remarksOn?.(reference.container.name)) ?? [])
                  onRemark(remark)
                return work(session)
              }
              return withSession(environment, reference.datastore_id, signal, withRemarks, referenceTries)
            },
      },
    ]
  })
  return new Map(references)
}

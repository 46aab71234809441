import { referencedContainers } from '../../store/referenced-containers.ts'
import type { Environment } from '../../access/context.ts'
import type { Reference } from '../../engine/check.ts'
import { rules } from '../../rules/registry.ts'
import type { Computation } from '../../model/container.ts'
import { isStaged, withContainerSession } from '../datastores/container-session.ts'

/** Ids of the other containers that these definitions name. */
export function referencedIds(
  checks: readonly { rule_type: string; properties: Record<string, unknown> }[],
): number[] {
  const ids = checks.flatMap(
    ({ rule_type, properties }) => rules.find(rule_type)?.references?.(properties) ?? [],
  )
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
}

/** The ways in which references are opened. */
interface ReferenceOptions {
  /** What the container of the checks is made of (default: the source has it as it is). */
  computation?: Computation | null | undefined
  onRemark?: (remark: string) => void
  opens_all?: boolean
}

/** A check whose other container cannot be reached is left without a verdict, so a moment's absence is waited out here. */
const referenceTries = 3

/**
 * The references by which a scan of `datastoreId` reads the containers that its checks refer to. `onRemark` takes the remarks of
 * the source of one that is opened for it on its rows (default: nobody). Those of the same datastore are in the session of the scan,
 * unless it is a copy made for a join (`computation`), or `opens_all` (default false) because that session is none of the datastore.
 */
export async function openableReferences(
  environment: Environment,
  datastoreId: number,
  checks: readonly { rule_type: string; properties: Record<string, unknown> }[],
  signal: AbortSignal,
  { computation = null, onRemark = () => undefined, opens_all = false }: ReferenceOptions = {},
): Promise<Map<number, Reference>> {
  const known = await referencedContainers(environment.store.database, datastoreId, referencedIds(checks))
  const references = [...known].map(([id, reference]): [number, Reference] => {
    // What was copied for a join stands in a session of its own, in which no other container is.
    const isHere =
      !opens_all &&
      reference.datastore_id === datastoreId &&
      !isStaged(computation) &&
      !isStaged(reference.container.computation)
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
              const { datastore_id, container } = reference
              const place = { datastore_id, computation: container.computation ?? null }
              return withContainerSession(environment, place, signal, withRemarks, { tries: referenceTries })
            },
      },
    ]
  })
  return new Map(references)
}

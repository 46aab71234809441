import type { Context, Environment } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import type { Reference } from '../../engine/check.ts'
import type { Computation } from '../../model/container.ts'
import { rules } from '../../rules/registry.ts'
import { hasCompute } from '../../store/datastores.ts'
import { referencedContainers } from '../../store/referenced-containers.ts'
import { isStaged, withContainerSession, type SessionWish } from '../datastores/container-session.ts'

/** Ids of the other containers that these definitions name. */
export function referencedIds(
  checks: readonly { rule_type: string; properties: Record<string, unknown> }[],
): number[] {
  const ids = checks.flatMap(
    ({ rule_type, properties }) => rules.find(rule_type)?.references?.(properties) ?? [],
  )
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
}

/** Refuses a caller who may not see the rows of the other containers that the content reads; those that are gone are passed over. */
export async function requireReferencesOf(
  context: Context,
  datastoreId: number,
  content: { rule_type: string; properties: Record<string, unknown> },
): Promise<void> {
  const known = await referencedContainers(context.store.database, datastoreId, referencedIds([content]))
  for (const [id, { datastore_id }] of known)
    await requireDatastore(context, datastore_id, 'Viewer', ['container', id])
}

/** The ways in which references are opened. */
interface ReferenceOptions {
  /** What the container of the checks is made of (default: the source has it as it is). */
  computation?: Computation | null | undefined
  onRemark?: (remark: string) => void
  opens_all?: boolean
  /** How the session of another source is wanted (default: with all rows, tried three times). */
  opening?: SessionWish
}

/** For the sessions of a client who waits for an answer that takes no row. */
export const withoutRows: SessionWish = { rows: 'none', kept: true }

/** A check whose other container cannot be reached is left without a verdict, so a moment's absence is waited out here. */
const referenceTries = 3

/**
 * The references by which a scan of `datastoreId` reads the containers that its checks refer to. Those of the same datastore are in the
 * session of the scan, unless that reads a copy made for a join (`computation`), or the datastore has an engine. With `opens_all`
 * (default false) the session is not of the datastore, and all are opened. `onRemark` takes what the source of an opened one remarks
 * on its rows (default: nobody does).
 */
export async function openableReferences(
  environment: Environment,
  datastoreId: number,
  checks: readonly { rule_type: string; properties: Record<string, unknown> }[],
  signal: AbortSignal,
  {
    computation = null,
    onRemark = () => undefined,
    opens_all = false,
    opening = { tries: referenceTries },
  }: ReferenceOptions = {},
): Promise<Map<number, Reference>> {
  const { database } = environment.store
  const ids = referencedIds(checks)
  const known = await referencedContainers(database, datastoreId, ids)
  // A session of an engine shows one container.
  const isAlone = opens_all || (ids.length > 0 && (await hasCompute(database, datastoreId)))
  const references = [...known].map(([id, reference]): [number, Reference] => {
    // What was copied for a join stands in a session of its own, in which no other container is.
    const isHere =
      !isAlone &&
      reference.datastore_id === datastoreId &&
      !isStaged(computation) &&
      !isStaged(reference.container.computation)
    const open = isHere ? null : openerOf(environment, reference, { signal, onRemark, opening })
    return [id, { ...reference, open }]
  })
  return new Map(references)
}

/** Does work in a session of the source of a container, whose remarks on its rows are told first. */
function openerOf(
  environment: Environment,
  { datastore_id, container }: Omit<Reference, 'open'>,
  {
    signal,
    onRemark,
    opening,
  }: { signal: AbortSignal; onRemark: (remark: string) => void; opening: SessionWish },
): NonNullable<Reference['open']> {
  return (work) => {
    const withRemarks: typeof work = async (session) => {
      for (const remark of (await session.remarksOn?.(container.name)) ?? []) onRemark(remark)
      return work(session)
    }
    return withContainerSession(environment, { datastore_id, ...container }, signal, withRemarks, opening)
  }
}

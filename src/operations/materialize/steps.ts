import { createHash } from 'node:crypto'
import type { HeldSession } from '../../connectors/connector.ts'
import type { ContainerReference, Partition } from '../../model/container.ts'

/** How far the copy of a container has come: what the next unit needs to go on with the table that was begun. */
export interface CopiedSoFar {
  /** So many partitions are in the table, the first in their order. */
  partitions: number
  /** The rows of the table. */
  records: number
  /** Another text whenever those partitions have other bytes, or the table would have other columns. */
  state: string
  /** How often the copy was begun anew because of that. */
  restarts: number
}

/** A step of a copy: the partitions that come next. */
export interface Step {
  /** Before it. */
  done: Pick<CopiedSoFar, 'partitions' | 'records' | 'restarts'>
  partitions: readonly Partition[]
  isLast: boolean
  /** After it; null where nobody can tell whether the partitions change, so that it must be the last. */
  state: string | null
}

/** A copy whose partitions change all the time is made in one go after this many attempts. */
const mostRestarts = 2

/** What the steps of a copy are made of. */
export interface Source {
  partitions: readonly Partition[]
  /** See `stampsOf`. */
  stamps: ReadonlyMap<string, string>
  /** Another text whenever the table would have other columns. */
  shape: string
  /** Bytes that a step has at least, but for the last. */
  step_bytes: number
}

/** A text for each partition that is another one whenever its bytes are; none where that cannot be told of all of them. */
export async function stampsOf(
  session: HeldSession,
  container: ContainerReference,
  partitions: readonly Partition[],
): Promise<ReadonlyMap<string, string>> {
  // What people compute may read other containers.
  if (partitions.length < 2 || container.computation || !session.stamps) return new Map()
  const names = partitions.map(({ name }) => name)
  const stamps = await session.stamps(container, names)
  return names.every((name) => stamps.has(name)) ? stamps : new Map()
}

/** The step after `before`, which is null at the begin; it begins anew when what was copied is not what would be copied now. */
export function nextStep(source: Source, before: CopiedSoFar | null): Step {
  const { partitions, stamps, step_bytes } = source
  const isSame = before !== null && stateOf(source, before.partitions) === before.state
  const restarts = before === null ? 0 : before.restarts + (isSame ? 0 : 1)
  const done = isSame ? { ...before, restarts } : { partitions: 0, records: 0, restarts }
  const left = partitions.slice(done.partitions)
  const some = stamps.size === 0 || restarts >= mostRestarts ? left : firstOf(left, step_bytes)
  return {
    done,
    partitions: some,
    isLast: some.length === left.length,
    state: stateOf(source, done.partitions + some.length),
  }
}

function firstOf(partitions: readonly Partition[], bytes: number): readonly Partition[] {
  let sum = 0
  const end = partitions.findIndex(({ size_bytes }) => (sum += size_bytes ?? 0) >= bytes)
  return end === -1 ? partitions : partitions.slice(0, end + 1)
}

function stateOf({ partitions, stamps, shape }: Source, count: number): string | null {
  if (count > stamps.size) return null
  const read = partitions.slice(0, count).map(({ name }) => [name, stamps.get(name)])
  return createHash('sha256')
    .update(JSON.stringify([shape, read]))
    .digest('base64url')
}

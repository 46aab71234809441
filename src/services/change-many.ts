import type { Context } from '../access/context.ts'
import { attempt, within } from '../access/within.ts'
import { ServiceError, type ErrorCode } from '../kernel/errors.ts'

/** What became of many things: how many there were, how many are changed, and why the others are not. */
interface Changed {
  matched: number
  changed: number
  refused: { id: number; reason: string }[]
}

/** How the things of some ids are changed. */
interface Change {
  /** In the transaction of the context, all or none. */
  (context: Context, ids: readonly number[]): Promise<unknown>
  /** Codes of errors that are about one of them, beside those that always are; others are thrown. */
  ofOne?: readonly ErrorCode[]
}

const alwaysOfOne: readonly ErrorCode[] = ['forbidden', 'not_found', 'conflict', 'wrong_state']

/** Things that are changed in one transaction, so that scans never wait long for them. */
const together = 100

/** What ends the transaction of a dry run: nothing that it did is kept. */
class DryRun extends Error {}

/**
 * Changes each as far as the caller may, and refuses the others one by one, with a reason. A hundred go into one transaction each, so that what was
 * changed stays when the rest cannot be. A dry run does the same and keeps nothing. What is wrong with the change itself is thrown.
 */
export async function changeMany(
  context: Context,
  ids: readonly number[],
  isDry: boolean,
  change: Change,
): Promise<Changed> {
  const refused: Changed['refused'] = []
  for (let from = 0; from < ids.length; from += together)
    refused.push(...(await changePart(context, ids.slice(from, from + together), isDry, change)))
  return { matched: ids.length, changed: ids.length - refused.length, refused }
}

async function changePart(
  context: Context,
  ids: readonly number[],
  isDry: boolean,
  change: Change,
): Promise<Changed['refused']> {
  let refused: Changed['refused'] = []
  try {
    await within(context, async (_transaction, inner) => {
      refused = await changeOrRefuse(inner, ids, change)
      if (isDry) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return refused
}

/** All at once; where that is refused one by one, as each has a reason of its own. */
async function changeOrRefuse(
  context: Context,
  ids: readonly number[],
  change: Change,
): Promise<Changed['refused']> {
  const reason = await reasonAgainst(context, ids, change)
  if (reason === null) return []
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return [{ id: only, reason }]
  const refused: Changed['refused'] = []
  for (const id of ids) {
    const against = await reasonAgainst(context, [id], change)
    if (against !== null) refused.push({ id, reason: against })
  }
  return refused
}

/** Null when they are changed. */
async function reasonAgainst(
  context: Context,
  ids: readonly number[],
  change: Change,
): Promise<string | null> {
  try {
    await attempt(context, () => change(context, ids))
    return null
  } catch (error) {
    const isOfOne =
      error instanceof ServiceError && [...alwaysOfOne, ...(change.ofOne ?? [])].includes(error.code)
    if (!isOfOne) throw error
    return error.message
  }
}

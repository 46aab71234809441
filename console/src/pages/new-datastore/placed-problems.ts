import { problemsOf } from '../../api/problems.ts'
import type { Refusal } from '../../api/refusal.ts'
import { shownMembers, type Typed } from '../../sources/request.ts'
import { pathLineOf, type StoreType } from '../../sources/store-types.ts'

/**
 * What is wrong, by the places of the lines; `isPlaced`: all of it stands at one of them. `refused` is why the datastore was not made or tried,
 * `unlisted` why its server did not say what it holds.
 */
export function placedProblems(
  store: StoreType,
  typed: Typed,
  connectionId: number | null,
  refused: Refusal | null,
  unlisted: Refusal | null,
): { problems: ReadonlyMap<string, string>; isPlaced: boolean } {
  const lines = shownMembers(store, typed, connectionId)
  if (refused === null) return { problems: ofConnection(unlisted), isPlaced: true }
  const told = problemsOf(refused)
  const path = pathLineOf(store)
  const isOfSource = refused.code === 'connection_failed' || refused.code === 'invalid'
  if (told.size === 0 && path !== null && lines.has(path) && isOfSource)
    return { problems: new Map([[path, refused.message]]), isPlaced: true }
  const isPlaced = told.size > 0 && [...told.keys()].every((member) => lines.has(member) || isOther(member))
  return { problems: told, isPlaced }
}

/** Whether the form has a line for a member that is of no store. */
const isOther = (member: string) => member === 'name' || member === 'teams'

/** What is asked of a server has the members of a connection alone. */
function ofConnection(refusal: Refusal | null): ReadonlyMap<string, string> {
  return new Map([...problemsOf(refusal)].map(([member, problem]) => [`connection.${member}`, problem]))
}

import type { Connector, DatastoreTarget } from '../../connectors/connector.ts'
import { invalidMember } from '../../kernel/errors.ts'

/** What of a source several datastores are to be made of: schemas of a server, or folders of a file store. */
export interface PlacesGiven {
  database?: string | null
  schemas?: string[] | null
  root_paths?: string[] | null
}

/** One of them: as it was given, and where a datastore of it is. */
export interface WantedPlace {
  given: string
  target: Pick<DatastoreTarget, 'database' | 'schema' | 'root_path'>
}

/** Refuses with 422 both kinds or neither, one named twice, and a kind that the store does not have. */
export function wantedPlaces(
  { title, places, takes }: Connector,
  { database, schemas, root_paths }: PlacesGiven,
): WantedPlace[] {
  const given = schemas ?? root_paths ?? []
  const member = schemas == null ? 'root_paths' : 'schemas'
  if (given.length === 0 || (schemas != null && root_paths != null))
    throw invalidMember(member, 'Give schemas or root_paths: one of them, with at least one name in it.')
  if (new Set(given).size < given.length) throw invalidMember(member, 'Each may be named once.')
  if (member === 'schemas' && !places)
    throw invalidMember('schemas', `A source of ${title} has no schemas; give root_paths.`)
  if (member === 'root_paths' && takes.root_path === undefined)
    throw invalidMember('root_paths', `A source of ${title} has no folders; give schemas.`)
  return given.map((name) => ({ given: name, target: targetOf(name) }))

  function targetOf(name: string): WantedPlace['target'] {
    const none = { database: null, schema: null, root_path: null }
    if (member === 'root_paths') return { ...none, root_path: name }
    // Where a database has no schemas, each database is what other stores call a schema.
    return places?.schemas
      ? { ...none, database: database ?? null, schema: name }
      : { ...none, database: name }
  }
}

import type { Static, TSchema } from 'typebox'
import { mostPlaces, type ConnectionValues, type ServerPlaces, type SessionBounds } from '../connector.ts'
import { catalogsSchema, databasesSchema } from './answer.ts'
import { withClient } from '../shared/names-asked.ts'
import { connectToAthena } from './connection.ts'

/** Names of a page at most. */
const mostNames = 50

/** The data catalogues of the account. */
export const listCatalogs: ServerPlaces['databases'] = (connection, bounds) =>
  listed(connection, bounds, { schema: catalogsSchema, action: 'ListDataCatalogs', members: {} }, (page) =>
    (page.DataCatalogsSummary ?? []).flatMap(({ CatalogName }) => CatalogName ?? []),
  )

/** The databases of a data catalogue that the credentials may see. */
export const listDatabases: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  listed(
    connection,
    bounds,
    { schema: databasesSchema, action: 'ListDatabases', members: { CatalogName: database } },
    (page) => (page.DatabaseList ?? []).map(({ Name }) => Name),
  )

const listed = <Schema extends TSchema>(
  connection: ConnectionValues,
  bounds: SessionBounds,
  { schema, action, members }: { schema: Schema; action: string; members: object },
  namesIn: (page: Static<Schema>) => string[],
): Promise<string[]> =>
  withClient(connectToAthena(connection, null, bounds), async (client) => {
    const found: string[] = []
    for (let token: unknown = undefined, isFirst = true; found.length < mostPlaces; isFirst = false) {
      const asked = { ...members, MaxResults: mostNames, WorkGroup: client.settings.workgroup }
      const page: Static<Schema> & { NextToken?: unknown } = await client.requests.ask(
        schema,
        { action, members: { ...asked, ...(!isFirst && { NextToken: token }) } },
        bounds.signal,
      )
      found.push(...namesIn(page))
      token = page.NextToken
      if (token === undefined) break
    }
    return found.slice(0, mostPlaces).sort()
  })

import { mostPlaces, type ConnectionValues, type ServerPlaces, type SessionBounds } from '../connector.ts'
import { datasetsSchema, projectsSchema } from './answer.ts'
import { withClient } from '../shared/names-asked.ts'
import { BigqueryClient } from './client.ts'

/** The projects that the account may use. */
export const listProjects: ServerPlaces['databases'] = (connection, bounds) =>
  listed(connection, bounds, async (client, pageToken) => {
    const asked = { method: 'GET', path: 'projects', query: { maxResults: '1000', pageToken } } as const
    const { projects = [], nextPageToken } = await client.requests.ask(projectsSchema, asked, bounds.signal)
    return { names: projects.map(({ id }) => id), next: nextPageToken }
  })

/** The datasets of a project that the account may see. */
export const listDatasets: NonNullable<ServerPlaces['schemas']> = (connection, database, bounds) =>
  listed(connection, bounds, async (client, pageToken) => {
    const path = `projects/${encodeURIComponent(database)}/datasets`
    const asked = { method: 'GET', path, query: { maxResults: '1000', pageToken } } as const
    const { datasets = [], nextPageToken } = await client.requests.ask(datasetsSchema, asked, bounds.signal)
    return { names: datasets.map(({ datasetReference }) => datasetReference.datasetId), next: nextPageToken }
  })

const listed = (
  connection: ConnectionValues,
  bounds: SessionBounds,
  page: (client: BigqueryClient, pageToken: string) => Promise<{ names: string[]; next: string | undefined }>,
): Promise<string[]> =>
  withClient(BigqueryClient.open(connection, bounds), async (client) => {
    const found: string[] = []
    for (let pageToken: string | undefined = ''; pageToken !== undefined && found.length < mostPlaces;) {
      const { names, next }: { names: string[]; next: string | undefined } = await page(client, pageToken)
      found.push(...names)
      pageToken = next
    }
    return found.slice(0, mostPlaces).sort()
  })

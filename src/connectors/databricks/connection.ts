import type { Cell } from '../../kernel/cell.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { ConnectionValues, SessionBounds } from '../connector.ts'
import { connectByRequests } from '../shared/connect-by-requests.ts'
import { Renewed, type Lasting } from '../shared/renewed.ts'
import { gathered } from '../shared/rows.ts'
import { invalid } from '../shared/server-address.ts'
import { DatabricksRefusal } from './answer.ts'
import { DatabricksClient, type Place } from './client.ts'
import { DatabricksRequests, defaultPort } from './requests.ts'
import { ResultLinks } from './result-links.ts'

/** A warehouse that has stopped is started by the first statement, which may take minutes. */
const startSeconds = 300
/** What was found out about the settings of a warehouse is not asked for again so soon: 5 minutes beside those that `Renewed` holds back. */
const settledMs = 10 * 60_000
const settled = new Renewed<true>()

/** Names of the time zone in which SQL has to be computed. */
const utc = /^(?:(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)|Z|[-+]00:00)$/i

/**
 * The client of a connection, once its warehouse is seen to compute as the SQL needs it. Throws ServiceError as `connectToServer` does; without
 * a place statements name the catalog of their tables.
 */
export async function connectToDatabricks(
  connection: ConnectionValues,
  place: Place | null,
  bounds: SessionBounds,
): Promise<DatabricksClient> {
  const warehouse = warehouseOf(connection)
  return connectByRequests(connection, bounds, {
    title: 'Databricks',
    defaultPort,
    requests: (tls) => new DatabricksRequests(connection, tls),
    async greet(requests) {
      const clientAt = (where: Place | null): DatabricksClient =>
        new DatabricksClient(
          { requests, links: new ResultLinks(connection.host ?? '') },
          warehouse,
          where,
          bounds,
        )
      const { host, port } = connection
      const identity = [host, port, warehouse, requests.credentials.identity]
      await settled.value(identity, () => settledBy(clientAt(null)), bounds.signal)
      return clientAt(place)
    },
    isAnswer: (error) => error instanceof DatabricksRefusal,
  })
}

/** The id of a SQL warehouse, or the path by which the console of Databricks shows it. Throws ServiceError `invalid`. */
function warehouseOf({ parameters = {} }: ConnectionValues): string {
  const { warehouse } = parameters
  const [, id] =
    /^(?:\/?sql\/1\.0\/(?:warehouses|endpoints)\/)?([0-9a-z]{1,64})$/i.exec(
      typeof warehouse === 'string' ? warehouse : '',
    ) ?? []
  if (id !== undefined) return id
  throw invalid(
    'The parameter warehouse is the id of a SQL warehouse, such as 1234567890abcdef, or its HTTP path, such as /sql/1.0/warehouses/1234567890abcdef.',
  )
}

/** Statements cannot bring their settings along. Throws ServiceError `connection_failed` for a warehouse that computes otherwise. */
async function settledBy(client: DatabricksClient): Promise<Lasting<true>> {
  try {
    const zone = String(await answerTo(client, 'select current_timezone() as zone'))
    if (!utc.test(zone))
      throw refused(
        `The SQL warehouse computes in the time zone ${zone}. Set its parameter TIMEZONE to UTC, for the workspace or for this account.`,
      )
    if (await divides(client))
      throw refused(
        'The SQL warehouse answers NULL for numbers that do not fit. Set its parameter ANSI_MODE to true.',
      )
    return { value: true, lasts_ms: settledMs }
  } finally {
    client.close()
  }
}

/** True where a division by zero has an answer; with ANSI on it is refused. */
async function divides(client: DatabricksClient): Promise<boolean> {
  try {
    await answerTo(client, 'select 1 / 0 as none')
    return true
  } catch (error) {
    if (error instanceof DatabricksRefusal && error.sqlState === divisionByZero) return false
    throw error
  }
}

const divisionByZero = '22012'

async function answerTo(client: DatabricksClient, sql: string): Promise<Cell> {
  const signal = AbortSignal.timeout(startSeconds * 1000)
  const { batches, end } = client.send({ sql, parameters: [] }, null, signal)
  try {
    const { rows } = await gathered(batches)
    return rows[0]?.[0] ?? null
  } catch (error) {
    if (signal.aborted) await end()
    throw error
  }
}

const refused = (sentence: string): ServiceError => new ServiceError('connection_failed', sentence)

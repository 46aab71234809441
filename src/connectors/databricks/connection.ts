import { RunFailure, ServiceError } from '../../kernel/errors.ts'
import { StatementRefused, type ConnectionValues, type SessionBounds } from '../connector.ts'
import { sourceWords } from '../readable.ts'
import { hasNoTls } from '../shared/http-requests.ts'
import { Renewed } from '../shared/renewed.ts'
import { invalid } from '../shared/server-address.ts'
import { connectToServer } from '../shared/server-connection.ts'
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
  return connectToServer(connection, bounds, {
    title: 'Databricks',
    defaultPort,
    async connect(tls) {
      const requests = new DatabricksRequests(connection, tls)
      const wires = { requests, links: new ResultLinks(connection.host ?? '') }
      const client = new DatabricksClient(wires, warehouse, place, bounds)
      const { host, port } = connection
      const identity = [host, port, warehouse, requests.credentials.identity]
      try {
        await settled.value(
          identity,
          async () => {
            await requireSettings(new DatabricksClient(wires, warehouse, null, patient(bounds)))
            return { value: true, lasts_ms: settledMs }
          },
          bounds.signal,
        )
        return client
      } catch (error) {
        client.close()
        throw error
      }
    },
    socketOf: (path) => path,
    hasNoTls,
    isAnswer: (error) => error instanceof DatabricksRefusal || error instanceof RunFailure,
  })
}

const patient = (bounds: SessionBounds): SessionBounds => ({
  ...bounds,
  statement_timeout_seconds: Math.max(bounds.statement_timeout_seconds, startSeconds),
})

/** The id of a SQL warehouse, or the path by which the console of Databricks shows it. Throws ServiceError `invalid`. */
function warehouseOf({ parameters = {} }: ConnectionValues): string {
  const { warehouse } = parameters
  const [, id] = /^(?:\/?sql\/1\.0\/(?:warehouses|endpoints)\/)?([0-9a-z]{1,64})$/i.exec(String(warehouse)) ?? []
  if (id !== undefined) return id
  throw invalid(
    'The parameter warehouse is the id of a SQL warehouse, such as 1234567890abcdef, or its HTTP path, such as /sql/1.0/warehouses/1234567890abcdef.',
  )
}

/** Statements cannot bring their settings along. Throws ServiceError `connection_failed` for a warehouse that computes otherwise. */
async function requireSettings({ statements }: DatabricksClient): Promise<void> {
  const { rows } = await statements.read('select current_timezone() as zone')
  const zone = String(rows[0]?.[0])
  if (!utc.test(zone))
    throw new ServiceError(
      'connection_failed',
      `The SQL warehouse computes in the time zone ${zone}. Set its parameter TIMEZONE to UTC, for the workspace or for this account.`,
    )
  if (!(await divides(statements))) return
  throw new ServiceError(
    'connection_failed',
    'The SQL warehouse answers NULL for numbers that do not fit. Set its parameter ANSI_MODE to true.',
  )
}

/** True where a division by zero has an answer; with ANSI on it is refused. */
async function divides(statements: DatabricksClient['statements']): Promise<boolean> {
  try {
    await statements.read('select 1 / 0 as none')
    return true
  } catch (error) {
    const refusal = error instanceof RunFailure ? error.cause : null
    if (refusal instanceof StatementRefused && /by zero/i.test(sourceWords(refusal))) return false
    throw error
  }
}

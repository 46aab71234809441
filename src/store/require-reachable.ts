import { Client, DatabaseError } from 'pg'
import { messageOf } from '../kernel/errors.ts'

const connectMilliseconds = 10_000

/** Connects once. Throws a sentence, without the password, about a database that is down or refuses the connection. */
export async function requireReachable(databaseUrl: string): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMilliseconds,
    application_name: 'assay-service',
  })
  const { host, port, database = '', user = '' } = client
  try {
    await client.connect()
  } catch (error) {
    throw new Error(`The database of DATABASE_URL ${reason(error, `${host}:${port}`, database, user)}`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => undefined)
  }
}

function reason(error: unknown, place: string, database: string, user: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known: Record<string, string> = {
    ECONNREFUSED: `is down: nothing answers at ${place}. Start it, or correct DATABASE_URL.`,
    ENOTFOUND: `cannot be found: there is no host of ${place}. Correct DATABASE_URL.`,
    EAI_AGAIN: `cannot be found: the name in ${place} could not be looked up. Check the network, or correct DATABASE_URL.`,
    '28P01': `at ${place} refuses the password of the user "${user}". Correct DATABASE_URL.`,
    '28000': `at ${place} does not let the user "${user}" in. Correct DATABASE_URL, or its pg_hba.conf.`,
    '3D000': `is missing: ${place} has no database "${database}". Create it, or correct DATABASE_URL.`,
    '53300': `at ${place} has no connection left. Close some, or raise its max_connections.`,
    '57P03': `at ${place} is starting or stopping. Try again shortly.`,
  }
  const sentence = known[code]
  if (sentence) return sentence
  if (!(error instanceof DatabaseError) && /timeout|ETIMEDOUT/i.test(messageOf(error) + code)) {
    return `does not answer: no connection to ${place} within ${connectMilliseconds / 1000} seconds. Check the network, or correct DATABASE_URL.`
  }
  return `at ${place} cannot be used: ${messageOf(error) || code}.`
}

import type { Pool } from 'pg'
import { ServiceError } from '../kernel/errors.ts'

/** The time within which the database must answer, milliseconds. */
const patience = 5000

/** Throws `unavailable` when the database of the service does not answer. */
export async function requireDatabase(pool: Pool): Promise<void> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(new Error(`No answer within ${patience} ms.`)), patience)
  try {
    await Promise.race([pool.query('select 1'), silence.promise])
  } catch (cause) {
    throw new ServiceError('unavailable', 'The database of the service does not answer; try again shortly.', {
      cause,
    })
  } finally {
    clearTimeout(timer)
  }
}

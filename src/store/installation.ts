import { sql } from 'kysely'
import type { SecretBox } from '../kernel/secret-box.ts'
import { writeFirstHead } from './audit-head.ts'
import { lockedEnd } from './audit.ts'
import { stateClock } from './clock.ts'
import type { Queryable, Store } from './pool.ts'

const sealedFor = 'installation'
/** The sealed text of a database before its audit log is sealed. */
const unsealed = 'assay'

/** Since when the end of the audit log is sealed, and how many entries were there before. */
export interface AuditSealing {
  since: string
  entries_before: number
}

/** Remembers the secret key of a new database by a sealed text; throws a sentence when it was set up with another key. */
export async function requireSameKey(store: Store, secrets: SecretBox): Promise<void> {
  await store.database
    .insertInto('installation')
    .values({ key_check: secrets.seal(unsealed, sealedFor) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key_check } = await store.database
    .selectFrom('installation')
    .select('key_check')
    .executeTakeFirstOrThrow()
  try {
    secrets.open(key_check, sealedFor)
  } catch (error) {
    throw new Error(
      'The secret key is not the one that this database was set up with, so its stored passwords could not be read. Set ASSAY_SECRET_KEY to that key, or restore the file secret-key of the ASSAY_HOME that set it up.',
      { cause: error },
    )
  }
}

/**
 * Seals the end of the audit log as it stands, once in the life of a database. That it was done is written into the text that
 * is sealed with the secret key: nobody without the key can make the service do it again, so a head that is missing later is
 * not replaced.
 */
export async function sealAuditOnce(store: Store, secrets: SecretBox): Promise<void> {
  await store.database.transaction().execute(async (transaction) => {
    await sql`select from installation for update`.execute(transaction)
    if ((await auditSealing(transaction, secrets)) !== null) return
    const { now: since, end } = await lockedEnd(transaction, stateClock)
    const sealing: AuditSealing = { since, entries_before: end.id }
    await writeFirstHead(transaction, secrets, end)
    await transaction
      .updateTable('installation')
      .set({ key_check: secrets.seal(JSON.stringify(sealing), sealedFor) })
      .execute()
  })
}

/** Null as long as the log is not sealed. */
export async function auditSealing(
  database: Queryable,
  secrets: Pick<SecretBox, 'open'>,
): Promise<AuditSealing | null> {
  const row = await database.selectFrom('installation').select('key_check').executeTakeFirst()
  const said = row ? secrets.open(row.key_check, sealedFor) : unsealed
  // Written by sealAuditOnce.
  return said === unsealed ? null : (JSON.parse(said) as AuditSealing)
}

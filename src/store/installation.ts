import type { SecretBox } from '../kernel/secret-box.ts'
import type { Store } from './pool.ts'

const place = 'installation'

/** Remembers the secret key of a new database by a sealed text; throws a sentence when it was set up with another key. */
export async function requireSameKey(store: Store, secrets: SecretBox): Promise<void> {
  await store.database
    .insertInto('installation')
    .values({ key_check: secrets.seal('assay', place) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key_check } = await store.database
    .selectFrom('installation')
    .select('key_check')
    .executeTakeFirstOrThrow()
  try {
    secrets.open(key_check, place)
  } catch (error) {
    throw new Error(
      'The secret key is not the one that this database was set up with, so its stored passwords could not be read. Set ASSAY_SECRET_KEY to that key, or restore the file secret-key of the ASSAY_HOME that set it up.',
      { cause: error },
    )
  }
}

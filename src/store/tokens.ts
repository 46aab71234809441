import type { Insertable } from 'kysely'
import type { Role } from '../model/principal.ts'
import type { Clock } from './clock.ts'
import { deleteRow } from './delete-row.ts'
import type { Queryable } from './pool.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'
import { snapshotText } from './snapshot.ts'

/** An active token's row and its user. */
export interface TokenHolder {
  token_id: number
  last_used: string | null
  user_name: string
  role: Role
  /** The time at which it was looked for. */
  now: string
  /** The transactions that had ended then, see `snapshotText`. */
  snapshot: string
}

/** The time by which the time of last use may lag, so that reading does not write at every request. */
const useLagMilliseconds = 60_000

/** The token as it is now, undefined when it was revoked or its user deleted. One statement: every request begins with it. */
export function findTokenHolder(
  database: Queryable,
  clock: Clock,
  userId: number,
  key: string,
): Promise<TokenHolder | undefined> {
  return database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .modifyFront(prepared)
    .select(['tokens.id as token_id', 'tokens.last_used', 'users.user_name', 'users.role'])
    .select([clock.inStatement().as('now'), snapshotText.as('snapshot')])
    .where('tokens.key', '=', key)
    .where('tokens.user_id', '=', userId)
    .where('tokens.active', '=', true)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Sets the time of last use of the token and of its user, at most once a minute for each token. */
export async function noteTokenUse(
  database: Queryable,
  { token_id, last_used, now }: TokenHolder,
): Promise<void> {
  if (last_used !== null && Date.parse(now) - Date.parse(last_used) < useLagMilliseconds) return
  await database.updateTable('tokens').set({ last_used: now }).where('id', '=', token_id).execute()
  // A statement of its own: one that held both rows could stand against the deletion of a user, which takes them the other way round.
  await database
    .updateTable('users')
    .set({ last_login: now })
    .where('id', '=', (from) => from.selectFrom('tokens').select('user_id').where('tokens.id', '=', token_id))
    .execute()
}

/** Rows of tokens with their users, newest first. */
function shownTokens(database: Queryable) {
  return database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id',
      'tokens.name',
      'tokens.created',
      'tokens.active',
      'tokens.expiration',
      'tokens.last_used',
      'users.id as user_id',
      'users.user_name',
      'users.email',
      'users.name as user_full_name',
      'users.role',
      'users.user_type',
    ])
    .orderBy('tokens.created', 'desc')
    .orderBy('tokens.id', 'desc')
}

/** A token as it is shown, with its user. */
export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** Undefined when there is no such token. */
export async function findToken(database: Queryable, id: number) {
  return shownTokens(database).where('tokens.id', '=', id).executeTakeFirst()
}

/** The user's tokens, newest first. */
export function listTokensOf(database: Queryable, userId: number): Promise<TokenRow[]> {
  return shownTokens(database).where('users.id', '=', userId).execute()
}

/** The tokens of all service users, newest first. */
export function listServiceTokens(database: Queryable): Promise<TokenRow[]> {
  return shownTokens(database).where('users.user_type', '=', 'Service').execute()
}

/** Returns its id. */
export async function insertToken(
  transaction: Queryable,
  columns: Insertable<Database['tokens']>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('tokens')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lets the token work, or not. */
export async function setTokenActive(transaction: Queryable, id: number, active: boolean): Promise<void> {
  await transaction.updateTable('tokens').set({ active }).where('id', '=', id).execute()
}

/** Its name is free again. False: it is gone. */
export function deleteToken(transaction: Queryable, id: number): Promise<boolean> {
  return deleteRow(transaction, 'tokens', id)
}

/** The user's token of this name; nothing happens when there is none. */
export async function deleteTokenNamed(transaction: Queryable, userId: number, name: string): Promise<void> {
  await transaction.deleteFrom('tokens').where('user_id', '=', userId).where('name', '=', name).execute()
}

/** The token when it stands for one sign-in by a provider; nothing happens with others. */
export async function deleteSignInToken(transaction: Queryable, id: number): Promise<void> {
  await transaction.deleteFrom('tokens').where('id', '=', id).where('is_sign_in', '=', true).execute()
}

/** The tokens of the user's earlier sign-ins by a provider that have expired at this time. */
export async function deleteEndedSignIns(transaction: Queryable, userId: number, now: string): Promise<void> {
  await transaction
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('is_sign_in', '=', true)
    .where('expiration', '<=', now)
    .execute()
}

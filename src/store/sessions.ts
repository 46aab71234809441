import type { Clock } from './clock.ts'
import type { Queryable } from './pool.ts'
import { snapshotText } from './snapshot.ts'
import type { TokenHolder } from './tokens.ts'

/** The user that a session stands for, by the row of its token. */
export interface SessionHolder extends TokenHolder {
  user_id: number
}

/** A token that lets its user in now. */
export interface WorkingToken {
  user_id: number
  user_name: string
  name: string
  /** Null: never. */
  expiration: string | null
}

/** Sessions that one token keeps; the oldest goes when there is one more. */
const mostSessions = 100

/** Tokens that let somebody in now, with their users. */
function workingTokens(database: Queryable, clock: Clock) {
  return database
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('tokens.expiration', 'is', null),
        where('tokens.expiration', '>', clock.inStatement()),
      ]),
    )
}

/** Undefined when it ended, or its token was revoked or has expired, or its user was deleted. One statement: every request begins with it. */
export function findSessionHolder(
  database: Queryable,
  clock: Clock,
  secretHash: string,
): Promise<SessionHolder | undefined> {
  return workingTokens(database, clock)
    .innerJoin('sessions', 'sessions.token_id', 'tokens.id')
    .select([
      'tokens.id as token_id',
      'tokens.last_used',
      'users.id as user_id',
      'users.user_name',
      'users.role',
    ])
    .select([clock.inStatement().as('now'), snapshotText.as('snapshot')])
    .where('sessions.secret_hash', '=', secretHash)
    .where('sessions.expires', '>', clock.inStatement())
    .executeTakeFirst()
}

/** Undefined when it is revoked or has expired, or its user was deleted. */
export function findWorkingToken(
  database: Queryable,
  clock: Clock,
  tokenId: number,
): Promise<WorkingToken | undefined> {
  return workingTokens(database, clock)
    .select(['users.id as user_id', 'users.user_name', 'tokens.name', 'tokens.expiration'])
    .where('tokens.id', '=', tokenId)
    .executeTakeFirst()
}

/** Keeps a session, and returns its id; what has expired goes, and of this token the oldest beyond a hundred. */
export async function insertSession(
  transaction: Queryable,
  session: { token_id: number; secret_hash: string; created: string; expires: string },
): Promise<number> {
  const { id } = await transaction
    .insertInto('sessions')
    .values(session)
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('expires', '<=', session.created),
        where('id', '=', (from) =>
          from
            .selectFrom('sessions as newer')
            .select('newer.id')
            .where('newer.token_id', '=', session.token_id)
            .orderBy('newer.id', 'desc')
            .offset(mostSessions)
            .limit(1),
        ),
      ]),
    )
    .execute()
  return id
}

/** Ends the session of this secret; undefined when there is none. */
export function deleteSession(
  transaction: Queryable,
  secretHash: string,
): Promise<{ id: number; token_id: number; user_id: number; user_name: string } | undefined> {
  return transaction
    .deleteFrom('sessions')
    .using('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .whereRef('tokens.id', '=', 'sessions.token_id')
    .where('sessions.secret_hash', '=', secretHash)
    .returning(['sessions.id', 'sessions.token_id', 'users.id as user_id', 'users.user_name'])
    .executeTakeFirst()
}

/** Ends all sessions of a token, and the codes that would open others. */
export async function deleteSessionsOf(transaction: Queryable, tokenId: number): Promise<void> {
  await transaction.deleteFrom('sessions').where('token_id', '=', tokenId).execute()
  await transaction.deleteFrom('sign_in_codes').where('token_id', '=', tokenId).execute()
}

/** Keeps a code; those that have expired go. */
export async function insertCode(
  transaction: Queryable,
  clock: Clock,
  code: { token_id: number; code_hash: string; expires: string },
): Promise<void> {
  await transaction.deleteFrom('sign_in_codes').where('expires', '<=', clock.inStatement()).execute()
  await transaction.insertInto('sign_in_codes').values(code).execute()
}

/** Takes the code away, so that only one of those who have it gets its token's id; undefined for one that is used, expired or unknown. */
export async function takeCode(
  transaction: Queryable,
  clock: Clock,
  codeHash: string,
): Promise<number | undefined> {
  const taken = await transaction
    .deleteFrom('sign_in_codes')
    .where('code_hash', '=', codeHash)
    .where('expires', '>', clock.inStatement())
    .returning('token_id')
    .executeTakeFirst()
  return taken?.token_id
}

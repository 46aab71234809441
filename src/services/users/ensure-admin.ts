import { within } from '../../access/within.ts'
import type { Environment } from '../../access/context.ts'
import { authenticate } from '../../access/authenticate.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { deleteTokenNamed } from '../../store/tokens.ts'
import { findUserNamed, insertUser, lockUserNames } from '../../store/users.ts'
import { recordAudit } from '../../access/audit.ts'
import { issueToken } from '../tokens/create.ts'

const userName = 'admin'

/**
 * A token of `admin` for the operator of this service, or null when `current` (the text of the token file, null without
 * one) still works or there is no `admin` any more. Makes the user when there is none. `tokenName` is one per home: a new
 * token takes the place of the lost one.
 */
export async function ensureAdmin(
  environment: Pick<Environment, 'store' | 'secrets' | 'clock'>,
  current: string | null,
  tokenName: string,
): Promise<string | null> {
  const admin = await findOrMakeAdmin(environment)
  if (admin.deleted_at !== null || (current !== null && (await works(environment, current)))) return null
  return within(environment, async (transaction) => {
    await deleteTokenNamed(transaction, admin.id, tokenName)
    const { id, bearer_token } = await issueToken(environment, admin.id, tokenName, null, transaction)
    const principal = {
      user_id: admin.id,
      user_name: userName,
      role: 'Admin' as const,
      actor: { kind: 'user' as const },
    }
    await recordAudit({ ...environment, principal }, transaction, {
      action: 'create_token',
      resource_type: 'user_token',
      resource_id: id,
      details: { name: tokenName, user_id: admin.id, expires_in_days: null },
    })
    return bearer_token
  })
}

async function findOrMakeAdmin(environment: Pick<Environment, 'store'>) {
  return within(environment, async (transaction) => {
    // Services that start together on a new database take turns here.
    await lockUserNames(transaction)
    const found = await findUserNamed(transaction, userName)
    if (found) return found
    const id = await insertUser(transaction, { user_name: userName, name: 'Administrator', role: 'Admin' })
    return { id, deleted_at: null }
  })
}

async function works(environment: Pick<Environment, 'store' | 'secrets' | 'clock'>, token: string) {
  try {
    await authenticate(environment, token)
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unauthenticated') return false
    throw error
  }
}

import { randomUUID } from 'node:crypto'
import { recordAudit, type NewAuditEntry } from '../../access/audit.ts'
import type { Visitor } from '../../access/context.ts'
import { admitPerson, type Claims } from '../../access/oidc/admission.ts'
import type { IdentityProvider } from '../../access/oidc/provider.ts'
import { makeSecret } from '../../access/session.ts'
import { within } from '../../access/within.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import { insertCode } from '../../store/sessions.ts'
import { deleteEndedSignIns, insertToken } from '../../store/tokens.ts'
import { enterUser, type EnteredUser } from '../users/by-provider.ts'

/** A page of our own trades the code at once; this is for slow lines. */
const codeMilliseconds = 60_000

/**
 * Lets in whom the provider has vouched for: makes or renews the user, and returns a code that opens one session, which lasts for
 * the provider's `session_hours`. Throws `forbidden`, with a sentence for the person, for who may not come in.
 */
export async function signInByProvider(
  visitor: Visitor,
  provider: IdentityProvider,
  claims: Claims,
): Promise<string> {
  const person = admitPerson(provider.rules, claims)
  const identity = { issuer: provider.issuer, subject: claims.sub }
  const { code, entered } = await within(visitor, async (transaction) => {
    const found = await enterUser(visitor, transaction, identity, person)
    return { code: await makeCode(visitor, transaction, provider, found), entered: found }
  })
  for (const team of entered.missing_teams) {
    visitor.log.warn(
      { user_id: entered.id },
      `ASSAY_OIDC_TEAMS names the team "${team}", which there is not; make it, and people enter it when they sign in again.`,
    )
  }
  if (entered.stays_admin) {
    visitor.log.warn(
      { user_id: entered.id },
      'The provider would take the role Admin from the only Admin, who keeps it; make another one first.',
    )
  }
  return code
}

/** The session that the code opens belongs to a token that nobody has, so that it is seen, revoked and ended as others are. */
async function makeCode(
  visitor: Visitor,
  transaction: OpenTransaction,
  { label, issuer, session_hours }: IdentityProvider,
  { id: user_id, user_name, entries }: EnteredUser,
): Promise<string> {
  const { clock } = visitor
  const now = await clock.now(transaction)
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
  await deleteEndedSignIns(transaction, user_id, now.toISOString())
  const key = randomUUID()
  const name = `Sign-in by ${label}, ${now.toISOString().slice(0, 16).replace('T', ' ')} (${key.slice(0, 8)})`
  const token_id = await insertToken(transaction, {
    user_id,
    name,
    key,
    created: now.toISOString(),
    expiration: after(session_hours * 3_600_000),
    is_sign_in: true,
  })
  const { secret, hash } = makeSecret()
  await insertCode(transaction, clock, { token_id, code_hash: hash, expires: after(codeMilliseconds) })
  const signedIn: NewAuditEntry = {
    action: 'create_sign_in_code',
    resource_type: 'user_token',
    resource_id: token_id,
    details: { name, issuer },
  }
  await recordAudit({ ...visitor, principal: { user_id, user_name } }, transaction, ...entries, signedIn)
  return secret
}

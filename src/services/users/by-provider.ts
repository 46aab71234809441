import { createHash } from 'node:crypto'
import type { NewAuditEntry } from '../../access/audit.ts'
import type { Visitor } from '../../access/context.ts'
import type { AdmittedPerson } from '../../access/oidc/admission.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Role } from '../../model/principal.ts'
import type { OpenTransaction } from '../../store/pool.ts'
import {
  findUnidentified,
  insertIdentity,
  lockIdentifiedUser,
  setTeamsOf,
  type IdentifiedUser,
} from '../../store/user-identities.ts'
import { insertUser, lockUserNames, setUser } from '../../store/users.ts'
import { refuseTakenName } from './unique-name.ts'
import { isOnlyAdmin } from './update.ts'

/** A user who comes by a provider, and what is to be noted and told of it. */
export interface EnteredUser {
  id: number
  user_name: string
  /** For the audit log, in the user's own name. */
  entries: NewAuditEntry[]
  /** Teams of the settings that there are not. */
  missing_teams: string[]
  /** True when the provider would have taken the role from the only Admin. */
  stays_admin: boolean
}

interface Identity {
  issuer: string
  /** The person's id at the issuer. */
  subject: string
}

/**
 * The user of this identity: the one who came with it before, else the only one with the verified e-mail address, else a new one.
 * Renews what the provider decides. Throws `forbidden` when the user was deleted.
 */
export async function enterUser(
  { clock }: Visitor,
  transaction: OpenTransaction,
  identity: Identity,
  person: AdmittedPerson,
): Promise<EnteredUser> {
  // People take turns, so that one who comes by two browsers at first is made once.
  await lockUserNames(transaction)
  const known = await lockIdentifiedUser(transaction, identity.issuer, identity.subject)
  const created = (await clock.now(transaction)).toISOString()
  const user = known ?? (await linkedUser(transaction, identity, person, created))
  if (user?.deleted_at) {
    throw new ServiceError('forbidden', 'Your user was deleted here; ask an Admin of this service.')
  }
  if (!user) return newUser(transaction, identity, person, created)
  const stays_admin =
    user.role === 'Admin' &&
    person.role !== null &&
    person.role !== 'Admin' &&
    (await isOnlyAdmin(transaction, user.id))
  const role = stays_admin || person.role === null ? user.role : person.role
  if (role !== user.role) await setUser(transaction, user.id, { role })
  const { changed, missing } = await setTeamsOf(transaction, user.id, person.teams)
  const isRenewed = role !== user.role || changed
  return {
    id: user.id,
    user_name: user.user_name,
    entries: isRenewed ? [renewal(user.id, role, person, identity)] : [],
    missing_teams: missing,
    stays_admin,
  }
}

/** Undefined unless the address, which is the person's own, belongs to exactly one person here. */
async function linkedUser(
  transaction: OpenTransaction,
  { issuer, subject }: Identity,
  { email }: AdmittedPerson,
  created: string,
): Promise<IdentifiedUser | undefined> {
  if (email === null) return undefined
  const [user, ...others] = await findUnidentified(transaction, issuer, email)
  if (!user || others.length > 0) return undefined
  await insertIdentity(transaction, { issuer, subject, user_id: user.id, created })
  return user
}

async function newUser(
  transaction: OpenTransaction,
  identity: Identity,
  person: AdmittedPerson,
  created: string,
): Promise<EnteredUser> {
  const user_name = await freeName(transaction, identity, person.names)
  const role = person.role ?? 'Member'
  const { email, full_name: name } = person
  const id = await insertUser(transaction, { user_name, email, name, role })
  await insertIdentity(transaction, { ...identity, user_id: id, created })
  const { missing } = await setTeamsOf(transaction, id, person.teams)
  return {
    id,
    user_name,
    entries: [
      {
        action: 'create_user',
        resource_type: 'user',
        resource_id: id,
        details: { user_name, role, teams: person.teams.in, issuer: identity.issuer },
      },
    ],
    missing_teams: missing,
    stays_admin: false,
  }
}

function renewal(id: number, role: Role, { teams }: AdmittedPerson, { issuer }: Identity): NewAuditEntry {
  return {
    action: 'update_user',
    resource_type: 'user',
    resource_id: id,
    details: { changed: ['role', 'teams'], role, teams: teams.in, issuer },
  }
}

/** The first of the names that nobody has, or had; else one that the identity alone gives. */
async function freeName(
  transaction: OpenTransaction,
  { issuer, subject }: Identity,
  names: readonly string[],
): Promise<string> {
  for (const name of names) {
    try {
      await refuseTakenName(transaction, name)
      return name
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
    }
  }
  const digest = createHash('sha256').update(`${issuer} ${subject}`).digest('hex')
  return `person-${digest.slice(0, 12)}`
}

import { ServiceError } from '../../kernel/errors.ts'
import type { Role } from '../../model/principal.ts'
import type { SignInSettings } from './settings.ts'

/** What the provider says of a person who signed in, checked to be from it and for us. */
export interface Claims {
  /** The person's id, unique at the issuer. */
  sub: string
  [name: string]: unknown
}

/** Whom the settings let in, and as what. */
export interface AdmissionRules {
  /** Domains and addresses in small letters; empty: everybody. */
  allowed: readonly string[]
  trusts_email: boolean
  groups_claim: string
  /** Empty: roles are given by hand. */
  roles: readonly { group: string; role: Role }[]
  refuses_others: boolean
  /** `team` is a team's name. */
  teams: readonly { group: string; team: string }[]
}

/** What a person is, by what the provider says and the settings make of it. */
export interface AdmittedPerson {
  /** The names to call the user by, the best first. */
  names: string[]
  full_name: string | null
  /** Null unless it is known to be the person's own. */
  email: string | null
  /** Null: the role is not decided by the provider. */
  role: Role | null
  /** Names of teams to be in, and of those to be out of; other teams are not decided by the provider. */
  teams: { in: string[]; out: string[] }
}

/** From the settings; see there what each means. */
export function admissionRules(
  settings: Pick<
    SignInSettings,
    'oidcAllowed' | 'oidcTrustEmail' | 'oidcGroupsClaim' | 'oidcRoles' | 'oidcOthers' | 'oidcTeams'
  >,
): AdmissionRules {
  return {
    allowed: settings.oidcAllowed.map((entry) => entry.toLowerCase().replace(/^@/, '')),
    trusts_email: settings.oidcTrustEmail === 'yes',
    groups_claim: settings.oidcGroupsClaim,
    // The schema of the setting has looked at the right side.
    roles: settings.oidcRoles.map(pairOf).map(([group, role]) => ({ group, role: role as Role })),
    refuses_others: settings.oidcOthers === 'refuse',
    teams: settings.oidcTeams.map(pairOf).map(([group, team]) => ({ group, team })),
  }
}

function pairOf(entry: string): [string, string] {
  const [group = '', ...right] = entry.split('=')
  return [group.trim(), right.join('=').trim()]
}

const lowestFirst: readonly Role[] = ['Member', 'Manager', 'Admin']

/** Throws `forbidden`, with a sentence for the person, for who may not come in. */
export function admitPerson(rules: AdmissionRules, claims: Claims): AdmittedPerson {
  const email = verifiedEmail(rules, claims)
  requireAllowed(rules, email)
  const groups = groupsOf(rules, claims)
  const role = roleOf(rules, groups)
  const named = [...new Set(rules.teams.map(({ team }) => team))]
  const belongs = new Set(rules.teams.filter(({ group }) => groups.has(group)).map(({ team }) => team))
  return {
    names: [textOf(claims['preferred_username']), email].filter((name) => name !== null),
    full_name: textOf(claims['name']),
    email,
    role,
    teams: { in: [...belongs], out: named.filter((team) => !belongs.has(team)) },
  }
}

function verifiedEmail({ trusts_email }: AdmissionRules, claims: Claims): string | null {
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true'
  return isVerified || (trusts_email && claims['email_verified'] === undefined)
    ? textOf(claims['email'])
    : null
}

function requireAllowed({ allowed }: AdmissionRules, email: string | null): void {
  if (allowed.length === 0) return
  if (email === null) {
    throw new ServiceError(
      'forbidden',
      'Your e-mail address is not verified by the provider, and only verified ones are let in here; have it verified there.',
    )
  }
  const address = email.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (allowed.includes(address) || allowed.includes(domain)) return
  throw new ServiceError(
    'forbidden',
    `${email} is not among the addresses that may sign in here; ask whoever runs this service.`,
  )
}

/** Of a name with dots the claim of that name, else the member at the end of that path. */
function groupsOf({ groups_claim }: AdmissionRules, claims: Claims): Set<string> {
  const memberOf = (from: unknown, name: string): unknown =>
    typeof from === 'object' && from !== null && Object.hasOwn(from, name)
      ? (from as Record<string, unknown>)[name]
      : undefined
  const found =
    memberOf(claims, groups_claim) ?? groups_claim.split('.').reduce<unknown>(memberOf, claims) ?? []
  const list = Array.isArray(found) ? (found as unknown[]) : [found]
  return new Set(list.filter((group) => typeof group === 'string'))
}

function roleOf({ roles, refuses_others }: AdmissionRules, groups: ReadonlySet<string>): Role | null {
  if (roles.length === 0) return null
  const given = new Set(roles.filter(({ group }) => groups.has(group)).map(({ role }) => role))
  const highest = lowestFirst.findLast((role) => given.has(role))
  if (highest !== undefined) return highest
  if (!refuses_others) return 'Member'
  throw new ServiceError(
    'forbidden',
    'You are in none of the groups that may sign in here; ask whoever runs this service.',
  )
}

/** Null for what is no text, is empty, or is longer than a user's members are. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 255 ? value.trim() : null
}

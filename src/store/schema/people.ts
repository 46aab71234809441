import type { Generated } from 'kysely'
import type { AuditAction, AuditResource } from '../../model/audit.ts'
import type { Role, TeamPermission } from '../../model/principal.ts'
import type { UserType } from '../../model/user.ts'
import type { Json, Time } from './columns.ts'

interface Users {
  id: Generated<number>
  user_name: string
  email: string | null
  name: string | null
  role: Role
  user_type: Generated<UserType>
  created: Generated<Time>
  last_login: Time | null
  deleted_at: Time | null
}

interface Teams {
  id: Generated<number>
  name: string
  description: string | null
  permission: TeamPermission
  created: Generated<Time>
}

interface Tokens {
  id: Generated<number>
  user_id: number
  name: string
  key: string
  active: Generated<boolean>
  created: Generated<Time>
  expiration: Time | null
  last_used: Time | null
  /** True when it stands for one sign-in by a provider: nobody was ever given the token. */
  is_sign_in: Generated<boolean>
}

/** A browser that signed in with a token. */
interface Sessions {
  id: Generated<number>
  token_id: number
  /** SHA-256 of the cookie's secret, hexadecimal. */
  secret_hash: string
  created: Time
  expires: Time
}

interface SignInCodes {
  /** SHA-256 of the code, hexadecimal. */
  code_hash: string
  token_id: number
  expires: Time
}

interface AuditLogs {
  id: number
  created: Time
  user_id: number
  user_name: string
  action: AuditAction
  resource_type: AuditResource
  resource_id: number
  /** JSON text, as it was hashed. */
  details: string
  endpoint: string | null
  ip_address: string | null
  previous_hash: string
  hash: string
}

/** The newest entry of the log; see audit-head.ts. */
interface AuditHead {
  one: Generated<boolean>
  id: number
  hash: string
  seal: string
}

interface Installation {
  id: Generated<boolean>
  key_check: string
  created: Generated<Time>
}

interface InboxMessages {
  id: Generated<number>
  delivery_id: string
  message: string
  created: Generated<Time>
  /** Null: it is for everybody. */
  datastore_id: number | null
}

/** Configuration that was applied from files. */
interface ConfigApplies {
  id: Generated<number>
  user_id: number
  created: Time
  ended: Time | null
  digest: string
  files: Json<{ path: string; digest: string }[]>
  git_commit: string | null
  git_dirty: boolean | null
  prune: boolean
  done: number | null
  refused: number | null
  unchanged: number | null
}

/** The tables of users, teams, tokens, sessions, the audit log and the inbox. */
export interface PeopleTables {
  users: Users
  teams: Teams
  team_users: { team_id: number; user_id: number }
  favorite_datastores: { user_id: number; datastore_id: number }
  tokens: Tokens
  sessions: Sessions
  sign_in_codes: SignInCodes
  user_identities: { issuer: string; subject: string; user_id: number; created: Time }
  team_datastores: { team_id: number; datastore_id: number }
  audit_head: AuditHead
  config_applies: ConfigApplies
  audit_logs: AuditLogs
  inbox_messages: InboxMessages
  inbox_readers: { message_id: number; user_id: number }
  installation: Installation
}

import type { Line } from './store-types.ts'
import type { Typed } from './request.ts'

/** A way in which a connection signs in, with the members that this way alone needs. */
export interface SignIn {
  /** What is chosen; unlike that of other ways of the type. */
  name: string
  word: string
  /** The parameter of the connection that names the way, see StoreType; null: it says nothing. */
  parameter: string | null
  /** True: the service has to allow it, as it uses what its machine is known by (default: false). */
  isOfMachine?: boolean
  lines: readonly Line[]
}

/** Where the chosen way stands among what was typed. It is no member of the request. */
export const signInMember = 'sign_in'
/** The parameter that names the way, unless a type has another one for it. */
export const usualSignInParameter = 'credentials'
/** The choice by which a stored connection goes on to sign in as it does; its secrets are not touched. */
export const keptSignIn = 'kept'

/** The way that was chosen, at first the first one; null: the type has no choice, or a stored connection keeps its own. */
export function signInOf({ sign_ins = [] }: { sign_ins?: readonly SignIn[] }, typed: Typed): SignIn | null {
  const chosen = typed[signInMember]
  if (chosen === keptSignIn) return null
  return sign_ins.find(({ name }) => name === chosen) ?? sign_ins[0] ?? null
}

const accessKey: Line = {
  member: 'connection.access_key',
  label: 'Access key',
  example: null,
  isSecret: true,
  isRequired: true,
}
const secretKey: Line = { ...accessKey, member: 'connection.secret_key', label: 'Secret key' }

/** A way that needs what the machine of the service has, which the service has to allow. */
const machine = (name: string, word: string, lines: readonly Line[] = []): SignIn => ({
  name,
  word,
  parameter: name,
  isOfMachine: true,
  lines,
})

/** The ways into the services of AWS; a role is taken with any of them. */
export const s3SignIns: readonly SignIn[] = [
  {
    name: 'keys',
    word: 'keys',
    parameter: null,
    lines: [
      accessKey,
      secretKey,
      {
        member: 'connection.session_token',
        label: 'Session token, of keys that end',
        example: null,
        isSecret: true,
      },
    ],
  },
  machine('profile', 'a profile of the service’s machine', [
    { member: 'connection.parameters.profile', label: 'Profile', example: 'default' },
  ]),
  machine('web_identity', 'the web identity of the service’s machine'),
  machine('container', 'the role of the service’s container (ECS, EKS)'),
  machine('instance', 'the role of the service’s machine (EC2)'),
]

/** The ways into Google Cloud Storage. */
export const gcsSignIns: readonly SignIn[] = [
  { name: 'keys', word: 'an HMAC key', parameter: null, lines: [accessKey, secretKey] },
  {
    name: 'service_account',
    word: 'a service account',
    parameter: null,
    lines: [
      {
        member: 'connection.credentials_payload',
        label: 'Text of the JSON file of its key',
        example: null,
        isSecret: true,
        isRequired: true,
      },
    ],
  },
  machine('instance', 'the service account of the service’s machine'),
]

const clientId: Line = { member: 'connection.access_key', label: 'Client id', example: null }
const otherIdentity: Line = { ...clientId, label: 'Client id, of another identity than the usual one' }

/** The ways into Azure Blob Storage. */
export const abfsSignIns: readonly SignIn[] = [
  {
    name: 'keys',
    word: 'a key or shared access signature of the account',
    parameter: null,
    lines: [
      { ...clientId, label: 'Storage account', example: 'mycompany', isRequired: true },
      { ...secretKey, label: 'Key of the account, or shared access signature' },
    ],
  },
  {
    name: 'application',
    word: 'an application of Microsoft Entra',
    parameter: null,
    lines: [
      {
        member: 'connection.parameters.tenant_id',
        label: 'Tenant of the application',
        example: null,
        isRequired: true,
      },
      { ...clientId, isRequired: true },
      { ...secretKey, label: 'Secret of the application' },
      {
        member: 'connection.parameters.authority',
        label: 'Where it signs in',
        example: 'https://login.microsoftonline.com',
      },
    ],
  },
  machine('web_identity', 'the workload identity of the service’s machine', [otherIdentity]),
  machine('instance', 'the managed identity of the service’s machine', [otherIdentity]),
]

const token: Line = {
  member: 'connection.password',
  label: 'Token',
  example: null,
  isSecret: true,
  isRequired: true,
}

/** The ways into Snowflake. */
export const snowflakeSignIns: readonly SignIn[] = [
  {
    name: 'key_pair',
    word: 'the private key of a user',
    parameter: null,
    lines: [
      { member: 'connection.username', label: 'User', example: 'assay_reader', isRequired: true },
      {
        member: 'connection.credentials_payload',
        label: 'Private key of the user, as PEM',
        example: null,
        isSecret: true,
        hasLines: true,
        isRequired: true,
      },
      { ...token, label: 'Passphrase, of an encrypted key', isRequired: false },
    ],
  },
  {
    name: 'programmatic_access_token',
    word: 'a programmatic access token',
    parameter: 'programmatic_access_token',
    lines: [token],
  },
  {
    name: 'refresh_token',
    word: 'a refresh token of OAuth, by which access tokens are renewed',
    parameter: 'refresh_token',
    lines: [
      { ...token, label: 'Refresh token' },
      { ...accessKey, label: 'Client id' },
      { ...secretKey, label: 'Client secret' },
    ],
  },
  {
    name: 'oauth',
    word: 'an access token of OAuth, until it ends',
    parameter: 'oauth',
    lines: [token],
  },
]

/** The ways into Databricks. */
export const databricksSignIns: readonly SignIn[] = [
  { name: 'token', word: 'a token', parameter: null, lines: [token] },
  {
    name: 'service_principal',
    word: 'a service principal, by OAuth',
    parameter: 'service_principal',
    lines: [
      { member: 'connection.username', label: 'Client id', example: null, isRequired: true },
      { ...token, label: 'Secret of the service principal' },
    ],
  },
]

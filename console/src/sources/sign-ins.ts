import type { Line } from './store-types.ts'
import type { Typed } from './request.ts'

/** A way in which a connection to an object store signs in, with the members that this way alone needs. */
export interface SignIn {
  /** What is chosen; unlike that of other ways of the type. */
  name: string
  word: string
  /** `parameters.credentials` of the connection; null: it has keys of its own. */
  credentials: string | null
  lines: readonly Line[]
}

/** Where the chosen way stands among what was typed. It is no member of the request. */
export const signInMember = 'sign_in'
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
const machine = (credentials: string, word: string, lines: readonly Line[] = []): SignIn => ({
  name: credentials,
  word,
  credentials,
  lines,
})

/** The ways into the services of AWS; a role is taken with any of them. */
export const s3SignIns: readonly SignIn[] = [
  {
    name: 'keys',
    word: 'keys',
    credentials: null,
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
  { name: 'keys', word: 'an HMAC key', credentials: null, lines: [accessKey, secretKey] },
  {
    name: 'service_account',
    word: 'a service account',
    credentials: null,
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
    credentials: null,
    lines: [
      { ...clientId, label: 'Storage account', example: 'mycompany', isRequired: true },
      { ...secretKey, label: 'Key of the account, or shared access signature' },
    ],
  },
  {
    name: 'application',
    word: 'an application of Microsoft Entra',
    credentials: null,
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

import { Type } from 'typebox'
import { setting, text, webAddress, wholeNumber, type ValuesOf } from '../../kernel/setting.ts'

const optionalText = Type.Union([text, Type.Null()])
const pairs = (right: string) =>
  Type.Array(Type.String({ pattern: String.raw`^\s*[^=\s][^=]*=\s*${right}$` }))

/** The settings of single sign-on by OpenID Connect, which is off without an issuer. */
export const signInSettings = {
  oidcIssuer: setting({
    variable: 'ASSAY_OIDC_ISSUER',
    schema: Type.Union([webAddress, Type.Null()]),
    expected: 'https://host/path',
    fallback: null,
    absent: 'people sign in with tokens only',
    sentence:
      'The provider of OpenID Connect by which people sign in to the console, exactly as it calls itself. It needs ASSAY_OIDC_CLIENT_ID and ASSAY_PUBLIC_URL, and ASSAY_ALLOWED_TARGETS where it is not on a public host. `http://` is accepted on this machine only.',
  }),
  oidcClientId: setting({
    variable: 'ASSAY_OIDC_CLIENT_ID',
    schema: optionalText,
    expected: 'the client id that the provider gave',
    fallback: null,
    absent: 'none; it is needed with an issuer',
    sentence:
      'What the provider calls this service. Its redirect URI is `/api/session/oidc/callback` below ASSAY_PUBLIC_URL.',
  }),
  oidcClientSecret: setting({
    variable: 'ASSAY_OIDC_CLIENT_SECRET',
    schema: optionalText,
    expected: 'the client secret that the provider gave',
    fallback: null,
    absent: 'a public client, which PKCE alone protects',
    sentence: 'The secret by which the provider knows this service.',
    secret: true,
  }),
  oidcScopes: setting({
    variable: 'ASSAY_OIDC_SCOPES',
    schema: Type.Array(Type.String({ pattern: String.raw`^[^\s"\\]+$` })),
    expected: 'scopes separated by commas',
    fallback: ['openid', 'profile', 'email'],
    sentence: 'What is asked of the provider; `openid` always is.',
  }),
  oidcLabel: setting({
    variable: 'ASSAY_OIDC_LABEL',
    schema: Type.String({ minLength: 1, maxLength: 60 }),
    expected: 'up to 60 characters',
    fallback: 'single sign-on',
    sentence: 'What the button of the sign-in page calls the provider: “Sign in with …”.',
  }),
  oidcAllowed: setting({
    variable: 'ASSAY_OIDC_ALLOWED',
    schema: Type.Array(Type.String({ pattern: String.raw`^[^\s@]*@?[^\s@]+\.[^\s@]+$` })),
    expected: 'domains and e-mail addresses, separated by commas',
    fallback: [],
    absent: 'everybody whom the provider lets in',
    sentence:
      'Who may sign in: people whose verified e-mail address is one of these, or of one of these domains. Set it for a provider that lets in people of other organisations too.',
  }),
  oidcTrustEmail: setting({
    variable: 'ASSAY_OIDC_TRUST_EMAIL',
    schema: Type.Enum(['no', 'yes']),
    expected: 'no or yes',
    fallback: 'no',
    sentence:
      '`yes`: addresses count as verified although the provider does not say `email_verified`. Only for one in which people cannot choose their address.',
  }),
  oidcGroupsClaim: setting({
    variable: 'ASSAY_OIDC_GROUPS_CLAIM',
    schema: text,
    expected: 'the name of a claim, or a path such as realm_access.roles',
    fallback: 'groups',
    sentence: 'The claim with the groups of a person, a list or one text.',
  }),
  oidcRoles: setting({
    variable: 'ASSAY_OIDC_ROLES',
    schema: pairs('(Member|Manager|Admin)'),
    expected: 'group=Admin,group=Manager,group=Member',
    fallback: [],
    absent: 'new people are Members, and an Admin gives them other roles',
    sentence:
      'The role that a group gives; the highest counts, and it is renewed at each sign-in. Who is in none of the groups is what ASSAY_OIDC_OTHERS says.',
  }),
  oidcOthers: setting({
    variable: 'ASSAY_OIDC_OTHERS',
    schema: Type.Enum(['Member', 'refuse']),
    expected: 'Member or refuse',
    fallback: 'Member',
    sentence: 'What becomes of people in none of the groups of ASSAY_OIDC_ROLES, where that is set.',
  }),
  oidcTeams: setting({
    variable: 'ASSAY_OIDC_TEAMS',
    schema: pairs(String.raw`\S.*`),
    expected: 'group=Team,group=Team',
    fallback: [],
    absent: 'teams are given by hand',
    sentence:
      'The team that a group puts people into, renewed at each sign-in. Teams that are not named here stay as they are.',
  }),
  oidcSessionHours: setting({
    variable: 'ASSAY_OIDC_SESSION_HOURS',
    ...wholeNumber(1, 168),
    fallback: 12,
    sentence:
      'Hours until people who came by the provider must come by it again. The provider does not tell this service when it blocks somebody, so that this is how long a session may outlive that.',
  }),
}

/** Them, checked. */
export type SignInSettings = ValuesOf<typeof signInSettings>

import type { Inbox } from './inbox.ts'
import { createOutgoing, type Outgoing } from './outgoing.ts'
import type { ChannelSettings } from './settings.ts'

/** The server that takes e-mail. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte, as against an upgrade where the server offers it. */
  secure: boolean
  /** Null without a login; with one, the connection must be encrypted before it is sent. */
  login: { user: string; pass: string } | null
  from: string
}

/** Where messages can go: services outside, which the settings connect with their credentials (null: not configured), and the inbox. */
export interface Integrations {
  http: Outgoing
  pagerduty_events_url: string
  pagerduty_routing_key: string | null
  /** With the slash at its end. */
  slack_api_url: string
  slack_bot_token: string | null
  /** Webhook addresses by the name of the Teams channel that they post into. */
  teams_webhooks: Readonly<Record<string, string>>
  mail: MailServer | null
  inbox: Inbox
  /** Without a slash at its end; null: links are paths. */
  public_url: string | null
}

/** The settings that are read here; those besides the channels' own are in config.ts. */
interface IntegrationSettings extends ChannelSettings {
  readonly allowedTargets: string[]
  readonly publicUrl: string | null
}

/** All but the inbox, which is no matter of settings. Nothing is contacted. Throws a sentence about a setting that cannot be used. */
export function createIntegrations(settings: IntegrationSettings): Omit<Integrations, 'inbox'> {
  const { smtpUrl, emailFrom } = settings
  return {
    http: createOutgoing(settings.allowedTargets),
    pagerduty_events_url: settings.pagerdutyUrl,
    pagerduty_routing_key: settings.pagerdutyRoutingKey,
    slack_api_url: settings.slackUrl.replace(/\/?$/, '/'),
    slack_bot_token: settings.slackBotToken,
    teams_webhooks: Object.fromEntries(
      settings.teamsWebhooks.map((entry) => {
        const [name = '', ...url] = entry.split('=')
        return [name.trim(), url.join('=')]
      }),
    ),
    mail: smtpUrl === null ? null : mailServer(smtpUrl, emailFrom),
    public_url: settings.publicUrl?.replace(/\/+$/, '') ?? null,
  }
}

/** The credentials among them, so that no sentence shows one. */
export function secretsOf(integrations: Omit<Integrations, 'inbox'>): string[] {
  const { pagerduty_routing_key, slack_bot_token, teams_webhooks, mail } = integrations
  return [
    pagerduty_routing_key,
    slack_bot_token,
    ...Object.values(teams_webhooks),
    mail?.login?.pass ?? null,
  ].filter((secret) => secret !== null)
}

function mailServer(smtpUrl: string, from: string): MailServer {
  const url = URL.parse(smtpUrl)
  const [user, pass] = [url?.username ?? '', url?.password ?? ''].map(decoded)
  if (!url || url.hostname === '' || user === undefined || pass === undefined) {
    throw new Error(
      'ASSAY_SMTP_URL is not usable; expected smtp://user:password@host:port, with special characters percent-encoded.',
    )
  }
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    login: user === '' ? null : { user, pass },
    from,
  }
}

/** Undefined for text that is not percent-encoded as it should be. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

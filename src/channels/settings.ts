import { Type } from 'typebox'
import { setting, text, webAddress, type ValuesOf } from '../kernel/setting.ts'

/** The settings of services outside that a whole workspace shares; `integrations.ts` says what channels get of them. */
export const channelSettings = {
  pagerdutyRoutingKey: setting({
    variable: 'ASSAY_PAGERDUTY_ROUTING_KEY',
    schema: Type.Union([text, Type.Null()]),
    expected: 'the integration key of a PagerDuty service',
    fallback: null,
    absent: 'every notification must bring a key of its own',
    sentence: 'The PagerDuty service that incidents are opened on (its Events API v2 integration).',
    secret: true,
  }),
  pagerdutyUrl: setting({
    variable: 'ASSAY_PAGERDUTY_URL',
    schema: webAddress,
    expected: 'https://host/path',
    fallback: 'https://events.pagerduty.com/v2/enqueue',
    sentence: 'Where PagerDuty takes events; accounts in Europe have another host.',
  }),
  slackBotToken: setting({
    variable: 'ASSAY_SLACK_BOT_TOKEN',
    schema: Type.Union([text, Type.Null()]),
    expected: 'the bot token of a Slack app',
    fallback: null,
    absent: 'Slack is not connected',
    sentence:
      'Connects a Slack workspace. The app needs the scopes `chat:write` and `channels:read`, and `groups:read` to list private channels.',
    secret: true,
  }),
  slackUrl: setting({
    variable: 'ASSAY_SLACK_URL',
    schema: webAddress,
    expected: 'https://host/path',
    fallback: 'https://slack.com/api/',
    sentence: 'Where Slack takes calls of its Web API.',
  }),
  teamsWebhooks: setting({
    variable: 'ASSAY_TEAMS_WEBHOOKS',
    schema: Type.Array(Type.String({ pattern: String.raw`^[^=]*\S[^=]*=https?://\S+$` })),
    expected: 'name=https://host/path,name=https://host/path',
    fallback: [],
    absent: 'Microsoft Teams is not connected',
    sentence:
      'Channels of Microsoft Teams: a name to choose by, and the URL of a workflow that posts webhook requests into the channel.',
    secret: true,
  }),
  smtpUrl: setting({
    variable: 'ASSAY_SMTP_URL',
    schema: Type.Union([Type.String({ pattern: '^smtps?://[^/]' }), Type.Null()]),
    expected: 'smtp://user:password@host:port',
    fallback: null,
    absent: 'e-mail is not connected',
    sentence:
      'The server that takes e-mail. `smtps://` encrypts from the start; `smtp://` upgrades where it can, and must before it logs in.',
    secret: true,
  }),
  emailFrom: setting({
    variable: 'ASSAY_EMAIL_FROM',
    schema: text,
    expected: 'an e-mail address',
    fallback: 'assay@localhost',
    sentence: 'The sender of e-mail.',
  }),
}

/** Them, checked. */
export type ChannelSettings = ValuesOf<typeof channelSettings>

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createIntegrations, secretsOf } from '../../src/channels/integrations.ts'
import { channelSettings } from '../../src/channels/settings.ts'
import { loadConfig } from '../../src/config.ts'

const integrationsOf = (settings: Record<string, string>) => createIntegrations(loadConfig(settings))

describe('integrations', () => {
  test('are read from the settings, and nothing is connected without them', () => {
    const { http: _http, ...rest } = integrationsOf({})
    assert.deepEqual(rest, {
      pagerduty_events_url: 'https://events.pagerduty.com/v2/enqueue',
      pagerduty_routing_key: null,
      slack_api_url: 'https://slack.com/api/',
      slack_bot_token: null,
      teams_webhooks: {},
      mail: null,
      public_url: null,
    })
    assert.deepEqual(secretsOf(integrationsOf({})), [])
  })

  test('keep every credential apart, so that none is shown', () => {
    const integrations = integrationsOf({
      ASSAY_PAGERDUTY_ROUTING_KEY: 'key',
      ASSAY_SLACK_BOT_TOKEN: 'token',
      ASSAY_TEAMS_WEBHOOKS: 'my team =https://x.example, data=https://a.example/b?sig=c=d',
      ASSAY_SMTP_URL: 'smtp://ada:p%40ss@[::1]',
    })
    assert.deepEqual(integrations.teams_webhooks, {
      'my team': 'https://x.example',
      data: 'https://a.example/b?sig=c=d',
    })
    assert.deepEqual(integrations.mail, {
      host: '::1',
      port: 587,
      secure: false,
      login: { user: 'ada', pass: 'p@ss' },
      from: 'assay@localhost',
    })
    assert.deepEqual(secretsOf(integrations), [
      'key',
      'token',
      'https://x.example',
      'https://a.example/b?sig=c=d',
      'p@ss',
    ])
    const secure = integrationsOf({ ASSAY_SMTP_URL: 'smtps://mail.example' }).mail
    assert.deepEqual([secure?.port, secure?.secure, secure?.login], [465, true, null])
  })

  /** Where the secret is not the whole of the value. */
  const around: Record<string, string> = {
    ASSAY_TEAMS_WEBHOOKS: 'data=https://a.example/s3cret',
    ASSAY_SMTP_URL: 'smtp://ada:s3cret@a.example',
  }
  for (const { variable } of Object.values(channelSettings).filter((one) => 'secret' in one)) {
    test(`${variable} is known to be a credential`, () => {
      const secrets = secretsOf(integrationsOf({ [variable]: around[variable] ?? 's3cret' }))
      assert.equal(secrets.filter((secret) => secret.includes('s3cret')).length, 1)
    })
  }

  for (const [variable, value] of [
    ['ASSAY_TEAMS_WEBHOOKS', 'https://a.example/s3cret'],
    ['ASSAY_TEAMS_WEBHOOKS', 'data=ftp://a.example/s3cret'],
    ['ASSAY_SMTP_URL', 'http://a.example/s3cret'],
    ['ASSAY_SMTP_URL', 'smtp://ada:s3cret@:25'],
    ['ASSAY_SMTP_URL', 'smtp://ada:s3cret%ZZ@a.example'],
  ] as const) {
    test(`${variable}=${value} is refused without being shown`, () => {
      assert.throws(
        () => integrationsOf({ [variable]: value }),
        (error: Error) =>
          error.message.startsWith(`${variable} is not usable; `) && !error.message.includes('s3cret'),
      )
    })
  }
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelSettings, createIntegrations } from '../../src/channels/create-integrations.ts'
import { loadConfig } from '../../src/config.ts'

const integrationsOf = (settings: Record<string, string>) => createIntegrations(loadConfig(settings))
const secretsOf = (settings: Record<string, string>) => integrationsOf(settings).secrets.secrets

describe('integrations', () => {
  test('are read from the settings, and nothing is connected without them', () => {
    const { public_url, workspaces, secrets } = integrationsOf({})
    assert.equal(public_url, null)
    assert.deepEqual(workspaces.get('PagerDuty'), {
      routing_key: null,
      url: 'https://events.pagerduty.com/v2/enqueue',
    })
    assert.deepEqual(workspaces.get('Slack'), { token: null, url: 'https://slack.com/api/' })
    assert.deepEqual(workspaces.get('MSFT_Teams'), {})
    assert.equal(workspaces.get('Email'), null)
    assert.deepEqual(secrets, { secrets: [], addresses: [], users: [] })
  })

  test('keep every credential apart, so that none is shown', () => {
    const { workspaces, secrets } = integrationsOf({
      ASSAY_PAGERDUTY_ROUTING_KEY: 'key',
      ASSAY_SLACK_BOT_TOKEN: 'token',
      ASSAY_TEAMS_WEBHOOKS: 'my team =https://x.example, data=https://a.example/b?sig=c=d',
      ASSAY_SMTP_URL: 'smtp://ada:p%40ss@[::1]',
    })
    assert.deepEqual(workspaces.get('MSFT_Teams'), {
      'my team': 'https://x.example',
      data: 'https://a.example/b?sig=c=d',
    })
    assert.deepEqual(workspaces.get('Email'), {
      host: '::1',
      port: 587,
      secure: false,
      login: { user: 'ada', pass: 'p@ss' },
      from: 'assay@localhost',
    })
    assert.deepEqual(secrets.secrets, [
      'p@ss',
      'https://x.example',
      'https://a.example/b?sig=c=d',
      'key',
      'token',
    ])
    const { workspaces: others } = integrationsOf({ ASSAY_SMTP_URL: 'smtps://mail.example' })
    assert.deepEqual(others.get('Email'), {
      host: 'mail.example',
      port: 465,
      secure: true,
      login: null,
      from: 'assay@localhost',
    })
  })

  /** Where the secret is not the whole of the value. */
  const around: Record<string, string> = {
    ASSAY_TEAMS_WEBHOOKS: 'data=https://a.example/s3cret',
    ASSAY_SMTP_URL: 'smtp://ada:s3cret@a.example',
  }
  for (const { variable } of Object.values(channelSettings).filter(({ secret }) => secret)) {
    test(`${variable} is known to be a credential`, () => {
      const secrets = secretsOf({ [variable]: around[variable] ?? 's3cret' })
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

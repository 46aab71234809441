import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { channelSettings } from './channels/create-integrations.ts'
import { loadConfig } from './config.ts'

describe('settings', () => {
  test('without any variable everything has its default', () => {
    const { ofChannels, ...own } = loadConfig({})
    const fallbacks = Object.values(channelSettings).map(({ variable, fallback }) => [variable, fallback])
    assert.deepEqual(ofChannels, Object.fromEntries(fallbacks))
    assert.deepEqual(own, {
      host: '127.0.0.1',
      port: 8080,
      home: resolve('.assay'),
      ephemeral: 'no',
      databaseUrl: null,
      secretKey: null,
      parts: ['api', 'worker', 'scheduler'],
      allowedPaths: [resolve('.'), resolve('.assay')],
      allowedSockets: [],
      engineMemoryMb: 384,
      copyStepMb: 256,
      joinScratchMb: 10_240,
      objectScratchMb: 10_240,
      machineCredentials: [],
      statementTimeoutSeconds: 3600,
      checkTimeoutSeconds: 600,
      rowsPerPartition: 100_000,
      scratchTableSeconds: 86_400,
      unchangedPartitions: 'keep',
      proofs: 'believe',
      settledSeconds: 5,
      uploadMb: 64,
      workerConcurrency: 2,
      leaseSeconds: 10,
      stateSilenceSeconds: 30,
      csvFormulas: 'defuse',
      allowedTargets: [],
      publicUrl: null,
      messagesPerMinute: 1000,
      oidcIssuer: null,
      oidcClientId: null,
      oidcClientSecret: null,
      oidcScopes: ['openid', 'profile', 'email'],
      oidcLabel: 'single sign-on',
      oidcAllowed: [],
      oidcTrustEmail: 'no',
      oidcGroupsClaim: 'groups',
      oidcRoles: [],
      oidcOthers: 'Member',
      oidcTeams: [],
      oidcSessionHours: 12,
      tracesEndpoint: null,
      logLevel: 'info',
    })
  })

  test('an empty variable counts as absent', () => {
    assert.deepEqual(loadConfig({ ASSAY_PORT: '', ASSAY_ROLE: ' ', DATABASE_URL: '' }), loadConfig({}))
  })

  test('lists are split, and folders become absolute', () => {
    const config = loadConfig({ ASSAY_ROLE: 'worker, api,worker', ASSAY_ALLOWED_PATHS: '/data:files' })
    assert.deepEqual(config.parts, ['worker', 'api'])
    assert.deepEqual(config.allowedPaths, ['/data', resolve('files')])
  })

  test('settings cannot be changed after the start', () => {
    const config = loadConfig({})
    assert.ok(Object.isFrozen(config))
    assert.ok(Object.isFrozen(config.ofChannels))
  })

  const refused = [
    ['ASSAY_PORT', 'http', 'ASSAY_PORT is "http"; expected a whole number from 0 to 65535.'],
    ['ASSAY_PORT', '70000', 'ASSAY_PORT is "70000"; expected a whole number from 0 to 65535.'],
    ['ASSAY_PORT', '8e3', 'ASSAY_PORT is "8e3"; expected a whole number from 0 to 65535.'],
    [
      'ASSAY_ROLE',
      'api,chef',
      'ASSAY_ROLE is "api,chef"; expected some of api, worker, scheduler, separated by commas.',
    ],
    ['ASSAY_ROLE', ',', 'ASSAY_ROLE is ","; expected some of api, worker, scheduler, separated by commas.'],
    [
      'ASSAY_LOG_LEVEL',
      'loud',
      'ASSAY_LOG_LEVEL is "loud"; expected one of debug, info, warn, error, silent.',
    ],
    ['ASSAY_LEASE_SECONDS', '0', 'ASSAY_LEASE_SECONDS is "0"; expected a whole number from 2 to 3600.'],
  ] as const
  for (const [variable, value, sentence] of refused) {
    test(`${variable}=${value} is refused by name, value and what is expected`, () => {
      assert.throws(() => loadConfig({ [variable]: value }), new Error(sentence))
    })
  }

  for (const [variable, value] of [
    ['ASSAY_SECRET_KEY', 'hunter2'],
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/x'],
  ] as const) {
    test(`the refusal of ${variable} does not show its value`, () => {
      assert.throws(
        () => loadConfig({ [variable]: value }),
        (error: Error) => error.message.startsWith(variable) && !error.message.includes('hunter2'),
      )
    })
  }
})

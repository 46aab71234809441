import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import { machineCredentials, type Machine } from '../../src/connectors/shared/machine.ts'
import {
  agentToken,
  externalId,
  podToken,
  role,
  startAwsStandIn,
  userKeys,
  type AwsStandIn,
} from '../harness/aws-stand-in.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { numberFrom } from '../harness/file-objects.ts'
import { ObjectServer } from '../harness/object-server.ts'
import { s3SpeechFor, type KnownKeys } from '../harness/s3-speech.ts'

describe('a bucket of S3 is read with credentials of many kinds', () => {
  let server: ObjectServer
  let aws: AwsStandIn
  let folder: string
  let variables: Record<string, string>
  let known: () => readonly KnownKeys[]

  before(async () => {
    server = await ObjectServer.start(s3SpeechFor(() => known()))
    server.put('a.csv', 'n\n1\n')
    folder = mkdtempSync(join(tmpdir(), 'assay-s3-credentials-'))
  })
  beforeEach(async () => {
    aws = await startAwsStandIn()
    known = () => aws.issued.slice(-1)
    variables = { AWS_ENDPOINT_URL_STS: aws.sink.url }
  })
  afterEach(() => aws.sink.close())
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const read = async (
    changed: object,
    parameters: Record<string, string> = {},
    allowed: Machine['allowed'] = machineCredentials,
  ): Promise<number> => {
    const { uri, parameters: usual } = server.connection
    const connection = { uri, ...changed, parameters: { ...usual, ...parameters } }
    const target = { database: null, schema: null, root_path: '/' }
    const bounds = { ...boundsIn(folder), machine: { allowed, variables } }
    const session = await connectors.get('s3').open(connection, target, bounds)
    try {
      return await numberFrom(session, 'a.csv', 'sum(n)')
    } finally {
      await session.close()
    }
  }
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const inSts = () => ({ sts_endpoint: aws.sink.url })
  const { access_key, secret_key } = userKeys

  test('keys that end come with their session token, which is signed', async () => {
    const keys = { access_key: 'ASIAOWN', secret_key: 'own/secret', session_token: 'own/token==' }
    known = () => [keys]
    assert.equal(await read(keys), 1)
    await assert.rejects(read({ ...keys, session_token: 'another' }), /have expired/)
    await assert.rejects(read({ ...keys, session_token: null }), /have expired/)
  })

  test('a role is taken with the keys of the connection, once for many sessions', async () => {
    const parameters = { ...inSts(), role_arn: role, external_id: externalId }
    assert.equal(await read({ access_key, secret_key }, parameters), 1)
    assert.equal(await read({ access_key, secret_key }, parameters), 1)
    assert.equal(aws.issued.length, 1)
    assert.equal(new URLSearchParams(aws.sink.received[0]?.text).get('RoleSessionName'), 'assay')
  })

  test('the keys of a role that end soon are had anew before they do', async () => {
    aws.lasts_seconds = 200
    const parameters = { ...inSts(), role_arn: role, external_id: externalId }
    assert.equal(await read({ access_key, secret_key }, parameters), 1)
    assert.ok(aws.issued.length > 1, String(aws.issued.length))
  })

  test('a role that may not be taken is told without what the server said', async () => {
    const taking = (keys: object, parameters: object) =>
      read(keys, { ...inSts(), role_arn: role, ...parameters })
    await assert.rejects(taking({ access_key, secret_key }, {}), {
      message:
        'AWS does not let these credentials take the role: correct role_arn and external_id, or let the role trust them.',
    })
    await assert.rejects(taking({ access_key, secret_key: 'wrong' }, { external_id: externalId }), {
      message: /^AWS does not accept the keys with which the role is to be taken/,
    })
    await assert.rejects(taking({ access_key: 'AKIANOBODY', secret_key }, { external_id: externalId }), {
      message: /^AWS does not accept the keys/,
    })
    const other = 'arn:aws:iam::123456789012:role/other'
    await assert.rejects(taking({ access_key, secret_key }, { role_arn: other }), {
      message: 'AWS refused to give the keys of the role (ValidationError).',
    })
  })

  test('the web identity of this machine takes its role, and another one with that', async () => {
    variables['AWS_WEB_IDENTITY_TOKEN_FILE'] = file('pod-token', `${podToken}\n`)
    variables['AWS_ROLE_ARN'] = role
    assert.equal(await read({}, { credentials: 'web_identity' }), 1)
    assert.equal(aws.issued.length, 1)
    const chained = { credentials: 'web_identity', role_arn: role, external_id: externalId }
    assert.equal(await read({}, chained), 1)
    assert.equal(aws.issued.length, 2)
    variables['AWS_WEB_IDENTITY_TOKEN_FILE'] = file('other-token', 'eyJ.other')
    await assert.rejects(read({}, { credentials: 'web_identity' }), {
      message: /^AWS does not accept the token of this machine/,
    })
  })

  test('an instance has the keys of its role by version 2 of its metadata', async () => {
    variables['AWS_EC2_METADATA_SERVICE_ENDPOINT'] = aws.sink.url
    assert.equal(await read({}, { credentials: 'instance' }), 1)
    assert.deepEqual(
      aws.sink.received.map(({ method, path }) => `${method} ${path}`),
      [
        'PUT /latest/api/token',
        'GET /latest/meta-data/iam/security-credentials/',
        'GET /latest/meta-data/iam/security-credentials/the%20role',
      ],
    )
  })

  test('a container has the keys of its role from its agent', async () => {
    variables['AWS_CONTAINER_CREDENTIALS_FULL_URI'] = `${aws.sink.url}/agent`
    await assert.rejects(read({}, { credentials: 'container' }), {
      message: /^The container that the service runs in gives out no keys \(status 401\)/,
    })
    variables['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'] = file('agent', agentToken)
    assert.equal(await read({}, { credentials: 'container' }), 1)
    variables['AWS_CONTAINER_CREDENTIALS_FULL_URI'] = 'http://agents.example/agent'
    await assert.rejects(read({}, { credentials: 'container' }), /leads to another machine without https/)
  })

  test('a profile of the shared credentials file has keys, and its commands are not run', async () => {
    known = () => [userKeys, { access_key: 'ASIA9', secret_key: 's=#9', session_token: 't==' }]
    variables['AWS_SHARED_CREDENTIALS_FILE'] = file(
      'credentials',
      `# ours\n[default]\naws_access_key_id = ${access_key}\naws_secret_access_key=${secret_key} # of the user\n[ending]\naws_access_key_id=ASIA9\naws_secret_access_key=s=#9\naws_session_token = t==\n[run]\ncredential_process = /bin/date\n`,
    )
    assert.equal(await read({}, { credentials: 'profile' }), 1)
    assert.equal(await read({}, { credentials: 'profile', profile: 'ending' }), 1)
    await assert.rejects(read({}, { credentials: 'profile', profile: 'run' }), /commands are not followed/)
    await assert.rejects(read({}, { credentials: 'profile', profile: 'none' }), /has no profile "none"/)
  })

  test('credentials of this machine are for those whom the setting allows them, and never for a server that a connection names', async () => {
    variables['AWS_EC2_METADATA_SERVICE_ENDPOINT'] = aws.sink.url
    for (const kind of machineCredentials) {
      const others = machineCredentials.filter((one) => one !== kind)
      await assert.rejects(read({}, { credentials: kind }, others), {
        name: 'ServiceError',
        message: new RegExp(`of the kind ${kind}\\. .*ASSAY_MACHINE_CREDENTIALS`),
      })
    }
    const mixed = { credentials: 'instance', role_arn: role, ...inSts() }
    await assert.rejects(read({}, mixed), /names no sts_endpoint/)
    assert.deepEqual(aws.sink.received, [])
  })

  test('the server that gives out roles is confined as every other', async () => {
    const taking = (sts_endpoint: string) =>
      read({ access_key, secret_key }, { sts_endpoint, role_arn: role, external_id: externalId })
    await assert.rejects(taking('http://169.254.169.254'), /no source is read there/)
    await assert.rejects(taking('http://sts.example'), /https:\/\/ as the parameter sts_endpoint/)
    await assert.rejects(taking('http://127.0.0.1:1'), {
      name: 'ServiceError',
      message:
        /^No server for the sign-in was reached at 127\.0\.0\.1:1\. See whether the parameter sts_endpoint/,
    })
  })
})

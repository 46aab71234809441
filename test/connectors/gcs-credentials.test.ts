import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { jwtVerify } from 'jose'
import { connectors } from '../../src/connectors/registry.ts'
import type { Machine } from '../../src/connectors/shared/machine.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { numberFrom } from '../harness/file-objects.ts'
import { answering, startHttpSink, type HttpSink } from '../harness/http-sink.ts'
import { ObjectServer } from '../harness/object-server.ts'
import { s3Speech } from '../harness/s3-speech.ts'

const issued = 'ya29.issued-token'
const email = 'reader@project.iam.gserviceaccount.com'
const private_key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

describe('a bucket of Google Cloud Storage is read by a service account', () => {
  let server: ObjectServer
  let google: HttpSink
  let folder: string

  before(async () => {
    server = await ObjectServer.start({
      ...s3Speech,
      fault: ({ request }) => (request.headers.authorization === `Bearer ${issued}` ? null : 'AccessDenied'),
    })
    server.put('a.csv', 'n\n1\n')
    folder = mkdtempSync(join(tmpdir(), 'assay-gcs-credentials-'))
  })
  beforeEach(async () => {
    google = await startHttpSink()
    google.answer = answering(200, { access_token: issued, expires_in: 3599, token_type: 'Bearer' })
  })
  afterEach(() => google.close())
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const read = async (changed: object, parameters: object = {}, machine?: Machine): Promise<number> => {
    const connection = {
      uri: 'gs://lake',
      ...changed,
      parameters: { endpoint: server.endpoint, ...parameters },
    }
    const target = { database: null, schema: null, root_path: '/' }
    const bounds = { ...boundsIn(folder), ...(machine && { machine }) }
    const session = await connectors.get('gcs').open(connection, target, bounds)
    try {
      return await numberFrom(session, 'a.csv', 'sum(n)')
    } finally {
      await session.close()
    }
  }
  const keyFile = (changed: object = {}): string =>
    JSON.stringify({
      type: 'service_account',
      client_email: email,
      private_key,
      private_key_id: 'key-1',
      token_uri: `${google.url}/token`,
      ...changed,
    })

  test('by its key, with which it signs what it asks for; one token serves many sessions', async () => {
    const credentials_payload = keyFile()
    assert.equal(await read({ credentials_payload }), 1)
    assert.equal(await read({ credentials_payload }), 1)
    const [request, ...more] = google.received
    assert.deepEqual(more, [])
    assert.equal(request?.path, '/token')
    const form = new URLSearchParams(request?.text)
    assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
    const { payload, protectedHeader } = await jwtVerify(
      form.get('assertion') ?? '',
      createPublicKey(private_key),
      { issuer: email, audience: `${google.url}/token`, algorithms: ['RS256'] },
    )
    assert.equal(protectedHeader.kid, 'key-1')
    assert.equal(payload['scope'], 'https://www.googleapis.com/auth/devstorage.read_write')
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3600)
  })

  test('what is wrong with its key is told without what the server said', async () => {
    google.answer = answering(400, { error: 'invalid_grant', error_description: `Invalid ${email}` })
    await assert.rejects(read({ credentials_payload: keyFile() }), {
      message:
        'Google does not accept the key of the service account: it was deleted or disabled, or the clock of this machine is wrong.',
    })
    google.answer = answering(400, { error: 'invalid_scope' })
    await assert.rejects(read({ credentials_payload: keyFile() }), {
      message: /^Google refused the sign-in of the service account \(invalid_scope\)/,
    })
    google.answer = answering(502, 'secret of a proxy')
    await assert.rejects(read({ credentials_payload: keyFile() }), {
      message:
        /^No server for the sign-in was reached at .* See whether token_uri in the credentials_payload/,
    })
    const tried = (credentials_payload: string) => read({ credentials_payload })
    await assert.rejects(tried('{'), /is no JSON/)
    await assert.rejects(tried(keyFile({ type: 'external_account' })), /another kind than service_account/)
    await assert.rejects(tried(keyFile({ private_key: 'none' })), /no private key of RSA/)
    await assert.rejects(tried(keyFile({ client_email: undefined })), /with client_email and private_key/)
  })

  test('its key and its token go nowhere in clear, nor where a cloud keeps its own', async () => {
    const tried = (token_uri: string) => read({ credentials_payload: keyFile({ token_uri }) })
    await assert.rejects(tried('http://169.254.169.254/token'), /no source is read there/)
    await assert.rejects(tried('http://oauth.example/token'), /https:\/\/ as token_uri/)
    await assert.rejects(
      read({ credentials_payload: keyFile() }, { endpoint: 'http://objects.example' }),
      /https:\/\/ as the endpoint/,
    )
    assert.deepEqual(google.received, [])
  })

  test('that of this machine, where the setting allows it', async () => {
    const variables = { GCE_METADATA_HOST: `127.0.0.1:${google.port}` }
    const machine: Machine = { allowed: ['instance'], variables }
    google.answer = (request, response) => {
      const isAsked =
        request.headers['metadata-flavor'] === 'Google' &&
        request.path === '/computeMetadata/v1/instance/service-accounts/default/token'
      response.writeHead(isAsked ? 200 : 403, { 'metadata-flavor': 'Google' })
      response.end(JSON.stringify({ access_token: issued, expires_in: 3599 }))
    }
    assert.equal(await read({}, { credentials: 'instance' }, machine), 1)
    assert.equal(google.received.length, 1)
    const none: Machine = { allowed: ['profile'], variables }
    await assert.rejects(read({}, { credentials: 'instance' }, none), /ASSAY_MACHINE_CREDENTIALS/)
    const elsewhere = { credentials: 'instance', endpoint: 'https://collector.example' }
    await assert.rejects(
      read({}, elsewhere, machine),
      /leads to the vendor’s own servers, and not to collector/,
    )
    await assert.rejects(
      read({}, { ...elsewhere, endpoint: 'https://storage.googleapis.com.example' }, machine),
      /leads to the vendor’s own servers/,
    )
    assert.equal(google.received.length, 1)
  })

  test('that of this machine is asked for only from a server of metadata, and may be missing', async () => {
    const machine = (): Machine => ({
      allowed: ['instance'],
      variables: { GCE_METADATA_HOST: `127.0.0.1:${google.port}` },
    })
    await assert.rejects(
      read({}, { credentials: 'instance' }, machine()),
      /No server for the sign-in was reached/,
    )
    google.answer = (_request, response) =>
      void response.writeHead(404, { 'metadata-flavor': 'Google' }).end()
    await assert.rejects(read({}, { credentials: 'instance' }, machine()), {
      message: /gives out no token \(status 404\): it has no service account/,
    })
  })
})

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { after, before, describe, test } from 'node:test'
import { SourceUnreached, type ConnectionValues } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { machineCredentials } from '../../src/connectors/shared/machine.ts'
import { appendRows, type WrittenValue } from '../../src/connectors/writer.ts'
import { ServiceError } from '../../src/kernel/errors.ts'
import { externalId, role, startAwsStandIn, userKeys } from '../harness/aws-stand-in.ts'
import { azureSpeech, issuedToken } from '../harness/azure-speech.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { numberFrom } from '../harness/file-objects.ts'
import { gcsSpeech } from '../harness/gcs-speech.ts'
import { answering, startHttpSink } from '../harness/http-sink.ts'
import { ObjectServer, type Speech } from '../harness/object-server.ts'
import { privateAuthority, type PrivateAuthority } from '../harness/private-authority.ts'
import { s3Speech, s3SpeechFor } from '../harness/s3-speech.ts'
import { tlsBefore } from '../harness/tls-front.ts'

async function* batch(rows: WrittenValue[][]) {
  yield rows
}

const root = { database: null, schema: null, root_path: '/' }

describe('object stores behind an authority of one’s own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-authority-'))
  let known: PrivateAuthority
  let other: PrivateAuthority
  const ends: (() => Promise<void>)[] = []

  before(() => {
    known = privateAuthority(folder)
    other = privateAuthority(folder)
  })
  after(async () => {
    for (const end of ends) await end()
    rmSync(folder, { recursive: true })
  })

  /** The address of a server of this machine behind TLS with a certificate for `127.0.0.1` by the authority. */
  const behind = async (port: number, authority: PrivateAuthority): Promise<string> => {
    const front = await tlsBefore({ host: '127.0.0.1', port }, authority.certify('IP:127.0.0.1'))
    ends.push(() => front.close())
    return `https://127.0.0.1:${front.port}`
  }
  const lake = async (speech: Speech): Promise<ObjectServer> => {
    const server = await ObjectServer.start(speech)
    ends.push(() => server.close())
    server.put('a.csv', 'n\n1\n')
    return server
  }
  const read = async (
    type: string,
    connection: ConnectionValues,
    name = 'a.csv',
    bounds: object = {},
  ): Promise<number> => {
    const session = await connectors.get(type).open(connection, root, { ...boundsIn(folder), ...bounds })
    try {
      return await numberFrom(session, name, 'sum(n)')
    } finally {
      await session.close()
    }
  }
  const refused = async (work: Promise<unknown>): Promise<ServiceError> => {
    const error: unknown = await work.catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ServiceError && !(error instanceof SourceUnreached), String(error))
    return error
  }

  for (const { type, speech, own } of [
    { type: 's3', speech: s3Speech, own: {} },
    { type: 'gcs', speech: gcsSpeech, own: {} },
    { type: 'abfs', speech: azureSpeech, own: {} },
  ])
    test(`${type} reads and writes with its certificate, and says what is missing without`, async () => {
      const server = await lake(speech)
      const { parameters, ...members } = server.connection
      const { port, pathname } = new URL(parameters['endpoint'] ?? '')
      assert.equal(Number(port), server.port)
      const endpoint = `${await behind(server.port, known)}${pathname.replace(/\/$/, '')}`
      const at = new URL(endpoint).host
      const connection = (sslrootcert?: string, place = endpoint): ConnectionValues => ({
        ...members,
        ...own,
        parameters: { ...parameters, endpoint: place, ...(sslrootcert !== undefined && { sslrootcert }) },
      })
      assert.equal(await read(type, connection(known.cert)), 1)
      assert.equal(await read(type, connection(`${other.cert}\n${known.cert}`)), 1)
      const writer = await connectors.get(type).openWriter?.(connection(known.cert), root, boundsIn(folder))
      assert.ok(writer)
      const table = { name: 'written', columns: [{ name: 'n', type: 'integer' }] } as const
      await appendRows(writer, table, batch([[2], [3]])).finally(() => writer.close())
      assert.deepEqual(server.keys, ['a.csv', 'written.parquet'])
      assert.equal(await read(type, connection(known.cert), 'written.parquet'), 5)

      const before = server.seen.length
      const tried = (values: ConnectionValues) =>
        refused(connectors.get(type).test(values, root, boundsIn(folder)))
      const none = await tried(connection())
      assert.equal(none.code, 'connection_failed')
      assert.equal(
        none.message,
        `The certificate of ${at} is signed by no authority that this service knows. Give the certificate of its authority as the parameter sslrootcert, as PEM text.`,
      )
      assert.equal((await refused(read(type, connection()))).message, none.message)
      const wrong = await tried(connection(other.cert))
      assert.ok(
        wrong.message.startsWith(`The certificate of ${at} is not signed by the authority in sslrootcert.`),
      )
      const named = await tried(connection(known.cert, endpoint.replace('127.0.0.1', 'localhost')))
      assert.match(named.message, /^The certificate of localhost:\d+ is for another host\. /)
      assert.equal(server.seen.length, before, 'nothing was asked of a server that is not known')
    })

  test('what is no certificate is refused in a sentence, and so is one beside a server in clear', async () => {
    const { parameters, ...members } = (await lake(s3Speech)).connection
    const message = async (sslrootcert: string, endpoint = 'https://127.0.0.1:9') => {
      const values = { ...members, parameters: { ...parameters, endpoint, sslrootcert } }
      const error = await refused(connectors.get('s3').test(values, root, boundsIn(folder)))
      assert.equal(error.code, 'invalid')
      return error.message
    }
    const isNone = /^The sslrootcert is the certificate of an authority as PEM text/
    assert.match(await message('ca.pem'), isNone)
    assert.match(await message('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'), isNone)
    assert.match(await message(known.key + known.cert), /^The sslrootcert holds a private key\. /)
    assert.match(
      await message(known.cert, parameters['endpoint']),
      /^An endpoint of http:\/\/ shows no certificate/,
    )
  })

  test('the servers that sign a connection in may have a certificate by it, or by a well-known one', async () => {
    const aws = await startAwsStandIn()
    ends.push(() => aws.sink.close())
    const bucket = await lake(s3SpeechFor(() => aws.issued.slice(-1)))
    const { access_key, secret_key } = userKeys
    const taken = async (sts: PrivateAuthority, sslrootcert: string) =>
      read('s3', {
        uri: 's3://lake',
        access_key,
        secret_key,
        parameters: {
          ...bucket.connection.parameters,
          endpoint: await behind(bucket.port, known),
          sts_endpoint: await behind(aws.sink.port, sts),
          role_arn: role,
          external_id: externalId,
          sslrootcert,
        },
      })
    assert.equal(await taken(known, known.cert), 1)
    const unknown = await refused(taken(other, known.cert))
    assert.match(unknown.message, /is not signed by the authority in sslrootcert/)
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, other.cert])
    try {
      assert.equal(await taken(other, known.cert), 1)
      // A server of objects has the authority of its connection alone.
      assert.match((await refused(taken(known, other.cert))).message, /is not signed by the authority/)
    } finally {
      setDefaultCACertificates(usual)
    }
  })

  test('so does an application of Microsoft Entra, and a service account of Google', async () => {
    const azure = await startHttpSink()
    azure.answer = answering(200, { access_token: issuedToken, expires_in: 3599 })
    ends.push(() => azure.close())
    const container = await lake(azureSpeech)
    const { pathname } = new URL(container.connection.parameters['endpoint'] ?? '')
    const parameters = {
      endpoint: `${await behind(container.port, known)}${pathname}`,
      authority: await behind(azure.port, known),
      tenant_id: 'company.example',
    }
    const uri = 'abfss://lake@lakeaccount.dfs.core.windows.net'
    const entra = (sslrootcert: string) =>
      read('abfs', {
        uri,
        access_key: 'client',
        secret_key: 'secret',
        parameters: { ...parameters, sslrootcert },
      })
    assert.equal(await entra(known.cert), 1)
    assert.match((await refused(entra(other.cert))).message, /is not signed by the authority in sslrootcert/)

    const google = await startHttpSink()
    google.answer = answering(200, { access_token: 'ya29.issued', expires_in: 3599 })
    ends.push(() => google.close())
    const bucket = await lake({
      ...s3Speech,
      fault: ({ request }) =>
        request.headers.authorization === 'Bearer ya29.issued' ? null : 'AccessDenied',
    })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const credentials_payload = JSON.stringify({
      client_email: 'reader@project.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${await behind(google.port, known)}/token`,
    })
    const endpoint = await behind(bucket.port, known)
    const account = (sslrootcert: string) =>
      read('gcs', { uri: 'gs://lake', credentials_payload, parameters: { endpoint, sslrootcert } })
    assert.equal(await account(known.cert), 1)
    assert.match(
      (await refused(account(other.cert))).message,
      /is not signed by the authority in sslrootcert/,
    )
  })

  for (const { type, uri } of [
    { type: 'gcs', uri: 'gs://lake' },
    { type: 'abfs', uri: 'abfss://lake@lakeaccount.blob.core.windows.net' },
  ])
    test(`a token of this machine for ${type} is for servers that the well-known authorities vouch for`, async () => {
      const connection = { uri, parameters: { credentials: 'instance', sslrootcert: known.cert } }
      const machine = { allowed: machineCredentials, variables: {} }
      const { code, message } = await refused(read(type, connection, 'a.csv', { machine }))
      assert.equal(code, 'invalid')
      assert.match(message, /trusts the well-known authorities alone: leave sslrootcert out\.$/)
    })
})

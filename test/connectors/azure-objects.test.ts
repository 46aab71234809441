import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { SourceUnreached, type Session } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/registry.ts'
import { azureSpeech, issuedSignature, issuedToken } from '../harness/azure-speech.ts'
import { answering, startHttpSink } from '../harness/http-sink.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { longSum, longText, numberFrom } from '../harness/file-objects.ts'
import { ObjectServer } from '../harness/object-server.ts'

describe('objects of Azure are read as files', () => {
  let server: ObjectServer
  let folder: string
  let session: Session | null = null
  const abfs = connectors.get('abfs')

  before(async () => {
    server = await ObjectServer.start(azureSpeech)
    folder = mkdtempSync(join(tmpdir(), 'assay-azure-'))
  })
  afterEach(async () => {
    server.intervene = () => null
    server.seen.length = 0
    await session?.close()
    session = null
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const open = async (root_path: string, changed: object = {}): Promise<Session> => {
    await session?.close()
    const target = { database: null, schema: null, root_path }
    session = await abfs.open({ ...server.connection, ...changed }, target, boundsIn(folder))
    return session
  }
  const sum = (from: Session, name: string): Promise<number> => numberFrom(from, name, 'sum(n)')

  test('keys of odd characters are signed as the server reads them, and a listing is followed to its end', async () => {
    const names = ['a b.csv', 'a+b.csv', 'a%20b.csv', 'zoë ü.csv', `it's.csv`, 'q?&=#.csv']
    for (const name of names) server.put(`odd/${name}`, 'n\n1\n')
    for (let index = 0; index < 1000; index += 1) server.put(`odd/part-${index}.csv`, '')
    const opened = await open('odd')
    assert.equal(server.seen.filter(({ kind }) => kind === 'list').length, 2)
    for (const name of names) assert.equal(await sum(opened, name), 1, name)
  })

  test('a shared access signature takes the place of a key', async () => {
    server.put('shared/a.csv', 'n\n1\n')
    assert.equal(await sum(await open('shared', { secret_key: issuedSignature }), 'a.csv'), 1)
    await assert.rejects(open('shared', { secret_key: '?sp=rl&sig=another' }), {
      message: /^Azure Blob Storage does not accept the credentials: .*signature has expired/,
    })
  })

  test('an application signs in with its secret, and anew when its token ends', async () => {
    server.put('signed/a.csv', 'n\n1\n')
    const entra = await startHttpSink()
    try {
      const uri = 'abfss://lake@lakeaccount.dfs.core.windows.net'
      const application = { uri, access_key: 'my-application', secret_key: 'its secret&=' }
      const inTenant = (tenant_id: string) => ({
        ...application,
        parameters: { ...server.connection.parameters, tenant_id, authority: entra.url },
      })
      const signedIn = inTenant('fabrikam.example')
      entra.answer = answering(200, { access_token: issuedToken, expires_in: 3600 })
      // A token serves the sessions of the same application until shortly before its end.
      for (const _session of [1, 2])
        assert.equal(await sum(await open('signed', inTenant('contoso.example')), 'a.csv'), 1)
      const [request, ...more] = entra.received
      assert.deepEqual(more, [])
      assert.equal(request?.path, '/contoso.example/oauth2/v2.0/token')
      assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.text)), {
        grant_type: 'client_credentials',
        client_id: 'my-application',
        client_secret: 'its secret&=',
        scope: 'https://storage.azure.com/.default',
      })
      entra.answer = answering(200, { access_token: issuedToken, expires_in: 60 })
      assert.equal(await sum(await open('signed', signedIn), 'a.csv'), 1)
      assert.ok(entra.received.length > 2, String(entra.received.length))
      entra.answer = answering(401, {
        error: 'invalid_client',
        error_description: 'AADSTS7000215 its secret',
      })
      await assert.rejects(open('signed', signedIn), {
        message:
          'Microsoft Entra does not accept the secret of the application: secret_key is another one, or has expired.',
      })
      entra.answer = answering(503, { error: 'temporarily_unavailable' })
      await assert.rejects(open('signed', signedIn), (error) => {
        assert.ok(error instanceof SourceUnreached, String(error))
        assert.equal(error.retryable, true)
        return true
      })
      entra.answer = answering(404, 'nothing here')
      await assert.rejects(open('signed', signedIn), { message: /^No server for the sign-in was reached at/ })
    } finally {
      await entra.close()
    }
  })

  test('the secret of an application goes nowhere in clear, nor to a server that is no sign-in', async () => {
    const tried = (changed: object, member = {}) =>
      abfs.test(
        {
          ...server.connection,
          uri: 'abfss://lake@lakeaccount.dfs.core.windows.net',
          parameters: { ...server.connection.parameters, tenant_id: 'contoso', ...changed },
          ...member,
        },
        null,
        boundsIn(folder),
      )
    await assert.rejects(tried({ authority: 'http://login.example' }), /https:\/\/ as authority/)
    await assert.rejects(tried({ endpoint: 'http://blobs.example' }), /https:\/\/ as endpoint/)
    await assert.rejects(tried({ authority: 'https://169.254.169.254' }), /no source is read there/)
    await assert.rejects(tried({ tenant_id: '../other' }), /is the identifier of a tenant/)
    await assert.rejects(
      tried({}, { uri: 'az://lake' }),
      /With tenant_id or .* the uri .* names the storage account/,
    )
  })

  test('what one secret has read is not shown to another that may not', async () => {
    server.put('apart/a.csv', 'n\n1\n')
    assert.equal(await sum(await open('apart'), 'a.csv'), 1)
    server.intervene = ({ kind }) =>
      kind === 'get' ? { status: 403, code: 'AuthorizationPermissionMismatch' } : null
    const lister = await open('apart', { secret_key: issuedSignature })
    await assert.rejects(sum(lister, 'a.csv'), { message: /^The object "a.csv" may not be read/ })
  })

  test('folders that are listed as objects are no files, and what is archived is listed with the reason', async () => {
    server.put('folders/table.csv', '', 'folder')
    server.put('folders/table.csv/part.csv', 'n\n1\n')
    server.put('folders/old.csv', '', 'marked')
    server.put('folders/cold.csv', 'n\n1\n', 'Archive')
    const found = await Array.fromAsync((await open('folders')).discover())
    assert.deepEqual(found.map(({ name, unloadable }) => [name, unloadable]).toSorted(), [
      ['cold.csv', 'The object "cold.csv" is archived (Archive) and cannot be read before it is restored.'],
      ['table.csv/part.csv', null],
    ])
  })

  test('a connection that is cut goes on behind the last byte, and an object that is replaced is told', async () => {
    server.put('cut/long.csv', longText)
    const opened = await open('cut')
    let gets = 0
    server.intervene = ({ kind }) => (kind === 'get' && (gets += 1) === 1 ? { cut_after: 100_000 } : null)
    assert.equal(await sum(opened, 'long.csv'), longSum)
    assert.ok(server.seen.some(({ range }) => range !== null && !range.startsWith('bytes=0-')))
    const again = await open('cut')
    gets = 0
    server.intervene = ({ kind }) => {
      if (kind === 'get' && (gets += 1) === 1) server.put('cut/long.csv', longText.replaceAll('x', 'y'))
      return null
    }
    await assert.rejects(sum(again, 'long.csv'), {
      message: /^The object "long.csv" was replaced while it was read/,
    })
  })

  test('what the server refuses is said in sentences without secrets', async () => {
    const { connection } = server
    const tried = (changed: object) => abfs.test({ ...connection, ...changed }, null, boundsIn(folder))
    await assert.rejects(tried({ uri: 'az://other' }), /no container "other" in the account "lakeaccount"/)
    const otherKey = Buffer.from('another key of this account, of which the server knows nothing').toString(
      'base64',
    )
    await assert.rejects(tried({ secret_key: otherKey }), (error) => {
      assert.ok(error instanceof Error)
      assert.match(error.message, /is no key of the account "lakeaccount"/)
      assert.ok(!error.message.includes(otherKey))
      return true
    })
    server.intervene = () => ({ status: 403, code: 'AuthorizationPermissionMismatch' })
    await assert.rejects(tried({}), /may not list the bucket "lake"\. Allow them to \(List\)/)
  })

  test('a uri or a key that cannot be meant is refused before anything is asked', async () => {
    const tried = (changed: object) => abfs.test({ ...server.connection, ...changed }, null, boundsIn(folder))
    await assert.rejects(tried({ uri: 'lake' }), /names its container, such as abfss:/)
    await assert.rejects(
      tried({ uri: 'abfss://lake@other.dfs.core.windows.net/raw' }),
      /another storage account \(other\) than access_key \(lakeaccount\)/,
    )
    await assert.rejects(tried({ access_key: 'Lake Account' }), /is the name of the storage account/)
    await assert.rejects(tried({ secret_key: 'not base64!' }), /is a key of the storage account, in Base64/)
    await assert.rejects(
      tried({ parameters: { endpoint: 'http://169.254.169.254/lakeaccount' } }),
      /no source is read there/,
    )
    assert.equal(server.seen.length, 0)
  })
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { connectors } from '../../src/connectors/registry.ts'
import type { Machine } from '../../src/connectors/shared/machine.ts'
import { azureSpeech, issuedToken } from '../harness/azure-speech.ts'
import { boundsIn } from '../harness/example-stores.ts'
import { numberFrom } from '../harness/file-objects.ts'
import { answering, startHttpSink, type HttpSink } from '../harness/http-sink.ts'
import { ObjectServer } from '../harness/object-server.ts'

const all = ['web_identity', 'instance'] as const

describe('a container of Azure is read with the credentials of this machine', () => {
  let server: ObjectServer
  let azure: HttpSink
  let folder: string
  let variables: Record<string, string>

  before(async () => {
    server = await ObjectServer.start(azureSpeech)
    server.put('a.csv', 'n\n1\n')
    folder = mkdtempSync(join(tmpdir(), 'assay-azure-credentials-'))
  })
  beforeEach(async () => {
    azure = await startHttpSink()
    variables = {}
  })
  afterEach(() => azure.close())
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const read = async (
    credentials: string,
    changed: object = {},
    allowed: Machine['allowed'] = all,
  ): Promise<number> => {
    const connection = {
      uri: 'abfss://lake@lakeaccount.dfs.core.windows.net',
      parameters: { ...server.connection.parameters, credentials },
      ...changed,
    }
    const target = { database: null, schema: null, root_path: '/' }
    const bounds = { ...boundsIn(folder), machine: { allowed, variables } }
    const session = await connectors.get('abfs').open(connection, target, bounds)
    try {
      return await numberFrom(session, 'a.csv', 'sum(n)')
    } finally {
      await session.close()
    }
  }
  const asked = () => {
    const [request] = azure.received
    const url = new URL(request?.path ?? '/', azure.url)
    return { path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request?.headers }
  }

  test('its managed identity, by the metadata of an instance', async () => {
    variables['AZURE_POD_IDENTITY_AUTHORITY_HOST'] = azure.url
    azure.answer = answering(200, { access_token: issuedToken, expires_in: '86399' })
    assert.equal(await read('instance'), 1)
    assert.equal(await read('instance'), 1)
    assert.equal(azure.received.length, 1)
    const { path, query, headers } = asked()
    assert.equal(path, '/metadata/identity/oauth2/token')
    assert.deepEqual(query, { 'api-version': '2018-02-01', resource: 'https://storage.azure.com/' })
    assert.equal(headers?.metadata, 'true')
  })

  test('one of its managed identities, by the server of an App Service', async () => {
    variables['IDENTITY_ENDPOINT'] = `${azure.url}/msi/token`
    variables['IDENTITY_HEADER'] = 'secret-of-the-app'
    const expires_on = String(Math.floor(Date.now() / 1000) + 3600)
    azure.answer = answering(200, { access_token: issuedToken, expires_on })
    assert.equal(await read('instance', { access_key: 'client-7' }), 1)
    assert.equal(azure.received.length, 1)
    const { path, query, headers } = asked()
    assert.equal(path, '/msi/token')
    assert.deepEqual(query, {
      'api-version': '2019-08-01',
      resource: 'https://storage.azure.com/',
      client_id: 'client-7',
    })
    assert.equal(headers?.['x-identity-header'], 'secret-of-the-app')
  })

  test('its workload identity, by the token of its pod', async () => {
    await assert.rejects(read('web_identity'), /This machine has no workload identity/)
    const file = join(folder, 'token')
    writeFileSync(file, 'eyJ.pod\n')
    Object.assign(variables, {
      AZURE_FEDERATED_TOKEN_FILE: file,
      AZURE_TENANT_ID: 'contoso.example',
      AZURE_CLIENT_ID: 'client-1',
      AZURE_AUTHORITY_HOST: `${azure.url}/`,
    })
    azure.answer = answering(200, { access_token: issuedToken, expires_in: 3600 })
    assert.equal(await read('web_identity'), 1)
    assert.equal(asked().path, '/contoso.example/oauth2/v2.0/token')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(azure.received[0]?.text)), {
      grant_type: 'client_credentials',
      client_id: 'client-1',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'eyJ.pod',
      scope: 'https://storage.azure.com/.default',
    })
    azure.answer = answering(401, { error: 'invalid_client', error_description: 'AADSTS70021 of client-2' })
    await assert.rejects(read('web_identity', { access_key: 'client-2' }), {
      message:
        /^Microsoft Entra refused the workload identity of this machine \(invalid_client\)\. See whether/,
    })
  })

  test('a machine without a managed identity is told of', async () => {
    variables['AZURE_POD_IDENTITY_AUTHORITY_HOST'] = azure.url
    azure.answer = answering(400, { error: 'invalid_request', error_description: 'Identity not found' })
    await assert.rejects(read('instance'), {
      message: /gives out no token \(status 400\): it has no managed identity/,
    })
  })

  test('they are for those whom the setting allows them, and for servers of Azure alone', async () => {
    variables['AZURE_POD_IDENTITY_AUTHORITY_HOST'] = azure.url
    await assert.rejects(read('instance', {}, ['web_identity']), /ASSAY_MACHINE_CREDENTIALS/)
    await assert.rejects(read('web_identity', {}, ['instance']), /ASSAY_MACHINE_CREDENTIALS/)
    const to = (uri: string, endpoint?: string) =>
      read('instance', { uri, parameters: { credentials: 'instance', ...(endpoint && { endpoint }) } })
    const account = 'abfss://lake@lakeaccount.dfs.core.windows.net'
    await assert.rejects(
      to('abfss://lake@lakeaccount.blobs.example'),
      /vendor’s own servers, and not to lakeaccount\.blobs/,
    )
    await assert.rejects(to('abfss://lake@lakeaccount.blob.core.windows.net.example'), /vendor’s own servers/)
    await assert.rejects(to(account, 'https://blobs.example'), /vendor’s own servers/)
    await assert.rejects(to(account, 'http://lakeaccount.blob.core.windows.net'), /https:\/\/ as endpoint/)
    await assert.rejects(to('az://lake'), /credentials of this machine the uri .* names the storage account/)
    assert.deepEqual(azure.received, [])
  })
})

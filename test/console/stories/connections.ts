import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { machineCredentials, type MachineCredentials } from '../../../src/connectors/shared/machine.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { keepPictures } from '../../harness/page-look.ts'

/** How connections to stores sign in. */
export function connections(shared: () => ConsoleInBrowser): void {
  /** The body of the next request of this kind that the page sends while `act` goes on. */
  const sentBy = async (page: Page, method: string, path: RegExp, act: () => Promise<void>) => {
    const request = page.waitForRequest((one) => one.method() === method && path.test(one.url()))
    await act()
    return (await request).postDataJSON()
  }
  /** Several lines, as nothing else is read. */
  const pem = (kind: string) => `-----BEGIN ${kind}-----\nMIIB\n-----END ${kind}-----`
  /** Lets connections use these credentials of the machine; none, as at first, when nothing is given. */
  const allow = (...allowed: MachineCredentials[]): void => {
    const { environment } = shared().app
    environment.sources = { ...environment.sources, machine: { allowed, variables: {} } }
  }
  const labels = (page: Page) => page.getByRole('main').locator('label').allInnerTexts()

  test('a bucket is signed into as one chooses, with the members of that choice alone', async () => {
    allow(...machineCredentials)
    const page = await shared().open('/datastores/new?type=s3', { refused: [400, 422] })
    const way = page.getByLabel('Signs in by')
    const tried = () =>
      sentBy(page, 'POST', /\/datastores\/connection$/, () =>
        page.getByRole('button', { name: 'Test', exact: true }).click(),
      )
    await page.getByLabel('Name').fill('Lake')
    await page.getByLabel('Bucket', { exact: true }).fill('s3://lake')
    await page.getByLabel('Server, where it is not the vendor’s').fill('http://127.0.0.1:9')
    await page.getByLabel('Folder in the bucket').fill('/')
    await page.getByLabel('Access key').fill('AKIA')
    await page.getByLabel('Secret key').fill('unseen')
    await page.getByLabel('Session token').fill('ends soon')
    assert.equal(await page.getByLabel('Session token').getAttribute('type'), 'password')
    assert.equal(await page.getByLabel('External id').count(), 0, 'without a role it means nothing')
    await page.getByLabel('Role to take').fill('arn:aws:iam::123456789012:role/reader')
    await page.getByLabel('External id').fill('assay')
    await page.getByLabel('Server that gives the role').fill('http://127.0.0.1:7')
    const place = { type: 's3', name: 'Lake', uri: 's3://lake' }
    const endpoint = 'http://127.0.0.1:9'
    const role = { role_arn: 'arn:aws:iam::123456789012:role/reader', external_id: 'assay' }
    const sts_endpoint = 'http://127.0.0.1:7'
    const keys = { access_key: 'AKIA', secret_key: 'unseen', session_token: 'ends soon' }
    const byKeys = await tried()
    assert.deepEqual(byKeys.connection, {
      ...place,
      ...keys,
      parameters: { endpoint, ...role, sts_endpoint },
    })
    await assertAccessible(page)
    await keepPictures(page, '/new-datastore-s3-keys')

    const authority = page.getByLabel('Certificate of its authority')
    await authority.fill(pem('CERTIFICATE'))
    const { connection: behindOwn } = await tried()
    assert.equal(behindOwn.parameters.sslrootcert, pem('CERTIFICATE'))
    await page.getByText('An endpoint of http:// shows no certificate').waitFor()
    await authority.fill('')
    await page.getByLabel('Role to take').fill('')
    await way.selectOption('profile')
    await page.getByLabel('Profile').fill('lake')
    assert.equal(await page.getByLabel('Access key').count(), 0)
    // What was offered a moment ago may be allowed no more.
    allow()
    const byProfile = await tried()
    assert.deepEqual(byProfile.connection, {
      ...place,
      parameters: { endpoint, profile: 'lake', credentials: 'profile' },
    })
    await page.getByText('Connections may not use credentials of this machine of the kind profile').waitFor()
    await keepPictures(page, '/new-datastore-s3-profile')
    await page.close()
    shared().assertQuiet()
  })

  test('each type of store asks for what it signs in with', async () => {
    allow(...machineCredentials)
    const page = await shared().open('/datastores/new?type=gcs', { refused: [400] })
    const way = page.getByLabel('Signs in by')
    await way.selectOption('service_account')
    assert.equal(
      await page.getByLabel('Text of the JSON file of its key').getAttribute('type'),
      'password',
      'a key of a service account is a secret',
    )
    assert.equal(await page.getByLabel('Secret key').count(), 0)
    await way.selectOption('instance')
    assert.deepEqual((await labels(page)).slice(-5), [
      'Server, where it is not the vendor’s',
      'Signs in by',
      'Folder in the bucket',
      'Team that may use it',
      'It only receives results of other datastores, and is not scanned',
    ])

    await page.getByLabel('Type').selectOption('abfs')
    await page.getByLabel('Storage account').waitFor()
    await way.selectOption('application')
    for (const label of ['Tenant of the application', 'Client id', 'Secret of the application'])
      assert.equal(await page.getByLabel(label).getAttribute('required'), '')
    await assertAccessible(page)
    await keepPictures(page, '/new-datastore-abfs-application')

    await page.getByLabel('Type').selectOption('athena')
    await page.getByLabel('Workgroup', { exact: true }).waitFor()
    await way.selectOption('keys')
    assert.equal(await page.getByLabel('Secret key').getAttribute('type'), 'password')
    assert.equal(await page.getByLabel('Data catalogue').getAttribute('required'), '')
    await assertAccessible(page)

    await page.getByLabel('Type').selectOption('databricks')
    await page.getByLabel('SQL warehouse').waitFor()
    assert.equal(await page.getByLabel('Client id').count(), 0)
    await way.selectOption('service_principal')
    assert.equal(await page.getByLabel('Client id').getAttribute('required'), '')
    assert.equal(await page.getByLabel('Secret of the service principal').getAttribute('type'), 'password')
    await assertAccessible(page)

    await page.getByLabel('Type').selectOption('spark')
    assert.equal(await page.getByLabel('Token').getAttribute('type'), 'password')
    assert.equal(await page.getByLabel('Port').getAttribute('placeholder'), '15002')
    await page.getByLabel('Encryption').selectOption('verify-full')
    await page.getByLabel('Type').selectOption('redshift')
    await page.getByLabel('Password').waitFor()
    assert.equal(await page.getByLabel('Port').getAttribute('placeholder'), '5439')
    await page.getByLabel('Name').fill('Warehouse')
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByLabel('Port').fill('9')
    await page.getByLabel('User', { exact: true }).fill('reader')
    await page.getByLabel('Encryption').selectOption('require')
    const authority = page.getByLabel('Certificate of another authority')
    assert.equal(await authority.count(), 0, 'no certificate is looked at')
    await page.getByLabel('Encryption').selectOption('verify-full')
    await authority.fill(pem('CERTIFICATE'))
    const listed = await sentBy(page, 'POST', /\/connections\/catalogs$/, () =>
      page.getByRole('button', { name: 'List its databases' }).click(),
    )
    await page.getByRole('status').filter({ hasText: '127.0.0.1:9' }).waitFor()
    assert.deepEqual(listed, {
      type: 'redshift',
      name: 'Warehouse',
      host: '127.0.0.1',
      port: 9,
      username: 'reader',
      parameters: { sslmode: 'verify-full', sslrootcert: pem('CERTIFICATE') },
    })
    await page.close()
    shared().assertQuiet()
  })

  test('Snowflake is signed into by a key or a token, and what is sent names the way', async () => {
    const page = await shared().open('/datastores/new?type=snowflake', { refused: [400, 422] })
    const way = page.getByLabel('Signs in by')
    const listed = async () =>
      (await sentBy(page, 'POST', /\/connections\/catalogs$/, () =>
        page.getByRole('button', { name: 'List its databases' }).click(),
      )) as object
    await page.getByLabel('Name').fill('Lake')
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByLabel('User', { exact: true }).fill('reader')
    await page.getByLabel('Private key of the user').fill(pem('PRIVATE KEY'))
    const place = { type: 'snowflake', name: 'Lake', host: '127.0.0.1' }
    const byKey = await listed()
    assert.deepEqual(byKey, { ...place, username: 'reader', credentials_payload: pem('PRIVATE KEY') })
    await page.getByRole('status').filter({ hasText: 'private key of RSA' }).waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/new-datastore-snowflake-key')

    await way.selectOption('refresh_token')
    await page.getByLabel('Refresh token').fill('lasting')
    await page.getByLabel('Client id').fill('the client')
    await page.getByLabel('Client secret').fill('unseen')
    const parameters = { authentication: 'refresh_token' }
    const client = { password: 'lasting', access_key: 'the client', secret_key: 'unseen' }
    assert.deepEqual(await listed(), { ...place, ...client, parameters })
    await page.close()
    shared().assertQuiet()
  })

  test('what the service’s machine is known by is offered as the service allows it, to Managers as to Admins', async () => {
    const { app, open } = shared()
    const ways = async (token?: string) => {
      const page = await open('/datastores/new?type=s3', token === undefined ? {} : { token })
      await page.getByLabel('Signs in by').waitFor()
      await page.waitForLoadState('networkidle')
      const values = await page
        .getByLabel('Signs in by')
        .locator('option')
        .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
      await page.close()
      return values
    }
    for (const token of [undefined, await app.user('Manager')]) {
      allow('profile', 'instance')
      assert.deepEqual(await ways(token), ['keys', 'profile', 'instance'])
      allow()
      assert.deepEqual(await ways(token), ['keys'])
    }
    shared().assertQuiet()
  })

  test('a stored connection signs in as before until another way is chosen, which takes the place of the old one whole', async () => {
    const { app, open } = shared()
    const { body: made } = await app.ask('POST', '/api/connections', {
      type: 's3',
      name: 'ending keys',
      uri: 's3://lake',
      access_key: 'AKIA',
      secret_key: 'unseen',
      session_token: 'ends soon',
      parameters: { region: 'eu-central-1' },
    })
    allow(...machineCredentials)
    const page = await open('/settings', { refused: [422] })
    const sheet = page.getByRole('dialog')
    const changed = () =>
      sentBy(page, 'PUT', /\/connections\/\d+$/, () => sheet.getByRole('button', { name: 'Save' }).click())
    const opened = () => page.getByRole('button', { name: 'Change ending keys' }).click()
    await opened()
    assert.equal(await sheet.getByLabel('Access key').count(), 0)
    await sheet.getByLabel('Region').fill('eu-west-1')
    assert.deepEqual(await changed(), { parameters: { region: 'eu-west-1' } })
    await page.getByText('ending keys is changed.').waitFor()

    await opened()
    await sheet.getByLabel('Bucket', { exact: true }).fill('s3://other')
    await changed()
    await sheet.getByText(/Give access_key again/).waitFor()
    await keepPictures(page, '/settings-change-bucket')
    await sheet.getByLabel('Signs in by').selectOption('keys')
    await sheet.getByLabel('Access key').fill('AKIA2')
    await sheet.getByLabel('Secret key').fill('unseen too')
    assert.deepEqual(await changed(), {
      uri: 's3://other',
      access_key: 'AKIA2',
      secret_key: 'unseen too',
      session_token: null,
      parameters: { region: 'eu-west-1' },
    })
    await sheet.waitFor({ state: 'detached' })

    await opened()
    await sheet.getByLabel('Signs in by').selectOption('web_identity')
    await sheet.getByLabel('Role to take').fill('arn:aws:iam::123456789012:role/reader')
    await assertAccessible(page)
    await changed()
    await sheet.waitFor({ state: 'detached' })
    const { body: kept } = await app.ask('GET', `/api/connections/${made.id}`)
    assert.deepEqual(kept.parameters, {
      region: 'eu-west-1',
      credentials: 'web_identity',
      role_arn: 'arn:aws:iam::123456789012:role/reader',
    })
    const { body: log } = await app.ask(
      'GET',
      `/api/activity?resource_type=connection&resource_id=${made.id}&size=1`,
    )
    assert.deepEqual(log.items[0].details.changed.toSorted(), ['access_key', 'parameters', 'secret_key'])
    assert.equal((await app.ask('DELETE', `/api/connections/${made.id}`)).status, 204)
    allow()
    await page.close()
    shared().assertQuiet()
  })
}

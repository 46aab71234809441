import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { roles, teamPermissions, type Role, type TeamPermission } from '../../../src/model/principal.ts'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { answered, chooseBy } from '../../harness/page-look.ts'
import { csv, type Source, type WorkingApp } from '../../harness/working-app.ts'
import { may, needOf } from '../../permissions/needs.ts'

/** An act of a page: the words of its button, and the request that it makes. */
interface Act {
  words: string | RegExp
  endpoint: string
  when?: string
  /** True: it is there only while something goes on, and is looked at when it is. */
  passing?: true
  /** The request that shows where it is done (default: that of the page). */
  in?: string
  /** True: a link for who may do it, and a disabled button for others. */
  way?: true
  /** The menu in which it is. */
  menu?: string
  /** What is written or chosen first, by label: without it the act is disabled for everybody. */
  after?: { label: string; write: string } | { label: string; find: string }
}

const plainFlow = 'it starts no runs'

/** What anybody needs who writes a check. */
const ofDrafts = { endpoint: 'POST /quality-checks', when: 'the check is a draft' }

const ofConnections: Act[] = [
  { words: /^Test/, endpoint: 'POST /connections/{id}/test' },
  { words: /^Change/, endpoint: 'PUT /connections/{id}' },
]

/** Pages, the request without which there is nothing to see on them, and what can be done there. */
const pages: { address: string; reads: string; acts: Act[] }[] = [
  {
    address: '/anomalies/MASKED',
    reads: 'GET /anomalies/{id}',
    acts: [
      {
        words: 'Acknowledge',
        endpoint: 'PUT /anomalies/{id}',
        when: 'the status, the assignees or the tags are changed',
      },
      {
        words: /^to me/,
        menu: 'Assign',
        endpoint: 'PUT /anomalies/{id}',
        when: 'the status, the assignees or the tags are changed',
      },
      {
        words: /^to somebody/,
        menu: 'Assign',
        endpoint: 'PUT /anomalies/{id}',
        when: 'the status, the assignees or the tags are changed',
      },
      {
        words: 'Note and tags',
        endpoint: 'PUT /anomalies/{id}',
        when: 'the status, the assignees or the tags are changed',
      },
      { words: 'Add the comment', endpoint: 'POST /anomalies/{id}/comments' },
      ...['Resolved', 'Duplicate', 'Invalid', 'Discarded'].map((status) => ({
        words: new RegExp(`^as ${status}`),
        endpoint: 'DELETE /anomalies',
        menu: 'Archive',
      })),
      {
        words: /^Show masked values/,
        endpoint: 'GET /anomalies/{id}/source-record',
        when: '`include_masked` is true',
      },
    ],
  },
  {
    address: '/checks/1',
    reads: 'GET /quality-checks/{id}',
    acts: [
      { words: 'Edit and try', way: true, ...ofDrafts },
      {
        words: 'Make it a draft',
        endpoint: 'PUT /quality-checks/{id}',
        when: 'the check is active, or becomes so',
      },
      { words: 'Scan orders.csv now', endpoint: 'POST /operations/run' },
      { words: /^as no longer needed/, endpoint: 'DELETE /quality-checks', menu: 'Archive' },
      { words: /^as never right/, endpoint: 'DELETE /quality-checks', menu: 'Archive' },
    ],
  },
  {
    address: '/runs/2',
    reads: 'GET /operations/{id}',
    acts: [{ words: 'Run again', endpoint: 'PUT /operations/rerun/{id}' }],
  },
  {
    address: '/datastores/1',
    reads: 'GET /datastores/{id}',
    acts: [
      { words: 'Scan all of it', endpoint: 'POST /operations/run' },
      { words: 'Sync all of it', endpoint: 'POST /operations/run' },
      { words: 'Profile all of it', endpoint: 'POST /operations/run' },
      { words: 'Run with settings', endpoint: 'POST /operations/run', menu: 'More' },
      { words: 'Export or copy', endpoint: 'POST /operations/run', menu: 'More' },
      { words: 'Compute a file', endpoint: 'POST /containers', menu: 'More' },
      {
        words: 'Change where results go',
        endpoint: 'PATCH /datastores/{id}/enrichment/{enrichment_id}',
        menu: 'More',
      },
      {
        words: 'Change the compute',
        menu: 'More',
        endpoint: 'PUT /datastores/{id}',
        when: 'the connection, the database, the schema, the folder or the compute is changed',
      },
      {
        words: 'Change the datastore',
        menu: 'More',
        endpoint: 'PUT /datastores/{id}',
        when: 'what is changed leads nowhere else',
      },
      { words: 'Delete', endpoint: 'DELETE /datastores/{id}', menu: 'More' },
    ],
  },
  {
    address: '/fields/1',
    reads: 'GET /fields/{id}',
    acts: [
      { words: 'New check', way: true, ...ofDrafts },
      { words: 'Mask its values', endpoint: 'PUT /fields/{id}', menu: 'More' },
      { words: 'Exclude it', endpoint: 'DELETE /fields/{id}', menu: 'More' },
      { words: 'Scan orders.csv', endpoint: 'POST /operations/run' },
      { words: 'Profile orders.csv', endpoint: 'POST /operations/run' },
      { words: 'Run with settings', endpoint: 'POST /operations/run', menu: 'More' },
      { words: 'Export or copy', endpoint: 'POST /operations/run', menu: 'More' },
    ],
  },
  {
    address: '/containers/1',
    reads: 'GET /containers/{id}',
    acts: [
      { words: 'New check', way: true, ...ofDrafts },
      { words: 'Scan orders.csv', endpoint: 'POST /operations/run' },
      { words: 'Profile orders.csv', endpoint: 'POST /operations/run' },
      { words: 'Run with settings', endpoint: 'POST /operations/run', menu: 'More' },
      { words: 'Export or copy', endpoint: 'POST /operations/run', menu: 'More' },
      { words: 'Change its settings', endpoint: 'PUT /containers/{id}', menu: 'More' },
    ],
  },
  {
    address: '/checks',
    reads: 'GET /quality-checks',
    acts: [{ words: 'New check', way: true, ...ofDrafts }],
  },
  {
    address: '/flows/1',
    reads: 'GET /flows/{id}',
    acts: [
      { words: 'Run now', endpoint: 'POST /flows/{id}/execute' },
      { words: /^Turn off/, endpoint: 'PATCH /flows/{id}/deactivated' },
      { words: 'Change', endpoint: 'PUT /flows/{id}', when: plainFlow },
      { words: 'Clone', endpoint: 'POST /flows/{id}/clone', when: plainFlow },
      { words: 'Delete', endpoint: 'DELETE /flows/{id}' },
      { words: /^Abort/, endpoint: 'POST /flows/executions/{id}/abort', passing: true },
      { words: 'Mute', endpoint: 'PATCH /flows/actions/notification/{id}/muted' },
    ],
  },
  {
    address: '/flows/1/edit',
    reads: 'GET /flows/{id}',
    acts: [
      { words: 'Save', endpoint: 'PUT /flows/{id}', when: plainFlow },
      { words: 'Send a test', endpoint: 'POST /flows/actions/notifications/test' },
    ],
  },
  {
    address: '/flows',
    reads: 'GET /flows',
    acts: [
      { words: 'New flow', endpoint: 'POST /flows', when: plainFlow },
      { words: /^Turn o/, endpoint: 'PATCH /flows/{id}/deactivated' },
    ],
  },
  {
    address: '/teams',
    reads: 'GET /users/me',
    acts: [
      { words: 'New team', endpoint: 'POST /teams' },
      { words: /^Change/, endpoint: 'PUT /teams/{id}', in: 'GET /teams' },
    ],
  },
  // Managers see all connections; others those of the datastores that they see.
  { address: '/settings', reads: 'GET /datastores/{id}', acts: ofConnections },
  { address: '/settings?view=connections', reads: 'POST /connections', acts: ofConnections },
  {
    address: '/settings?view=tags',
    reads: 'GET /global-tags',
    acts: [
      { words: 'Make the tag', endpoint: 'POST /global-tags' },
      { words: /^Change/, endpoint: 'PUT /global-tags/{name}' },
      { words: /^Delete/, endpoint: 'DELETE /global-tags/{name}' },
    ],
  },
  {
    address: '/tokens',
    reads: 'GET /user-tokens',
    acts: [
      {
        words: /^Revoke/,
        endpoint: 'PUT /user-tokens/{id}',
        when: "the token is the caller's own",
      },
      {
        words: /^Restore/,
        endpoint: 'PUT /user-tokens/{id}',
        when: "the token is somebody else's, or becomes active again",
      },
      {
        words: 'Make a token',
        endpoint: 'POST /user-tokens',
        when: "the token is the caller's own",
        after: { label: 'Name of the token', write: 'for a script' },
      },
    ],
  },
  {
    address: '/people',
    reads: 'GET /users',
    acts: [
      { words: /^Remove/, endpoint: 'DELETE /users/{id}' },
      { words: 'Make the user', endpoint: 'POST /users', after: { label: 'Signs in as', write: 'somebody' } },
    ],
  },
  {
    address: '/schedules',
    reads: 'GET /datastores/{id}',
    acts: [
      {
        words: /^Turn o/,
        endpoint: 'PUT /operations/schedule/{id}',
        when: 'the schedule stays with its datastore',
      },
      {
        words: /^Change/,
        endpoint: 'PUT /operations/schedule/{id}',
        when: 'the schedule stays with its datastore',
      },
      { words: /^Delete/, endpoint: 'DELETE /operations/schedule/{id}' },
      {
        words: 'Schedule it',
        endpoint: 'POST /operations/schedule',
        after: { label: 'Datastore', find: 'source 1' },
      },
    ],
  },
  {
    address: '/checks/1/edit',
    reads: 'GET /quality-checks/{id}',
    acts: [
      {
        words: 'Save',
        endpoint: 'PUT /quality-checks/{id}',
        when: 'the check is active, or becomes so',
      },
      {
        words: 'Save as a draft',
        endpoint: 'PUT /quality-checks/{id}',
        when: 'the check is active, or becomes so',
      },
    ],
  },
  {
    address: '/checks/new?container=1&fields=amount&rule=notNegative',
    reads: 'GET /containers/{id}',
    acts: [
      {
        words: 'Save and activate',
        endpoint: 'POST /quality-checks',
        when: 'the check is not a draft',
      },
      { words: 'Save as a draft', endpoint: 'POST /quality-checks', when: 'the check is a draft' },
    ],
  },
  {
    address: '/promote?source=1&container=1&destination=SECOND&into=THERE',
    reads: 'GET /containers/{id}',
    acts: [{ words: 'Show the plan', endpoint: 'POST /operations/run' }],
  },
  {
    address: '/datastores/new?type=local',
    reads: 'GET /users/me',
    acts: [
      { words: 'Add and sync', endpoint: 'POST /datastores' },
      { words: 'Test', endpoint: 'POST /datastores/connection' },
    ],
  },
]

/** In an ordinary run one in the middle of the permissions and one of the roles; all under ASSAY_FULL. */
const isFull = process.env['ASSAY_FULL'] === '1'
const callers: [Role, TeamPermission | null][] = isFull
  ? roles
      .flatMap((role) => [null, ...teamPermissions].map((permission) => [role, permission] as const))
      .map(([...one]) => one)
  : [
      ['Member', 'Author'],
      ['Manager', null],
    ]

/** An anomaly of orders.csv with a failing row, one of whose fields is masked. */
async function anomalyWithMaskedField(app: WorkingApp, source: Source, container: number): Promise<number> {
  await app.check(source, 'orders.csv', {
    rule: 'greaterThan',
    fields: ['amount'],
    properties: { value: 10 },
  })
  await app.scan(source)
  const { body: fields } = await app.ask('GET', `/api/containers/${container}/fields`)
  const amount = fields.find(({ name }: { name: string }) => name === 'amount')
  await app.ask('PUT', `/api/fields/${amount.id}`, { status: 'masked' })
  const { body: found } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
  return found.items[0].id
}

/** Goes to another page of the console without loading it anew. */
const goTo = (page: Page, address: string) => page.evaluate(`history.pushState({}, '', '/console${address}')`)

/** What each person can do on the pages. */
export function rights(shared: () => ConsoleInBrowser): void {
  for (const [role, permission] of callers) {
    const who = permission === null ? role : `${role} who is ${permission} on the datastore`
    test(`a ${who} finds the acts disabled that the API would refuse, and no others`, async () => {
      const { app, open } = shared()
      const second = await app.source({ 'orders.csv': csv(['id', 'amount'], [[1, 2]]) })
      const there = (await app.containers(second)).get('orders.csv') ?? assert.fail('no orders.csv')
      const masked = await anomalyWithMaskedField(app, second, there)
      const where = [1, second.datastore_id]
      const token = await app.user(role, permission === null ? {} : { [permission]: where })
      for (const name of ['in force', 'revoked']) {
        const made = await app.ask('POST', '/api/user-tokens', { name }, token)
        assert.equal(made.status, 201, JSON.stringify(made.body))
        if (name === 'revoked')
          await app.ask('PUT', `/api/user-tokens/${made.body.id}`, { active: false }, token)
      }
      const schedule = { datastore_id: 1, type: 'scan', name: `for a ${who}`, crontab: '0 3 * * *' }
      const { body: scheduled } = await app.ask('POST', '/api/operations/schedule', schedule)
      await app.ask('POST', '/api/global-tags', { name: `of a ${who}` })
      const page = await open('/tokens', { token, refused: [403, 404] })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const caller = { role, permission, where: 'own' as const }
      const found: unknown[] = []
      const due: unknown[] = []
      for (const { address, reads, acts } of pages) {
        if (!may(needOf({ endpoint: reads }), caller)) continue
        await goTo(
          page,
          address
            .replace('SECOND', String(second.datastore_id))
            .replace('THERE', String(there))
            .replace('MASKED', String(masked)),
        )
        // Pages have acts of the same words: until this one is drawn, those of the last are there.
        await answered(page)
        const main = page.getByRole('main')
        for (const { words, in: place = reads, passing, way, after, menu, ...request } of acts) {
          if (!may(needOf({ endpoint: place }), caller)) continue
          if (menu !== undefined) await main.getByRole('button', { name: menu }).click()
          const kind = menu === undefined ? 'button' : 'menuitem'
          const button = way
            ? main.locator('.button', { hasText: words })
            : main.getByRole(kind, { name: words, exact: true })
          if (passing && (await button.count()) === 0) continue
          await button.first().waitFor()
          if (after !== undefined) {
            if ('write' in after) await main.getByLabel(after.label, { exact: true }).fill(after.write)
            else await chooseBy(main, after.label, after.find)
          }
          const disabled = !may(needOf(request), caller)
          // A form is refused until what it is made of is read, such as the rules of a check.
          if (!way)
            await main
              .getByRole(kind, { name: words, exact: true, disabled })
              .first()
              .waitFor({ timeout: 5000 })
              .catch(() => undefined)
          found.push([address, String(words), await button.first().isDisabled()])
          due.push([address, String(words), disabled])
          if (menu !== undefined) await page.keyboard.press('Escape')
        }
        // A disabled act that is not in the table would be one that nobody compares with the API.
        const names = await main.locator('button[aria-disabled="true"]').allInnerTexts()
        const known = (name: string) =>
          acts.some(({ words }) => (typeof words === 'string' ? words === name : words.test(name)))
        found.push([address, names.filter((name) => !known(name))])
        due.push([address, []])
      }
      assert.deepEqual(found, due)
      assert.ok(found.length > 0)
      await page.close()
      await app.ask('DELETE', `/api/operations/schedule/${scheduled.id}`)
    })
  }

  test('a Reporter is told which permission rows and comments need, and nothing is asked that would be refused', async () => {
    const { app, open, url, assertQuiet } = shared()
    const page = await open('/anomalies/1', { token: await app.user('Member', { Reporter: [1] }) })
    const main = page.getByRole('main')
    const told = (what: string) =>
      main
        .getByText(`${what} not shown. This needs the permission Viewer on the datastore; you have Reporter.`)
        .waitFor()
    await told('Its rows are')
    await told('Comments are')
    await main.getByRole('button', { name: 'Download as CSV', disabled: true }).waitFor()
    await page.goto(`${url}/console/anomalies?show=1`)
    await told('Its rows are')
    await page.goto(`${url}/console/containers/1?tab=rows`)
    await told('Rows are')
    await page.goto(`${url}/console/container-scans/2`)
    await told('Verdicts and failing rows are')
    await answered(page)
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.close()
    assertQuiet()
  })

  test('a Viewer is told at the button that a check is not theirs to write, and nobody is offered masked values where there are none', async () => {
    const { app, open, url, assertQuiet } = shared()
    const page = await open('/checks', { token: await app.user('Member', { Viewer: [1] }) })
    const main = page.getByRole('main')
    const isRefused = async (words: RegExp) => {
      await main.getByRole('button', { name: 'New check', disabled: true }).hover()
      await page.getByRole('tooltip').filter({ hasText: words }).waitFor()
      assert.equal(await main.getByRole('link', { name: /^New check/ }).count(), 0)
    }
    await isRefused(/needs the permission Drafter on a datastore; you have it on none/)
    await page.goto(`${url}/console/containers/1`)
    await main.getByRole('row', { name: /^amount/ }).waitFor()
    await isRefused(/needs the permission Drafter on the datastore; you have Viewer/)
    await main.getByRole('link', { name: 'amount', exact: true }).click()
    await main.getByRole('heading', { name: 'amount' }).waitFor()
    await isRefused(/you have Viewer/)
    await page.goto(`${url}/console/checks/1`)
    await main.getByRole('button', { name: 'Edit and try', disabled: true }).waitFor()
    await page.goto(`${url}/console/anomalies/1`)
    await main
      .getByRole('figure')
      .getByRole('columnheader', { name: /^amount/ })
      .waitFor()
    assert.equal(await page.getByText('Show masked values').count(), 0)
    await page.close()
    assertQuiet()
  })

  test('whoever may not save a form reads so above it, before they fill it in', async () => {
    const { app, open, url, assertQuiet } = shared()
    const forms = [
      ['/datastores/new?type=local', 'Name', /needs the role Manager; you are a Member/],
      ['/flows/new', 'Name', /needs the role Manager; you are a Member/],
      [
        '/checks/new',
        'What it says, in words',
        /needs the permission Drafter on a datastore; you have it on none/,
      ],
      [
        '/checks/new?container=1',
        'What it says, in words',
        /needs the permission Drafter on the datastore; you have Viewer/,
      ],
    ] as const
    const page = await open('/overview', { token: await app.user('Member', { Viewer: [1] }) })
    for (const [address, label, words] of forms) {
      await page.goto(`${url}/console${address}`)
      const why = await page.getByRole('main').getByText(words).first().boundingBox()
      const line = await page.getByLabel(label, { exact: true }).boundingBox()
      assert.ok(why && line && why.y < line.y, address)
    }
    await page.close()
    assertQuiet()
  })
}

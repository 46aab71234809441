import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseBy, doOfMore } from '../../harness/page-look.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { csv } from '../../harness/working-app.ts'

/** From one container to another by a plan. */
export function promote(shared: () => ConsoleInBrowser): void {
  test('checks are promoted as their plan says, without those that it refuses, and a second plan has nothing to do', async () => {
    const { app, open } = shared()
    const here = await app.source({ 'orders.csv': csv(['id', 'amount', 'note'], [[1, 2, 'fine']]) })
    await app.check(here, 'orders.csv', {
      rule: 'notNegative',
      fields: ['amount'],
      description: 'No amount is negative',
    })
    await app.check(here, 'orders.csv', { rule: 'notNull', fields: ['note'] })
    const there = await app.source({ 'orders.csv': csv(['id', 'amount'], [[1, 2]]) })
    const { body: datastore } = await app.ask('GET', `/api/datastores/${there.datastore_id}`)
    const kept = await app.check(there, 'orders.csv', {
      rule: 'notNegative',
      fields: ['amount'],
      description: 'An older description',
    })
    const page = await open(`/containers/${(await app.containers(here)).get('orders.csv')}`)
    await doOfMore(page, 'Promote')
    await chooseBy(page.getByRole('main'), 'To the datastore', datastore.name)
    await page.getByLabel('New checks are').selectOption('active')
    await page.getByRole('button', { name: 'Show the plan' }).click()
    const refused = page.getByRole('region', { name: 'Refused' })
    await refused.getByRole('listitem').waitFor()
    const changed = page.getByRole('region', { name: 'Changed' })
    await changed.getByText('Changes description').click()
    await changed
      .getByRole('row', { name: 'description An older description No amount is negative' })
      .waitFor()
    await assertAccessible(page)
    const read = async () => (await app.ask('GET', `/api/quality-checks/${kept}`)).body.description
    assert.equal(await read(), 'An older description')

    await page.getByLabel('Take along: No amount is negative').uncheck()
    assert.equal(await page.getByRole('button', { name: 'Promote 0 checks' }).isDisabled(), true)
    await page.getByLabel('Take along: No amount is negative').check()
    await page.getByRole('button', { name: 'Promote 1 check', exact: true }).click()
    await changed.getByRole('link', { name: 'see it there' }).waitFor()
    assert.equal(await read(), 'No amount is negative')
    await page.reload()
    await refused.getByText('not tried').waitFor()

    await page.getByLabel('New checks are').selectOption('draft')
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.getByRole('button', { name: 'Promote 1 check', exact: true }).click()
    await page.getByRole('region', { name: 'Created' }).getByRole('link', { name: 'see it there' }).waitFor()
    // The button counts what changes, a promotion all that it looks at.
    await page.getByRole('status').getByText('2 checks: 1 created, 1 the same there').waitFor()
    await page.getByRole('button', { name: 'Plan again' }).click()
    await page.getByRole('heading', { name: 'All 2 are the same there' }).waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('who may not change the source is told so before a plan is asked for', async () => {
    const token = await shared().app.user('Member', { Viewer: [1] })
    const page = await shared().open('/promote?what=tables&source=1', { token })
    await page.getByRole('button', { name: 'Show the plan' }).hover()
    await page.getByRole('tooltip').filter({ hasText: 'you have Viewer' }).waitFor()
    await page.close()
    shared().assertQuiet()
  })
}

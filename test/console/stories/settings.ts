import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realToken, signIn } from '../../harness/browser.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { keepPictures } from '../../harness/page-look.ts'

/** How the service is set up, who may do what, and what was done to a thing. */
export function settings(shared: () => ConsoleInBrowser): void {
  test('an Admin changes the places of a connection, tries it, makes a tag and looks at what waits', async () => {
    const { app, open } = shared()
    const page = await open('/settings', { refused: [422] })
    await page.getByLabel('Places of files 1', { exact: true }).fill('3')
    await page.getByRole('button', { name: 'Save the places of files 1', exact: true }).click()
    await page.getByText('files 1 has 3 places now.').waitFor()
    const { body: kept } = await app.ask('GET', '/api/connections/1')
    assert.equal(kept.max_parallelization, 3)
    await page.getByRole('button', { name: 'Test files 1', exact: true }).click()
    await page.getByText('It answers').waitFor()
    await app.ask('POST', '/api/connections', {
      type: 'postgresql',
      name: 'shop',
      host: 'db.invalid',
      username: 'reader',
      password: 'not to be seen',
    })
    await page.reload()
    await page.getByRole('button', { name: 'Change shop' }).click()
    const sheet = page.getByRole('dialog')
    assert.equal(await sheet.getByLabel('Password').inputValue(), '')
    await sheet.getByLabel('Host').fill('other.invalid')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.getByText(/^Give password again, or null to remove it/).waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/settings-change-connection')
    await sheet.getByLabel('Host').fill('db.invalid')
    await sheet.getByLabel('Port').fill('5433')
    await sheet.getByLabel('Password').fill('given again')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('shop is changed.').waitFor()
    await page.getByText('reader at db.invalid:5433').waitFor()
    await page.getByRole('button', { name: 'Delete shop' }).click()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete shop' }).click()
    await page.getByText('shop is deleted.').waitFor()

    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByLabel('Name of the tag').fill('month end')
    await page.getByLabel('Adds to the weight').selectOption('+4')
    await page.getByRole('button', { name: 'Make the tag' }).click()
    await page.getByText('month end is a tag now.').waitFor()
    const { body: tag } = await app.ask('GET', '/api/global-tags/month%20end')
    assert.equal(tag.weight_modifier, 4)
    await page.getByRole('button', { name: 'Change month end' }).click()
    await sheet.getByLabel('Adds to the weight').selectOption('-3')
    await sheet.getByLabel('Colour').fill('#1D55C4')
    await assertAccessible(page)
    await keepPictures(page, '/settings-change-tag')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('month end is changed.').waitFor()
    const { body: changed } = await app.ask('GET', '/api/global-tags/month%20end')
    assert.deepEqual([changed.weight_modifier, changed.color], [-3, '#1D55C4'])
    await page.getByRole('button', { name: 'Delete month end' }).click()
    await page.getByRole('button', { name: 'Delete the tag' }).click()
    await page.getByText('month end is deleted.').waitFor()

    await page.getByRole('link', { name: 'Service', exact: true }).click()
    const { body: configuration } = await app.ask('GET', '/api/configuration')
    await page.getByText(`${configuration.workload.units_waiting}`, { exact: true }).first().waitFor()
    assert.equal(await page.getByRole('row').count(), configuration.settings.length + 1)
    await page.close()
    shared().assertQuiet()
  })

  test('the rights of everybody are shown as they count, with where they come from, and the log by what was done to a thing', async () => {
    const { app, open } = shared()
    const drafter = await app.user('Member', { Viewer: [1], Drafter: [1] })
    const page = await open(`/rights?name=${drafter}`)
    const held = page.getByRole('row', { name: new RegExp(drafter) }).getByText('Drafter', { exact: true })
    const origin = (await held.getAttribute('title')) ?? ''
    assert.match(
      origin,
      new RegExp(`By the team ${drafter} Drafter \\(Drafter\\) and the team ${drafter} Viewer`),
    )

    // The newest entry, however long the log is.
    await app.ask('PUT', '/api/connections/1', { max_parallelization: 2 })
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('link', { name: 'history of connection 1' }).first().click()
    const { body: log } = await app.ask('GET', '/api/activity?resource_type=connection&resource_id=1')
    await page.getByText(`${log.total} entries`).waitFor()
    await page.getByText('update connection').first().waitFor()
    await page.reload()
    await page.getByText(`${log.total} entries`).waitFor()
    assert.equal(await page.getByRole('row').count(), log.total + 1)
    await page.close()
    shared().assertQuiet()
  })

  test('times in the details of the log are written like all others, by the zone of the person', async () => {
    const { app, open, assertQuiet } = shared()
    const { bearer_token, userId } = await realToken(app)
    await signIn(app, bearer_token)
    const { body } = await app.ask('GET', `/api/activity?users=${userId}&resource_type=session`)
    const page = await open(`/audit?person=${userId}&thing=session`)
    const details = page.getByRole('row', { name: 'begin session' }).getByRole('definition')
    const expires: string = body.items[0].details.expires
    await details.locator(`time[datetime="${expires}"]`).waitFor()
    assert.equal(await page.getByText(expires).count(), 0)
    await page.close()
    assertQuiet()
  })
}

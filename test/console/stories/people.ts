import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'

/** Who may do what, the log of it, and the ways to everything by keys. */
export function people(shared: () => ConsoleInBrowser): void {
  test('a token is shown once, counts until it is revoked, and not afterwards', async () => {
    const page = await shared().open('/tokens')
    await page.getByLabel('Name of the token').fill('nightly load')
    await page.getByRole('button', { name: 'Make a token' }).click()
    const secret = (await page.getByLabel('The new token').locator('output').textContent()) ?? ''
    // A sign-in asks what a token is worth in earnest; requests of these tests name their user instead.
    const isGood = async () => {
      const { ok, status } = await fetch(`${shared().url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ token: secret }),
      })
      assert.ok(ok || status === 401, `The sign-in answered ${status}.`)
      return ok
    }
    assert.equal(await isGood(), true)
    await page.getByRole('button', { name: 'Revoke nightly load' }).click()
    await page.getByRole('button', { name: 'Restore nightly load' }).waitFor()
    assert.equal(await isGood(), false)
    await page.reload()
    await page.getByRole('button', { name: 'Restore nightly load' }).waitFor()
    assert.equal(await page.getByText(secret).count(), 0)
    await page.close()
    shared().assertQuiet()
  })

  test('an Admin makes a user, puts them into a team with a datastore, and deletes that after a question; the audit log has it, unbroken', async () => {
    const page = await shared().open('/people', { refused: [409] })
    await page.getByRole('button', { name: 'Make the user', disabled: false }).click()
    await page.getByText('Fill this in.').waitFor()
    await page.getByLabel('Signs in as').fill('noor')
    await page.getByRole('button', { name: 'Make the user' }).click()
    await page.getByLabel('Role of noor').selectOption('Manager')
    await page.getByText('noor is now Manager.').waitFor()
    const name = page.getByLabel('Signs in as')
    await name.fill('Noor')
    await page.getByRole('button', { name: 'Make the user' }).click()
    await page.locator('.field').filter({ has: name }).getByText('names are not given twice').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0, 'it is said once')
    await name.fill('')
    await page.getByRole('link', { name: 'Teams', exact: true }).click()
    await page.getByRole('row', { name: /^Public .*everybody/ }).waitFor()
    await page.getByRole('button', { name: 'New team' }).click()
    await page.getByRole('button', { name: 'Make the team' }).click()
    await page.getByRole('dialog').getByText('Fill this in.').waitFor()
    await page.getByLabel('Name of the team').fill('Stewards')
    await page.getByLabel('noor').check()
    await page.getByLabel('source 1', { exact: true }).check()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Make the team' }).click()
    const team = page.getByRole('row', { name: /Stewards Viewer noor source 1/ })
    await team.waitFor()
    await team.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('button', { name: 'Delete Stewards' }).click()
    await page.getByText('1 person loses the permission Viewer on 1 datastore').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Delete Stewards' }).click()
    await page.getByRole('button', { name: 'Delete the team' }).click()
    await team.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('row', { name: /create team/ }).waitFor()
    await page.getByRole('button', { name: 'Verify the log' }).click()
    await page.getByText('Unbroken').waitFor()
    await page.close()
    shared().assertQuiet()
  })

  test('a Member sees why people, teams and the audit log are not theirs, and asks for none of them', async () => {
    const page = await shared().open('/people', { token: await shared().app.user('Member') })
    await page.getByText('This needs the role Manager; you are a Member.').waitFor()
    await page.getByRole('link', { name: 'Teams', exact: true }).click()
    await page.getByRole('heading', { name: 'You may not see the teams' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'New team' }).isDisabled(), true)
    assert.equal(await page.getByRole('link', { name: 'Audit' }).count(), 0)
    await page.close()
    shared().assertQuiet()
  })

  test('keys search, lead to pages without acting in the list, and are all on one sheet', async () => {
    const page = await shared().open('/anomalies')
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { name: 'Datastores' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'On anomalies' }).waitFor()
    const places = await page
      .getByRole('dialog')
      .locator('dt')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    assert.equal(new Set(places).size, 1, 'the keys stand one below the other')
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('orders')
    await page
      .getByRole('option', { name: /orders\.csv/ })
      .first()
      .waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'orders.csv', exact: true }).waitFor()
    await page.close()
    shared().assertQuiet()
  })
}

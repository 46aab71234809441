import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { csv } from '../../harness/working-app.ts'

/** Several people at the same things: nobody undoes unseen what another has done meanwhile. */
export function together(shared: () => ConsoleInBrowser): void {
  /** A file with three wrong amounts, each found as an anomaly. */
  const makeFindings = async () => {
    const { app } = shared()
    const rows = [-1, -2, -3, 4].map((amount, row) => [row, amount])
    const source = await app.source({ 'shared.csv': csv(['id', 'amount'], rows) })
    const check = await app.check(source, 'shared.csv', { rule: 'notNegative', fields: ['amount'] })
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}&sort_weight=desc`)
    const ids: number[] = body.items.map(({ id }: { id: number }) => id)
    return { datastore: source.datastore_id, check, ids }
  }

  const archive = (id: number, status: string) =>
    shared().app.ask('DELETE', '/api/anomalies', [{ id, archive: true, status }])

  const statusOf = async (id: number): Promise<string> =>
    (await shared().app.ask('GET', `/api/anomalies/${id}`)).body.status

  test('several that were chosen are acknowledged, but for what a colleague has archived meanwhile', async () => {
    const { open, assertQuiet } = shared()
    const { datastore, ids } = await makeFindings()
    const page = await open(`/anomalies?datastore=${datastore}`)
    for (const index of [0, 1, 2]) await page.locator(`[data-index="${index}"]`).press('x')
    await page.getByText('3 anomalies chosen').waitFor()
    const [first = 0, ...others] = ids
    await archive(first, 'Resolved')
    await page.getByRole('button', { name: 'Acknowledge 3' }).click()
    await page
      .getByText('2 anomalies: Acknowledged. 1 was changed by others meanwhile, and stays so.')
      .waitFor()
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['Resolved', 'Acknowledged', 'Acknowledged'])
    await page.getByRole('button', { name: 'Undo' }).click()
    for (const id of others) while ((await statusOf(id)) !== 'Active') continue
    assert.equal(await statusOf(first), 'Resolved')
    await page.close()
    assertQuiet()
  })

  test('a planned change of all leaves alone what has left the list since the plan', async () => {
    const { open, assertQuiet } = shared()
    const { datastore, ids } = await makeFindings()
    const page = await open(`/anomalies?datastore=${datastore}`)
    await page.getByRole('button', { name: 'Change all 3' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Status', { exact: true }).selectOption('Acknowledged')
    await sheet.getByRole('button', { name: 'Change 3' }).waitFor()
    await archive(ids[1] ?? 0, 'Duplicate')
    await sheet.getByRole('button', { name: 'Change 3' }).click()
    await page.getByText('2 anomalies changed. 1 was changed by others meanwhile, and stays so.').waitFor()
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['Acknowledged', 'Duplicate', 'Acknowledged'])
    await page.close()
    assertQuiet()
  })

  test('of a check that a colleague changes while it is open, only what is written here is saved over that', async () => {
    const { app, open, assertQuiet } = shared()
    const { check } = await makeFindings()
    const page = await open(`/checks/${check}/edit`)
    const words = page.getByLabel('What it says, in words')
    await words.fill('Nobody owes us')
    const { body: before } = await app.ask('GET', `/api/quality-checks/${check}`)
    const { rule_type, fields, properties, description } = before
    const colleague = await app.user('Admin')
    const theirs = { rule: rule_type, fields, properties, description, coverage: 0.5, filter: 'id < 3' }
    assert.equal((await app.ask('PUT', `/api/quality-checks/${check}`, theirs, colleague)).status, 200)
    const notice = page.getByRole('status').filter({ hasText: 'changed this check while it is open here' })
    await notice.waitFor()
    assert.equal(await words.inputValue(), 'Nobody owes us')
    assert.equal(await page.getByLabel('Only rows where').inputValue(), 'id < 3')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved; scans judge it from now on.').waitFor()
    const { body: after } = await app.ask('GET', `/api/quality-checks/${check}`)
    assert.deepEqual([after.description, after.coverage, after.filter], ['Nobody owes us', 0.5, 'id < 3'])
    await page.close()
    assertQuiet()
  })
}

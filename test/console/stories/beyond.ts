import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { csv } from '../../harness/working-app.ts'

/** What there is beyond the first of many. */
export function beyond(shared: () => ConsoleInBrowser): void {
  test('the hundred and first check of a file is reached, on its page and on those of its field and its scan, and no statement takes a screen', async () => {
    const { app, open, url, assertQuiet } = shared()
    const source = await app.source({ 'many.csv': csv(['id', 'size'], [[1, -1]]) })
    for (let value = 1; value <= 101; value += 1)
      await app.check(source, 'many.csv', { rule: 'minValue', fields: ['size'], properties: { value } })
    const { id: run } = await app.scan(source)
    const container = (await app.containers(source)).get('many.csv')
    const page = await open(`/containers/${container}?tab=checks`)
    const scans = (await app.ask('GET', `/api/operations/${run}/containers`)).body.items
    const { body: fields } = await app.ask('GET', `/api/containers/${container}/fields`)
    const field = fields.find(({ name }: { name: string }) => name === 'size')
    for (const address of ['', `/fields/${field.id}`, `/container-scans/${scans[0].id}`]) {
      if (address !== '') await page.goto(`${url}/console${address}`)
      await page.getByText('Page 1 of 2, 101 checks').waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText('Page 2 of 2, 101 checks').waitFor()
      const checks = page.getByRole('group', { name: 'Checks', exact: true })
      await checks.getByRole('row').nth(2).waitFor({ state: 'detached' })
      assert.equal(await checks.getByRole('row').count(), 2, 'a head, and the last one')
    }
    const statement = page.getByRole('group', { name: 'Statements' }).locator('details').first()
    assert.ok(((await statement.boundingBox())?.height ?? 0) < 200, 'a long statement is folded')
    await statement.locator('summary').click()
    await statement.getByRole('button', { name: 'Copy' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('brackets lead on past the rows that a list had read, also when some before them are gone meanwhile, and after a reload', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'long.csv': csv(['id', 'size'], [[1, -1]]) })
    for (let value = 1; value <= 103; value += 1) {
      const description = `size from ${value} on`
      await app.check(source, 'long.csv', {
        rule: 'minValue',
        fields: ['size'],
        properties: { value },
        description,
      })
    }
    const page = await open(`/checks?datastore=${source.datastore_id}`)
    const heading = (value: number) =>
      page.getByRole('heading', { level: 1, name: `size from ${value} on`, exact: true }).waitFor()
    await page.getByRole('row', { name: /size from 1 on/ }).focus()
    for (let row = 1; row <= 79; row += 1) await page.keyboard.press('j')
    await page
      .getByRole('row', { name: /size from 80 on/ })
      .and(page.locator(':focus'))
      .waitFor()
    const { body: gone } = await app.ask('GET', `/api/quality-checks?datastore=${source.datastore_id}&size=5`)
    for (const { id } of gone.items)
      assert.equal((await app.ask('DELETE', `/api/quality-checks/${id}?archive=false`)).status, 204)
    await page.keyboard.press('Enter')
    await heading(80)
    // So far from the end of what was read nothing more of the list has been.
    await page.reload()
    await heading(80)
    for (let value = 81; value <= 103; value += 1) {
      await page.keyboard.press(']')
      await heading(value)
    }
    const beside = page.getByRole('navigation', { name: 'The list that this is from' })
    await beside.getByRole('link', { name: /^Next/ }).waitFor({ state: 'detached' })
    await page.close()
    assertQuiet()
  })

  test('the hundred and first comment of an anomaly is shown', async () => {
    const { app, open, assertQuiet } = shared()
    const source = await app.source({ 'talked.csv': csv(['id'], [[-1]]) })
    await app.check(source, 'talked.csv', { rule: 'notNegative', fields: ['id'] })
    await app.scan(source)
    const { body } = await app.ask('GET', `/api/anomalies?datastore=${source.datastore_id}`)
    const [{ id }] = body.items
    for (let one = 1; one <= 101; one += 1)
      await app.ask('POST', `/api/anomalies/${id}/comments`, { message: `Comment ${one}.` })
    const page = await open(`/anomalies/${id}`)
    await page.getByText('Comment 101.', { exact: true }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('schedules are twenty on a page, and on a phone what can be done with each is in a menu', async () => {
    const { app, open, assertQuiet } = shared()
    const made: number[] = []
    for (let one = 1; one <= 21; one += 1) {
      const schedule = { type: 'scan', datastore_id: 1, name: `Number ${one}`, crontab: '0 4 * * *' }
      made.push((await app.ask('POST', '/api/operations/schedule', schedule)).body.id)
    }
    const page = await open('/schedules', { viewport: { width: 390, height: 844 } })
    await page.getByText('Page 1 of 2, 21 schedules').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.waitForURL(/page=2/)
    await page.getByRole('button', { name: 'Acts of Number 1', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Turn off' }).click()
    await page.getByRole('row', { name: /^Number 1 .*Off/ }).waitFor()
    await page.getByRole('button', { name: 'Acts of Number 1', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await page.getByRole('dialog', { name: 'Change Number 1' }).waitFor()
    await page.close()
    for (const id of made) await app.ask('DELETE', `/api/operations/schedule/${id}`)
    assertQuiet()
  })
}

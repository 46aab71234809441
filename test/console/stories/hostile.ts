import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { answered, isWider, looks, pictureName, pictures } from '../../harness/page-look.ts'
import { csv, type WorkingApp } from '../../harness/working-app.ts'

/** Markup that would act if it were not shown as text. */
const markup = '<img src=planted onerror="window.caught=1"><svg onload="window.caught=1">'
/** After it, what turns the text that follows around, a bell, and no place to break the line. */
const hostile = `${markup}<script>window.caught=1</script>\u202Eturned\u0007${'endless'.repeat(12)}`
/** The same as far as an address takes it. */
const hostileTag = '<img src=planted onerror=window.caught=1>\u202Eturned'
const hostileFile = '<img src=planted onerror=window.caught=1>\u202Eturned.csv'
/** What of all of them is seen on every page. */
const seen = '<img src=planted onerror='

/** An expression of the page: the buttons of the bar whose words stand in several lines. */
const brokenInBar = `[...document.querySelectorAll('.bar .button')].filter((button) => {
  const words = document.createRange();
  words.selectNodeContents(button);
  return words.getBoundingClientRect().height > 30;
}).map(({ textContent }) => textContent)`

/** Things of every kind with such names, and a finding about values like them; what the addresses of their pages need. */
async function plant(app: WorkingApp) {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const large = `${hostile}${'large '.repeat(170_000)}`
  const source = await app.source({
    [hostileFile]: csv(
      [quoted(hostile), 'amount'],
      [
        [quoted(large), -1],
        [quoted(hostile), -2],
        ['fine', 3],
      ],
    ),
  })
  const datastore = source.datastore_id
  const change = async (method: 'PUT' | 'POST', path: string, body: object) => {
    const answer = await app.ask(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body).slice(0, 500)}`)
    return answer.body
  }
  const { body: connections } = await app.ask('GET', '/api/connections?size=1000')
  const connection = connections.items.find(({ datastores }: { datastores: { id: number }[] }) =>
    datastores.some(({ id }) => id === datastore),
  )
  await change('PUT', `/api/connections/${connection.id}`, { name: hostile })
  await change('PUT', `/api/datastores/${datastore}`, { name: hostile, tags: [hostileTag] })
  const container = (await app.containers(source)).get(hostileFile) ?? assert.fail('no such container')
  const check = await app.check(source, hostileFile, {
    rule: 'expectedValues',
    fields: [hostile],
    properties: { list: ['fine', hostile.slice(0, 40)] },
    description: hostile,
  })
  const scan = await app.scan(source, { name: hostile })
  const { body: found } = await app.ask('GET', `/api/anomalies?container=${container}`)
  const anomaly = found.items[0].id
  await change('POST', `/api/anomalies/${anomaly}/comments`, { message: hostile })
  await change('PUT', `/api/anomalies/${anomaly}`, { description: hostile, tags: [hostileTag] })
  const user = await change('POST', '/api/users', { user_name: markup, name: hostile, email: hostile })
  await change('POST', '/api/teams', {
    name: hostile,
    description: hostile,
    permission: 'Viewer',
    user_ids: [user.id],
    datastore_ids: [datastore],
  })
  const { body: admins } = await app.ask('GET', '/api/users?role=Admin')
  for (const { id } of admins.items) await change('POST', '/api/user-tokens', { name: hostile, user_id: id })
  await change('POST', '/api/operations/schedule', {
    datastore_id: datastore,
    type: 'scan',
    name: hostile,
    crontab: '0 3 * * *',
  })
  const flow = await change('POST', '/api/flows', {
    name: hostile,
    description: hostile,
    trigger_type: 'manual',
    actions: [{ type: 'notification', notification_type: 'InApp', tokenized_message: hostile }],
  })
  const { body: fields } = await app.ask('GET', `/api/containers/${container}/fields`)
  const field = fields.find(({ name }: { name: string }) => name !== 'amount').id
  const containerScan = scan.container_scans[0].id
  return { datastore, container, check, scan: scan.id, anomaly, flow: flow.id, field, containerScan }
}

/** What people wrote into names, messages and data is text on every page. */
export function hostileText(shared: () => ConsoleInBrowser): void {
  test('a name without a place to break it stays on the screen, and so do the words of tables', async () => {
    const { app, open, url, assertQuiet } = shared()
    const source = await app.source({ [`${'long_'.repeat(40)}.csv`]: 'id\n1\n' })
    const [container] = [...(await app.containers(source)).values()]
    const page = await open(`/containers/${container}`)
    for (const { viewport } of looks) {
      await page.setViewportSize(viewport)
      await page.goto(`${url}/console/containers/${container}`)
      const scan = page.getByRole('button', { name: /^Scan long_/ })
      await scan.waitFor()
      const cut = await scan.evaluate((one) => one.scrollWidth > one.clientWidth)
      assert.deepEqual([cut, await page.evaluate(isWider)], [false, false])
      // The bar has one line for all of it.
      assert.deepEqual(await page.evaluate(brokenInBar), [])
    }
    await page.goto(`${url}/console/teams`)
    const cell = page.getByRole('cell', { name: /^Public/ })
    await cell.waitFor()
    const { height = 0 } = (await cell.boundingBox()) ?? {}
    assert.ok(height < 90, `a team and its description are ${height} pixels high on a narrow screen`)
    await page.setViewportSize(looks[0].viewport)
    await page
      .getByRole('navigation', { name: 'Pages' })
      .locator('[aria-current]', { hasText: 'People' })
      .waitFor()
    await page.close()
    assertQuiet()
  })

  test('markup, turned text, control characters and a megabyte in names and values are shown as text on every page, within the screen', async () => {
    const { app, open } = shared()
    const id = await plant(app)
    const addresses = [
      '/overview',
      '/anomalies',
      `/anomalies/${id.anomaly}`,
      `/anomalies?show=${id.anomaly}`,
      '/checks',
      `/observability?datastore=${id.datastore}`,
      `/containers/${id.container}?tab=observability`,
      `/checks/${id.check}`,
      `/checks/${id.check}/edit`,
      '/datastores',
      `/checks/new?container=${id.container}`,
      `/datastores/${id.datastore}`,
      `/containers/${id.container}`,
      `/fields/${id.field}`,
      '/runs',
      `/runs/${id.scan}`,
      `/container-scans/${id.containerScan}`,
      '/schedules',
      `/promote?source=${id.datastore}&container=${id.container}&destination=1`,
      '/flows',
      `/flows/${id.flow}`,
      '/people',
      '/settings',
      '/teams',
      '/rights',
      '/tokens',
      '/audit',
      '/settings?view=tags',
    ]
    const page = await open('/schedules', { viewport: { width: 390, height: 844 } })
    await page.getByRole('main').getByText(seen).first().waitFor()
    const wrong: unknown[] = []
    for (const address of addresses) {
      // Words of the former page are none of this one.
      await page.evaluate(
        `for (const one of document.querySelector('main').children) one.dataset.former = 'yes'; history.pushState({}, '', '/console${address}')`,
      )
      const now = page.locator('main > :not([data-former])')
      // As words, or in a line in which a thing is chosen.
      const isSeen = await now
        .getByText(seen)
        .or(now.locator(`input[value*="${seen}"]`))
        .first()
        .waitFor({ state: 'attached' })
        .then(
          () => true,
          () => false,
        )
      await answered(page)
      if (pictures) await page.screenshot({ path: join(pictures, pictureName(address, 'hostile')) })
      const [caught, isCut, planted] = await page.evaluate<[unknown, boolean, number]>(
        `[window.caught ?? null, ${isWider}, document.querySelectorAll('img, script:not([src])').length]`,
      )
      if (!isSeen || isCut || planted > 0 || caught !== null)
        wrong.push({ address, isSeen, isCut, planted, caught })
    }
    await page.close()
    assert.deepEqual(wrong, [])
    shared().assertQuiet()
  })
}

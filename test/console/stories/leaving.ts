import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { realToken } from '../../harness/browser.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { chooseBy, doOfMore, keepPictures, showsValue } from '../../harness/page-look.ts'
import { csv, type Source, nameOf } from '../../harness/working-app.ts'

/** What becomes of something half-written when its page is left. */
export function leaving(shared: () => ConsoleInBrowser): void {
  let source: Source
  before(async () => {
    const { app } = shared()
    source = await app.source({ 'rows.csv': csv(['id', 'size'], [[1, -1]]), 'more.csv': csv(['id'], [[-1]]) })
    await app.check(source, 'rows.csv', { rule: 'notNegative', fields: ['size'] })
    await app.check(source, 'more.csv', { rule: 'notNegative', fields: ['id'] })
    await app.scan(source)
  })

  /** Pages with a form in them, and a line of it. */
  const forms: readonly (readonly [address: string, line: string | RegExp])[] = [
    ['/schedules', 'Name (optional)'],
    ['/settings?view=tags', 'Name of the tag'],
    ['/settings', /^Places of files 1/],
    ['/tokens', 'Name of the token'],
    ['/people', 'Signs in as'],
    ['/anomalies/1', 'Comment'],
    ['/datastores/new', 'Name'],
    ['/flows/new', 'Name'],
  ]

  test('every page with a form asks before what is written in it is lost', async () => {
    const { open, url, assertQuiet } = shared()
    const page = await open('/overview')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    for (const [address, words] of forms) {
      await page.goto(`${url}/console${address}`)
      const line = page.getByRole('main').getByLabel(words, { exact: true }).first()
      await line.fill('7')
      await page.getByRole('link', { name: 'Runs', exact: true }).click()
      await question.getByRole('button', { name: 'Go on writing' }).click()
      await question.waitFor({ state: 'detached' })
      assert.equal(await line.inputValue(), '7', address)
      await page.getByRole('link', { name: 'Runs', exact: true }).click()
      await question.getByRole('button', { name: 'Leave without saving' }).click()
      await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    }
    await page.close()
    assertQuiet()
  })

  test('signing out asks before the session ends, and ends it once one wants to lose what is written', async () => {
    const { app, open, url } = shared()
    const { bearer_token } = await realToken(app)
    const page = await open('/tokens', { token: null })
    await page.getByLabel('Token').fill(bearer_token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const line = page.getByLabel('Name of the token')
    await line.fill('half')
    const leave = async (answer: string) => {
      await page.getByRole('button', { name: /admin/i }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: answer }).click()
      await question.waitFor({ state: 'detached' })
    }
    await leave('Go on writing')
    assert.equal(await line.inputValue(), 'half')
    assert.equal((await page.request.get(`${url}/api/users/me`)).status(), 200, 'the session goes on')
    await leave('Leave without saving')
    await page.waitForURL(/\/sign-in\?left=1$/)
    assert.equal((await page.request.get(`${url}/api/users/me`)).status(), 401)
    await page.close()
  })

  test('a line that is emptied again is not asked about, nor is what was saved', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open('/settings?view=tags')
    const line = page.getByLabel('Name of the tag')
    await line.fill('for a moment')
    await line.fill('')
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    await page.goto(`${shared().url}/console/schedules`)
    const form = page.getByRole('region', { name: 'New schedule' })
    await chooseBy(form, 'Datastore', nameOf(source))
    await form.getByLabel('Name (optional)').fill('Kept')
    await form.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByText('The schedule is on.').waitFor()
    assert.equal(await form.getByLabel('Name (optional)').inputValue(), '', 'the form is ready for the next')
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    const { body } = await app.ask('GET', `/api/operations/schedule?datastore=${source.datastore_id}`)
    await app.ask('DELETE', `/api/operations/schedule/${body.items[0].id}`)
    await page.close()
    assertQuiet()
  })

  test('another part of the page asks too, and a comment does not go to another anomaly', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/anomalies?datastore=${source.datastore_id}`)
    const rows = page.getByRole('main').locator('[role=row][data-index]')
    await rows.nth(0).click()
    const comment = page.getByLabel('Comment')
    await comment.fill('Only about this one')
    await rows.nth(1).getByRole('gridcell').nth(1).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Go on writing' }).click()
    assert.equal(await comment.inputValue(), 'Only about this one')
    const shown = new URL(page.url()).searchParams.get('show')
    await rows.nth(1).getByRole('gridcell').nth(1).click()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL((url) => url.searchParams.get('show') !== shown)
    // Not by a function of the page, which its policy forbids.
    await showsValue(comment, '')
    await page.close()
    assertQuiet()
  })

  test('a sheet asks when the browser goes back, and once only', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/runs')
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Datastores', exact: true }).click()
    await page.getByRole('grid', { name: 'Datastores' }).locator('[data-index="0"] a').click()
    await doOfMore(page, 'Run with settings')
    const sheet = page.getByRole('dialog', { name: /^Run with settings/ })
    const name = sheet.getByLabel('Name of the run (optional)')
    await name.fill('With care')
    const address = page.url()
    await page.goBack()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/leave-without-saving')
    await page.setViewportSize({ width: 1280, height: 800 })
    await question.getByRole('button', { name: 'Go on writing' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await name.inputValue(), 'With care')
    assert.equal(page.url(), address)
    await page.goBack()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Datastores', exact: true }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.close()
    assertQuiet()
  })

  test('over a half-written page a sheet asks for both, once, and so does the search over all', async () => {
    const { open, url, assertQuiet } = shared()
    const page = await open('/overview')
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: /^Tags/ }).click()
    const line = page.getByLabel('Name of the tag')
    await line.fill('half')
    await page.getByRole('button', { name: 'Change kept for a year' }).click()
    const sheet = page.getByRole('dialog', { name: 'Change kept for a year' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.goBack()
    await question.getByRole('button', { name: 'Go on writing' }).click()
    await question.waitFor({ state: 'detached' })
    await sheet.getByLabel('Meaning').fill('half, too')
    await page.goBack()
    await question.getByRole('button', { name: 'Go on writing' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await sheet.getByLabel('Meaning').inputValue(), 'half, too')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Go on writing' }).click()
    await page.evaluate(`document.querySelector('a[href$="/runs"]').click()`)
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0, 'one question is enough')
    await page.goto(`${url}/console/settings?view=tags`)
    await line.fill('half')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('>runs')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('a change of all that is half-chosen asks before its sheet is closed', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/checks?datastore=${source.datastore_id}`)
    await page.getByRole('button', { name: 'Change all 2' }).click()
    await page.getByLabel('Status', { exact: true }).selectOption('Discarded')
    await page.getByText('2 checks would be changed.').waitFor()
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Close without saving?' })
    await question.getByRole('button', { name: 'Close without saving' }).click()
    await page.getByRole('dialog').first().waitFor({ state: 'detached' })
    await page.close()
    assertQuiet()
  })

  test('the browser asks before it closes a tab with something unsaved, and only then', async () => {
    const { open } = shared()
    const page = await open('/schedules')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.getByRole('heading', { name: 'New schedule' }).waitFor()
    await page.reload()
    assert.deepEqual(asked, [], 'nothing is written')
    await page.getByLabel('Name (optional)').fill('By hand')
    await page.reload()
    assert.deepEqual(asked, ['beforeunload'])
    await page.close()
  })
}

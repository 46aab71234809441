import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { doOfMore, keepPictures } from '../../harness/page-look.ts'
import type { Source } from '../../harness/working-app.ts'

/** What sheets and folded parts do with what is written in them. */
export function sheets(shared: () => ConsoleInBrowser): void {
  let source: Source
  let file: number
  before(async () => {
    const { app } = shared()
    source = await app.source({ 'notes.csv': 'id\n1\n' })
    file = (await app.containers(source)).get('notes.csv') ?? assert.fail('no such file')
  })

  const partsOf = (page: Page) => {
    const sheet = page.getByRole('dialog', { name: 'Settings of notes.csv' })
    return {
      sheet,
      question: page.getByRole('dialog', { name: 'Close without saving?' }),
      note: sheet.getByLabel('Description'),
      openSheet: async () => {
        await doOfMore(page, 'Change its settings')
        await sheet.getByLabel('Description').waitFor()
      },
    }
  }

  test('a sheet with a form begins at its first line, one to read at its cross, and both lead back to their button', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/teams')
    const team = page.getByRole('button', { name: 'New team' })
    await team.press('Enter')
    await page.getByLabel('Name of the team').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await team.and(page.locator(':focus')).waitFor()
    await page.goto(`${shared().url}/console/people`)
    const rights = page.getByRole('button', { name: /^Rights of/ }).first()
    await rights.press('Enter')
    await page.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await rights.and(page.locator(':focus')).waitFor()
    await page.close()
    // With a finger, the keyboard of the screen would cover the sheet.
    const phone = await open('/teams', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await phone.getByRole('button', { name: 'New team' }).tap()
    await phone.getByRole('button', { name: 'Close' }).and(phone.locator(':focus')).waitFor()
    await phone.close()
    assertQuiet()
  })

  test('a sheet in which nothing is written closes at once, also after what was written is taken back', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/containers/${file}`)
    const { sheet, note, openSheet } = partsOf(page)
    await openSheet()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await openSheet()
    await note.fill('For a moment')
    await note.fill('')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.close()
    assertQuiet()
  })

  test('a sheet with something that is not saved asks before Escape, its cross or a click beside it closes it', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/containers/${file}`)
    const { sheet, question, note, openSheet } = partsOf(page)
    await openSheet()
    await note.fill('Written with care')
    await page.keyboard.press('Escape')
    await question.waitFor()
    await assertAccessible(page)
    await keepPictures(page, '/close-without-saving')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal(await note.inputValue(), 'Written with care', 'Escape in the question goes on writing')
    await page.mouse.click(5, 790)
    await question.getByRole('button', { name: 'Go on writing' }).click()
    await question.waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Close', exact: true }).click()
    await question.getByRole('button', { name: 'Close without saving' }).press('Enter')
    await sheet.waitFor({ state: 'detached' })
    await openSheet()
    assert.equal(await note.inputValue(), '', 'what was not saved is gone')
    await note.fill('Saved')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    assert.equal(await question.count(), 0, 'what is saved is not asked about')
    await page.close()
    assertQuiet()
  })

  /** Sheets in which people write, by the page, the button or (a text) the act of “More” that open each, and a line of it. */
  const written: readonly (readonly [address: string, opens: string | RegExp, line: string | RegExp])[] = [
    ['/datastores/1', 'Change the datastore', 'Description (optional)'],
    ['/datastores/1', 'Run with settings', 'Name of the run (optional)'],
    ['/datastores/1', 'Compute a file', 'Name'],
    ['/settings', /^Change files 1/, 'Name'],
    ['/settings?view=tags', /^Change kept for a year/, 'Meaning'],
    ['/teams', /^New team$/, 'Name of the team'],
  ]

  test('every sheet in which something is written asks', async () => {
    const { open, url, assertQuiet } = shared()
    const page = await open('/overview')
    for (const [address, opens, line] of written) {
      await page.goto(`${url}/console${address}`)
      if (typeof opens === 'string') await doOfMore(page, opens)
      else await page.getByRole('main').getByRole('button', { name: opens }).first().click()
      await page.getByRole('dialog').getByLabel(line, { exact: true }).fill('not saved')
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Close without saving?' })
      await question.getByRole('button', { name: 'Close without saving' }).click()
      await page.getByRole('dialog').first().waitFor({ state: 'detached' })
    }
    await page.close()
    assertQuiet()
  })

  test('a folded part unfolds where the service finds a line of it wrong', async () => {
    const { open, assertQuiet } = shared()
    const page = await open(`/containers/${file}`, { refused: [422] })
    const { sheet, openSheet } = partsOf(page)
    await openSheet()
    const head = sheet.getByText('How its files are written')
    const delimiter = sheet.getByLabel('Character between values')
    await head.click()
    await delimiter.fill(';')
    await sheet.getByLabel('Character around values').fill(';')
    await head.click()
    await delimiter.waitFor({ state: 'hidden' })
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.locator('.field .problem').filter({ hasText: 'The same character cannot both' }).waitFor()
    assert.ok(await delimiter.isVisible())
    // At the end of the sheet it is called as the line is, and not by its place in the request.
    await sheet
      .getByRole('alert')
      .getByText(/^Character \w+ values: The same character cannot both/)
      .waitFor()
    const wrong = sheet.locator('[aria-invalid]')
    const said = page.locator(`[id="${await wrong.getAttribute('aria-describedby')}"]`)
    assert.match(
      await said.innerText(),
      /The same character cannot both/,
      'who hears the page hears what is wrong',
    )
    await page.close()
    assertQuiet()
  })
}

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createIntegrations } from '../../../src/channels/create-integrations.ts'
import { loadConfig } from '../../../src/config.ts'
import { startFlowKeeper } from '../../../src/runtime/flow-keeper.ts'
import { assertAccessible, type ConsoleInBrowser } from '../../harness/console-in-browser.ts'
import { startHttpSink, type HttpSink } from '../../harness/http-sink.ts'

/** Who is told, what came of it, and what can be done about a message that did not arrive. */
export function flows(shared: () => ConsoleInBrowser): void {
  test('a flow is turned on and run, and the message that its receiver refused is sent again', async (t) => {
    const { app, open, assertQuiet } = shared()
    const sink = await receiver(t, shared())
    sink.answer = (_request, response) => void response.writeHead(400).end('nobody is here')
    const name = 'Call the hotline'
    const parameters = { url: `${sink.url}/hook`, secret: 'open sesame' }
    const hook = { type: 'notification', notification_type: 'Webhook', tokenized_message: 'Come', parameters }
    const flow = { name, trigger_type: 'manual', deactivated: true, actions: [hook] }
    assert.equal((await app.ask('POST', '/api/flows', flow)).status, 201)

    const page = await open('/flows?trigger=manual&state=off')
    await page.getByRole('row', { name: /Call the hotline Off never 0 When a Manager runs it/ }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await assertAccessible(page)
    await page.getByRole('button', { name: `Turn on ${name}` }).click()
    await page.getByRole('heading', { name: 'No flow is like that' }).waitFor()
    await page.getByLabel('State').selectOption('on')
    await page.getByRole('link', { name }).click()

    await page.getByText(sink.url).waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    const executions = page.getByRole('region', { name: 'Executions' })
    await executions.getByText('Failure').first().waitFor()
    await executions.getByText('nobody is here').first().waitFor()
    await assertAccessible(page)
    sink.answer = (_request, response) => void response.end()
    await executions.getByRole('button', { name: 'Send again' }).click()
    await executions.getByText('Success').first().waitFor()
    await executions.getByRole('link', { name: 'With undelivered messages' }).click()
    await page.getByRole('heading', { name: 'No message is undelivered' }).waitFor()
    assert.equal((await page.content()).includes(parameters.secret), false)
    const keys = sink.received.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
    await page.close()
    assertQuiet()
  })

  test('on a narrow screen an execution says in two lines how it ended and why, and unfolds', async (t) => {
    const { app, open, assertQuiet } = shared()
    const sink = await receiver(t, shared())
    sink.answer = (_request, response) => void response.writeHead(400).end('nobody is on duty')
    const action = {
      type: 'notification',
      notification_type: 'Webhook',
      tokenized_message: 'Come',
      parameters: { url: sink.url },
    }
    const flow = { name: 'Call whoever is on duty', trigger_type: 'manual', actions: [action] }
    const { body: made } = await app.ask('POST', '/api/flows', flow)
    const page = await open(`/flows/${made.id}`, { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Run now' }).click()
    const executions = page.getByRole('region', { name: 'Executions' })
    const gist = executions.locator('summary', { hasText: 'nobody is on duty' })
    await gist.waitFor()
    await page.reload()
    await gist.waitFor()
    const again = executions.getByRole('button', { name: 'Send again' })
    assert.equal(await again.isVisible(), false)
    const height = (await executions.getByRole('listitem').first().boundingBox())?.height ?? 0
    assert.ok(height > 0 && height < 844 / 10, `${height} pixels, so that a screen has ten`)
    await assertAccessible(page)
    await gist.click()
    await again.waitFor()
    await executions.getByText('Message by Webhook').waitFor()
    await assertAccessible(page)
    await page.close()
    assertQuiet()
  })

  test('a flow that would set itself off again stays off, and the page says why', async () => {
    const { app, open, assertQuiet } = shared()
    const ofProfiles = {
      name: 'Scan after scan',
      trigger_type: 'operation',
      filter_operation_type: ['profile'],
      deactivated: true,
      actions: [{ type: 'operation', operation: { type: 'scan', datastore_id: 1 } }],
    }
    const { body: flow } = await app.ask('POST', '/api/flows', ofProfiles)
    const change = { filter_operation_type: ['scan'], filter_datastores: [1] }
    assert.equal((await app.ask('PUT', `/api/flows/${flow.id}`, change)).status, 200)
    const page = await open(`/flows/${flow.id}`, { refused: [422] })
    await page.getByText('When a run of the kind scan in source 1 ends').waitFor()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('The flow would set itself off again and again').waitFor()
    await page.getByRole('button', { name: 'Turn on' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('a flow by times is written as a schedule is, says when it goes off, and that a message of it has to say something', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open('/flows/new')
    await page.getByLabel('Name').fill('Every Monday')
    await page.getByLabel('Trigger').selectOption('a time')
    await page.getByText('Fires every weekday at 02:30.').waitFor()
    await page.getByLabel('Zone').fill('Europe/Berlin')
    await page.getByLabel('Usual times').selectOption('every Monday at 02:30')
    const next = page.getByRole('region', { name: 'Fires next' })
    await next.getByText('by the clock of Europe/Berlin').waitFor()
    await next
      .getByText(/^Mon \d{4}-\d\d-\d\d 02:30/)
      .nth(4)
      .waitFor()
    await assertAccessible(page)
    const make = page.getByRole('button', { name: 'Make the flow' })
    await make.click()
    const first = page.getByRole('listitem', { name: 'Action 1' })
    await first.getByText('Fill this in.').waitFor()
    await first.getByLabel('What', { exact: true }).selectOption('Archive or delete untouched anomalies')
    await page.getByRole('button', { name: 'Add what follows action 1' }).click()
    const second = page.getByRole('listitem', { name: 'Action 2' })
    await second.getByLabel('Message (empty: the default one)').waitFor()
    await second.getByRole('button', { name: 'Insert a token' }).click()
    await page.getByRole('menuitem', { name: '{{inactivity_timeframe}}' }).click()
    await make.click()
    await page.getByRole('heading', { level: 1, name: 'Every Monday' }).waitFor()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const { body: made } = await app.ask('GET', `/api/flows/${id}`)
    assert.deepEqual([made.crontab, made.timezone], ['30 2 * * 1', 'Europe/Berlin'])
    assert.equal(made.actions[1].tokenized_message, '{{inactivity_timeframe}}')
    // The next time moves on by itself, as after each time that it went off.
    const moved = await app.ask('PUT', `/api/flows/${id}`, { crontab: '30 2 * * 2' })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    await page.locator(`time[datetime="${moved.body.next_run}"]`).waitFor()
    await page.close()
    await app.ask('DELETE', `/api/flows/${id}`)
    assertQuiet()
  })

  test('a flow says below its name that it is missing, and below a number that it is out of its bounds, before it is sent', async () => {
    const { open, assertQuiet } = shared()
    const page = await open('/flows/new')
    await page.getByLabel('Trigger').selectOption('a new anomaly')
    await page.getByLabel('Message (empty: the default one)').waitFor()
    await page.getByRole('button', { name: 'Make the flow', disabled: false }).press('Enter')
    const name = page.getByLabel('Name')
    await name.and(page.locator(':focus')).waitFor()
    await page.locator('.field').filter({ has: name }).getByText('Fill this in.').waitFor()
    await name.fill('Too few')
    const single = page.getByLabel('Single anomalies of a table or file')
    await single.fill('0')
    await page.getByRole('button', { name: 'Make the flow' }).click()
    const told = page.locator('.field').filter({ has: single }).locator('.problem')
    await told.waitFor()
    assert.equal(await single.getAttribute('aria-invalid'), 'true')
    await single.fill('5')
    await told.waitFor({ state: 'detached' })
    await page.close()
    assertQuiet()
  })

  test('a flow asks for the datastore of its run and for a secret that is not kept before it is sent', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open('/flows/new', { token: await app.user('Manager', { Editor: [1] }) })
    await page.getByLabel('Name', { exact: true }).fill('Scan, and write an issue')
    const action = page.getByRole('listitem', { name: 'Action 1' })
    const lineOf = (label: string) =>
      page.locator('.field').filter({ has: page.getByLabel(label, { exact: true }) })
    await action.getByLabel('What', { exact: true }).selectOption({ label: 'Start a run' })
    await page.getByRole('button', { name: 'Make the flow' }).click()
    await lineOf('Datastore').getByText('Fill this in.').waitFor()
    await action.getByLabel('What', { exact: true }).selectOption({ label: 'Send a message' })
    await action.getByLabel('Channel').selectOption('Jira')
    await action.getByRole('option', { name: 'Create an issue (default)' }).waitFor({ state: 'attached' })
    await action.getByLabel('URL').fill('https://jira.example.com')
    await page.getByRole('button', { name: 'Make the flow' }).click()
    await lineOf('API Token').getByText('Fill this in.').waitFor()
    assert.equal(await action.getByLabel('API Token').getAttribute('placeholder'), null)
    await action.getByLabel('API Token').fill('known to Jira')
    await action.getByLabel('Project').fill('DATA')
    await page.getByRole('button', { name: 'Make the flow' }).click()
    await page.getByRole('heading', { level: 1, name: 'Scan, and write an issue' }).waitFor()

    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await action.getByLabel('API Token').waitFor()
    assert.equal(await action.getByLabel('API Token').getAttribute('placeholder'), 'empty: as it was saved')
    await page.getByLabel('Name', { exact: true }).fill('Write an issue')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Write an issue' }).waitFor()
    await page.close()
    assertQuiet()
  })

  test('a Manager writes a flow with two messages, is told what is wrong where it stands, and changes their order', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open('/flows', { token: await app.user('Manager', { Reporter: [1] }), refused: [422] })
    await page.getByRole('button', { name: 'New flow' }).click()
    await page.getByRole('heading', { name: 'New flow' }).waitFor()
    await page.getByLabel('Name').fill('Tell of negative amounts')
    await page.getByLabel('Trigger').selectOption('anomaly')
    await page.getByLabel('Weight at least').fill('3')
    await page.getByRole('checkbox', { name: 'source 1', exact: true }).check()
    const first = page.getByRole('listitem', { name: 'Action 1' })
    await first.getByLabel('Message').fill('Look at ')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '{{container_name}}', exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('menuitem', { name: '{{container_name}}', exact: true }).click()
    await first.getByText('As the newest such event would make it').waitFor()
    await first.getByText('Look at orders.csv').waitFor()
    await first.getByLabel('Message').fill('Look at {{ kontainer }}')
    await first.locator('.problem', { hasText: 'kontainer' }).waitFor()
    await first.getByLabel('Message').fill('Look at {{ container_name }}')

    await page.getByRole('button', { name: 'Add what follows action 1' }).press('Enter')
    const second = page.getByRole('listitem', { name: 'Action 2' })
    await second.getByLabel('Channel').selectOption('Webhook')
    await page.getByRole('button', { name: 'Make the flow' }).click()
    await second.locator('.field', { hasText: 'URL' }).getByText('Fill this in.').waitFor()
    await second.getByText('The message is posted here as JSON.').waitFor()
    await assertAccessible(page)
    await second.getByLabel('URL').fill('https://hook.example.com/here')
    await second.getByLabel('Secret').fill('open sesame')
    await second.getByLabel('URL').press('Alt+ArrowLeft')
    await second.press('Alt+ArrowUp')
    await page.getByRole('button', { name: 'Make the flow' }).click()

    await page.getByRole('heading', { level: 1, name: 'Tell of negative amounts' }).waitFor()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const { body: made } = await app.ask('GET', `/api/flows/${id}`)
    const shape = (flow: typeof made) =>
      flow.actions.map((one: typeof made) => [one.notification_type, one.parent_action_uuid, one.muted])
    assert.deepEqual(shape(made), [
      ['Webhook', null, false],
      ['InApp', null, false],
    ])
    assert.equal(made.weight_threshold, 3)
    assert.equal((await page.content()).includes('open sesame'), false)

    await page.getByRole('button', { name: 'Mute' }).first().click()
    await page.getByText('muted: left out').waitFor()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('heading', { name: 'Change Tell of negative amounts' }).waitFor()
    await page.getByLabel('Name').fill('Tell of few')
    await page.getByRole('button', { name: 'Move action 2 so that it follows the one above' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tell of few' }).waitFor()
    const { body: changed } = await app.ask('GET', `/api/flows/${id}`)
    assert.deepEqual(shape(changed), [
      ['Webhook', null, true],
      ['InApp', made.actions[0].uuid, false],
    ])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Delete the flow' }).click()
    await page.getByText('Tell of few is deleted.').waitFor()
    await page.close()
    assertQuiet()
  })

  test('a Member finds a flow and reads it, and is told why it is not theirs to run or to turn off', async () => {
    const { app, open, assertQuiet } = shared()
    const page = await open('/overview', { token: await app.user('Member') })
    await page.getByRole('heading', { name: 'You see no datastore' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('night shift')
    await page.getByRole('option', { name: /Tell the night shift/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tell the night shift' }).waitFor()
    await page.getByText('Archive as Resolved anomalies that nobody touched for 90 days').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Turn off' }).isDisabled(), true)
    await page.getByRole('button', { name: 'Run now' }).hover()
    await page.getByRole('tooltip').getByText('This needs the role Manager; you are a Member.').waitFor()
    await page.close()
    assertQuiet()
  })
}

/** A receiver of messages on this machine, and what sends them there; both end with the test. */
async function receiver(t: TestContext, { app }: ConsoleInBrowser): Promise<HttpSink> {
  const sink = await startHttpSink()
  const { integrations } = app.environment
  const settings = loadConfig({ ASSAY_ALLOWED_TARGETS: '127.0.0.1' })
  app.environment.integrations = { ...createIntegrations(settings), inbox: integrations.inbox }
  const keeper = startFlowKeeper(app.environment, { lease_seconds: 10, messages_per_minute: null })
  t.after(async () => {
    await keeper.stop()
    app.environment.integrations = integrations
    await sink.close()
  })
  return sink
}

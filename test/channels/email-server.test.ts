import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterEach, describe, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Outcome } from '../../src/channels/channel.ts'
import email from '../../src/channels/email.channel.ts'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import { TargetFailure } from '../../src/channels/outgoing.ts'
import { loadConfig } from '../../src/config.ts'

const running = new Set<SMTPServer>()

/** A mail server that others wrote, on any free port, and the mails that it took. */
async function serve(options: SMTPServerOptions = {}): Promise<{ place: string; mails: string[] }> {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) =>
      void readText(stream).then((mail) => done(null, void mails.push(mail))),
    ...options,
  })
  running.add(server)
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return { place: `127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails }
}

const send = (url: string): Promise<Outcome> =>
  email.deliver(
    { text: 'orders are late: é\n.\nThe end', delivery_id: '5f0c' },
    { emails: 'ada@example.com, alan@example.com', email_subject: 'Größe' },
    { ...createIntegrations(loadConfig({ ASSAY_SMTP_URL: url })), inbox: { post: async () => undefined } },
  )

/** The failure of a delivery that got no answer. */
const failing = (url: string): Promise<TargetFailure> =>
  send(url).then(
    () => assert.fail('it was delivered'),
    (error: unknown) => {
      assert.ok(error instanceof TargetFailure, String(error))
      return error
    },
  )

const answer = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

describe('e-mail to a real mail server', () => {
  afterEach(() => {
    for (const server of running) server.close()
    running.clear()
  })

  test('arrives once with the same id at every attempt', async () => {
    const { place, mails } = await serve()
    assert.equal((await send(`smtp://${place}`)).success, true)
    assert.equal((await send(`smtp://${place}`)).success, true)
    assert.equal(mails.length, 2)
    for (const mail of mails) {
      assert.match(mail, /^Message-ID: <5f0c@assay>\r?$/im)
      assert.match(mail, /^To: ada@example\.com, alan@example\.com\r?$/im)
    }
  })

  test('is tried again after an answer that it is not possible now, and not after one for good', async () => {
    for (const [code, isPassing] of [
      [451, true],
      [554, false],
    ] as const) {
      const busy = await serve({
        onData: (stream, _session, done) =>
          void readText(stream).then(() => done(answer(code, 'not the words of s3cret'))),
      })
      const failure = await failing(`smtp://${busy.place}`)
      assert.equal(failure.is_passing, isPassing, `${code}: ${failure.message}`)
      assert.doesNotMatch(failure.message, /s3cret/)
    }
  })

  test('is tried again after a server that hangs up in the middle', async () => {
    const { place } = await serve({
      onMailFrom: (_address, session, done) => void (hangUp(session.id), done()),
    })
    const server = [...running].at(-1)
    const hangUp = (id: string) => {
      for (const connection of server?.connections ?? [])
        if ((connection as unknown as { id: string }).id === id) connection.close()
    }
    assert.equal((await failing(`smtp://${place}`)).is_passing, true)
  })

  test('does not log in where the certificate is not trusted, and gives up', async () => {
    const seen: string[] = []
    const { place } = await serve({
      authOptional: false,
      disabledCommands: [],
      onAuth: ({ password }, _session, done) => void (seen.push(password ?? ''), done(null, { user: 'ada' })),
    })
    const failure = await failing(`smtp://ada:s3cret@${place}`)
    assert.deepEqual(seen, [])
    assert.equal(failure.is_passing, false, failure.message)
    assert.match(failure.message, /certificate that is not trusted/)
  })
})

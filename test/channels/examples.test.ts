import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ChannelExample, Message } from '../../src/channels/channel.ts'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import { channels } from '../../src/channels/registry.ts'
import { loadConfig } from '../../src/config.ts'
import { readParameters } from '../../src/services/notifications/parameters.ts'
import { answering, startHttpSink, type HttpSink } from '../harness/http-sink.ts'
import { startSmtpSink, type SmtpSink } from '../harness/smtp-sink.ts'

describe('the examples of every channel', () => {
  const posted: Message[] = []
  const inbox = { post: async (message: Message) => void posted.push(message) }
  let web: HttpSink
  let mail: SmtpSink
  before(async () => {
    web = await startHttpSink()
    mail = await startSmtpSink()
  })
  after(() => Promise.all([web.close(), mail.close()]))

  /** With the sinks in place of the address that examples use. */
  function placed<Value>(value: Value): Value {
    const text = JSON.stringify(value)
      .replaceAll('http://sink.example', web.url)
      .replaceAll('smtp://sink.example', `smtp://${mail.place}`)
    return JSON.parse(text) as Value
  }

  for (const channel of channels.all()) {
    for (const example of channel.examples) {
      test(`${channel.type} ${example.shows}`, async () => {
        web.received.length = 0
        mail.received.length = 0
        posted.length = 0
        web.answer = answering(example.answers?.status ?? 200, example.answers?.body ?? '')
        const settings = placed({ ...example.settings, ASSAY_ALLOWED_TARGETS: '127.0.0.1' })
        const outcome = await channel.deliver(
          example.message,
          readParameters(channel, placed(example.parameters)),
          { ...createIntegrations(loadConfig(settings)), inbox },
        )
        assert.deepEqual(outcome, example.outcome)
        assertSent(example)
      })
    }
  }

  function assertSent({ sends, message }: ChannelExample): void {
    const isMail = sends !== null && 'mail' in sends
    const isKept = sends !== null && 'inbox' in sends
    assert.equal(web.received.length, sends === null || isMail || isKept ? 0 : 1)
    assert.equal(mail.received.length, isMail ? 1 : 0)
    assert.deepEqual(posted, isKept ? [{ ...message, text: sends.inbox }] : [])
    if (sends === null || isKept) return
    if (isMail) {
      const [got] = mail.received
      assert.deepEqual(
        { from: got?.from, to: got?.to, subject: got?.headers['subject'], text: got?.text },
        sends.mail,
      )
      assert.equal(got?.headers['message-id'], `<${message.delivery_id}@assay>`)
      return
    }
    const [got] = web.received
    assert.deepEqual([got?.method, got?.path], ['POST', sends.path])
    assert.deepEqual(JSON.parse(got?.text ?? ''), sends.body)
    for (const [name, value] of Object.entries(sends.headers ?? {})) assert.equal(got?.headers[name], value)
  }
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import email from '../../src/channels/email.channel.ts'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import { TargetFailure } from '../../src/channels/outgoing.ts'
import { loadConfig } from '../../src/config.ts'
import { startSmtpSink, type SmtpSink } from '../harness/smtp-sink.ts'

describe('e-mail', () => {
  let sink: SmtpSink
  before(async () => void (sink = await startSmtpSink()))
  after(() => sink.close())
  beforeEach(() => void (sink.received.length = 0))

  const send = (url: string, parameters: object, text = 'orders are late') =>
    email.deliver(
      { text, delivery_id: 'delivery-1' },
      { email_subject: 'a subject', ...parameters },
      { ...createIntegrations(loadConfig({ ASSAY_SMTP_URL: url })), inbox: { post: async () => undefined } },
    )

  test('a password is not sent to a server that offers no encryption', async () => {
    await assert.rejects(send(`smtp://ada:s3cret@${sink.place}`, { emails: 'ada@example.com' }), (error) => {
      assert.ok(error instanceof TargetFailure)
      assert.match(
        error.message,
        /^The mail server 127.0.0.1 does not offer the encryption that a login needs/,
      )
      return true
    })
    assert.equal(sink.received.length, 0)
    assert.ok(sink.heard.includes('STARTTLS'))
    assert.doesNotMatch(sink.heard.join(), /AUTH/)
  })

  test('when every address is refused, each is named', async () => {
    const outcome = await send(`smtp://${sink.place}`, {
      emails: 'nobody@example.com, nobody-else@example.com',
    })
    assert.deepEqual(outcome, {
      success: false,
      message: 'The mail server refused the mail for nobody@example.com, nobody-else@example.com.',
    })
  })

  test('a subject or a text with line ends adds no header and no address', async () => {
    await send(
      `smtp://${sink.place}`,
      { emails: 'ada@example.com', email_subject: 'x\r\nBcc: eve@example.com' },
      'one\r\n.\r\nRCPT TO:<eve@example.com>',
    )
    assert.equal(sink.received.length, 1)
    const [mail] = sink.received
    assert.deepEqual(mail?.to, ['ada@example.com'])
    assert.equal(mail?.headers['bcc'], undefined)
    assert.equal(mail?.text, 'one\n.\nRCPT TO:<eve@example.com>')
  })

  for (const emails of [
    'ada',
    'ada@example.com\r\nDATA',
    'a b@example.com',
    '<ada@example.com>',
    ' , ',
    '@x',
    'a@b@c',
  ]) {
    test(`${JSON.stringify(emails)} holds something that is not an address`, async () => {
      const { success, message } = await send(`smtp://${sink.place}`, { emails })
      assert.equal(success, false)
      assert.match(message, /is not an e-mail address, so nothing was sent\.$/)
    })
  }

  test('a server that is away is a failure with a sentence', async () => {
    const gone = await startSmtpSink()
    await gone.close()
    await assert.rejects(send(`smtp://${gone.place}`, { emails: 'ada@example.com' }), {
      name: 'TargetFailure',
      message: /^The mail server 127\.0\.0\.1 could not be reached, or broke off \(\w+\)\.$/,
    })
  })
})

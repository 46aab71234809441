import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { takePort, type ListeningPort } from '../../src/http/listening-port.ts'

describe('what is no request', () => {
  let listening: ListeningPort
  before(async () => void (listening = await takePort('127.0.0.1', 0)))
  after(() => listening.stop())

  for (const [what, sent, status, code] of [
    [
      'an address and headers above 64 KiB',
      `GET /?${'x'.repeat(70_000)} HTTP/1.1\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed'],
  ] as const) {
    test(`${what} is refused in the shape of every error`, async () => {
      const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
      socket.write(sent)
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} .*Content-Type: application/json`, 's'))
      const answer = JSON.parse(body)
      assert.deepEqual([Object.keys(answer), answer.code], [['detail', 'code'], code])
    })
  }

  test('headers of 30 KiB are read', async () => {
    const { status } = await fetch(`${listening.url}/api/status?${'x'.repeat(30_000)}`)
    assert.equal(status, 503)
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createIntegrations } from '../../src/channels/create-integrations.ts'
import type { Integrations } from '../../src/channels/integrations.ts'
import { TargetFailure } from '../../src/channels/outgoing.ts'
import slack from '../../src/channels/slack.channel.ts'
import { loadConfig } from '../../src/config.ts'
import { answering, startHttpSink, type HttpSink } from '../harness/http-sink.ts'

describe('the channels of a Slack workspace', () => {
  let sink: HttpSink
  let integrations: Integrations
  before(async () => {
    sink = await startHttpSink()
    const settings = loadConfig({
      ASSAY_SLACK_URL: `${sink.url}/api/`,
      ASSAY_SLACK_BOT_TOKEN: 'a-bot-token',
      ASSAY_ALLOWED_TARGETS: '127.0.0.1',
    })
    integrations = { ...createIntegrations(settings), inbox: { post: async () => undefined } }
  })
  after(() => sink.close())
  beforeEach(() => void (sink.received.length = 0))

  const page = (names: string[], next_cursor: string) => ({
    ok: true,
    channels: names.map((name) => ({ id: `C-${name}`, name })),
    response_metadata: { next_cursor },
  })

  test('are read page by page and offered by name', async () => {
    sink.answer = (request, response) => {
      const cursor = new URL(request.path, sink.url).searchParams.get('cursor')
      const answer = cursor === '' ? page(['general', 'orders'], 'more=') : page(['data'], '')
      answering(200, answer)(request, response)
    }
    assert.deepEqual(await slack.choices?.(integrations), {
      channel: [
        { label: '#data', value: 'data' },
        { label: '#general', value: 'general' },
        { label: '#orders', value: 'orders' },
      ],
    })
    assert.deepEqual(
      sink.received.map(({ path }) => new URL(path, sink.url).searchParams.get('cursor')),
      ['', 'more='],
    )
    assert.equal(sink.received[0]?.headers.authorization, 'Bearer a-bot-token')
    assert.match(sink.received[0]?.path ?? '', /^\/api\/conversations\.list\?/)
  })

  test('are the public ones where the app may not see private ones', async () => {
    sink.answer = (request, response) => {
      const isPublic = new URL(request.path, sink.url).searchParams.get('types') === 'public_channel'
      answering(200, isPublic ? page(['general'], '') : { ok: false, error: 'missing_scope' })(
        request,
        response,
      )
    }
    assert.deepEqual(await slack.choices?.(integrations), {
      channel: [{ label: '#general', value: 'general' }],
    })
  })

  test('cannot be listed where the app may see none, or there is no end of them', async () => {
    sink.answer = answering(200, { ok: false, error: 'missing_scope' })
    assert.deepEqual(await slack.choices?.(integrations), {})
    sink.answer = answering(200, page(['again'], 'on and on'))
    assert.deepEqual(await slack.choices?.(integrations), {})
  })

  test('cannot be listed from an answer that is not JSON', async () => {
    sink.answer = answering(502, '<html>Bad gateway</html>')
    await assert.rejects(slack.choices?.(integrations) ?? assert.fail(), TargetFailure)
  })
})

import type { ServerResponse } from 'node:http'
import type { HttpSink } from './http-sink.ts'

// Receivers that take and refuse what the documents of the services say, as far as our requests may come near it.

type Answer = HttpSink['answer']
type Json = Record<string, unknown>

const json = (response: ServerResponse, status: number, body: unknown, headers: Json = {}) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...(headers as Record<string, string>) })
    .end(JSON.stringify(body))

/** Undefined for text that is no JSON object, or has half of a character, which UTF-8 has no bytes for. */
function parsed(text: string): Json | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' &&
      body !== null &&
      JSON.stringify(body).isWellFormed() &&
      !/\\ud[89a-f]/i.test(text)
      ? (body as Json)
      : undefined
  } catch {
    return undefined
  }
}

/** The only bearer token that Slack's stand-in takes. */
export const slackToken = 'xoxb-0123456789-a-bot-token'

/**
 * `chat.postMessage` of Slack: a POST of JSON with a bearer token; refusals are 200 with `ok` false; 429 has `Retry-After`.
 * https://docs.slack.dev/reference/methods/chat.postMessage (members, errors),
 * https://api.slack.com/changelog/2018-04-truncating-really-long-messages (texts of more than 40,000 characters are cut),
 * https://docs.slack.dev/apis/web-api/ (the token in the header, JSON with a charset),
 * https://docs.slack.dev/reference/block-kit/blocks (50 blocks, 3,000 characters in a section).
 */
export function slackApi({ channels, posted }: { channels: readonly string[]; posted: string[] }): Answer {
  return ({ method, path, headers, text }, response) => {
    const refuse = (error: string) => json(response, 200, { ok: false, error })
    if (method !== 'POST' || path !== '/api/chat.postMessage') return refuse('unknown_method')
    if (headers.authorization === undefined) return refuse('not_authed')
    if (headers.authorization !== `Bearer ${slackToken}`) return refuse('invalid_auth')
    if (!/^application\/json; *charset=utf-8$/i.test(headers['content-type'] ?? ''))
      return refuse('invalid_post_type')
    const body = parsed(text)
    if (!body) return refuse('invalid_json')
    if (!channels.includes(String(body['channel']))) return refuse('channel_not_found')
    const blocks = (body['blocks'] ?? []) as { text?: { text: string } }[]
    if (blocks.length > 50 || blocks.some((block) => (block.text?.text.length ?? 0) > 3000))
      return refuse('invalid_blocks')
    const message = body['text']
    if (typeof message !== 'string' || (message.trim() === '' && blocks.length === 0))
      return refuse('no_text')
    posted.push(message.slice(0, 40_000))
    json(response, 200, {
      ok: true,
      channel: 'C0123456789',
      ts: '1503435956.000247',
      ...(message.length > 40_000 && { response_metadata: { warnings: ['message_truncated'] } }),
    })
  }
}

/**
 * Version 2 of PagerDuty's Events API: 202 for an event, 400 that lists what is wrong with it, 413 for more than 512 KB.
 * https://developer.pagerduty.com/docs/send-alert-event, and as a schema
 * https://github.com/PagerDuty/api-schema/blob/main/reference/events-v2/openapiv3.json
 */
export function pagerDutyEvents(incidents: Map<string, string>): Answer {
  return ({ method, path, headers, text }, response) => {
    if (method !== 'POST' || path !== '/v2/enqueue') return void response.writeHead(404).end()
    if (Buffer.byteLength(text) > 512 * 1024) return void response.writeHead(413).end()
    const body = parsed(text)
    const payload = (body?.['payload'] ?? {}) as Json
    const isText = (value: unknown, longest: number) =>
      typeof value === 'string' && value !== '' && value.length <= longest
    const { routing_key, event_action, dedup_key } = body ?? {}
    const errors = [
      ...(body && headers['content-type']?.startsWith('application/json') ? [] : ['JSON cannot be parsed']),
      ...(isText(routing_key, 32) && String(routing_key).length === 32
        ? []
        : ["Length of 'routing_key' is incorrect (should be 32 characters)"]),
      ...(['trigger', 'acknowledge', 'resolve'].includes(String(event_action))
        ? []
        : ["'event_action' is invalid"]),
      ...(dedup_key === undefined || isText(dedup_key, 255) ? [] : ["'dedup_key' is too long"]),
      ...(isText(payload['summary'], 1024) ? [] : ["'payload.summary' is missing, blank or too long"]),
      ...(isText(payload['source'], Infinity) ? [] : ["'payload.source' is missing or blank"]),
      ...(['critical', 'error', 'warning', 'info'].includes(String(payload['severity']))
        ? []
        : [
            "'payload.severity' is invalid (must be one of the following: 'critical', 'warning', 'error' or 'info')",
          ]),
    ]
    if (errors.length > 0)
      return json(response, 400, { status: 'invalid event', message: 'Event object is invalid', errors })
    incidents.set(String(dedup_key), String(payload['summary']))
    json(response, 202, { status: 'success', message: 'Event processed', dedup_key })
  }
}

/**
 * The webhook of a workflow of Microsoft Teams: a message with Adaptive Cards of at most 28 KB, counted in two bytes a letter, of version 1.5 at most; 202.
 * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using (the message),
 * https://learn.microsoft.com/en-us/microsoftteams/limits-specifications-teams (28 KB),
 * https://adaptivecards.io/explorer/TextBlock.html (`type`, `version`, `body`, `text`).
 */
export function teamsWorkflow(posted: string[]): Answer {
  return ({ method, headers, text }, response) => {
    if (method !== 'POST' || !headers['content-type']?.startsWith('application/json'))
      return json(response, 400, { error: { code: 'TriggerInputSchemaMismatch' } })
    if (Buffer.byteLength(text, 'utf16le') > 28 * 1024) return void response.writeHead(413).end()
    const { type, attachments } = parsed(text) ?? {}
    const [card] = (Array.isArray(attachments) ? attachments : []) as {
      contentType?: string
      content?: Json
    }[]
    const { type: kind, version, body } = card?.content ?? {}
    const elements = (Array.isArray(body) ? body : []) as Json[]
    const isCard =
      type === 'message' &&
      card?.contentType === 'application/vnd.microsoft.card.adaptive' &&
      kind === 'AdaptiveCard' &&
      /^1\.[0-5]$/.test(String(version)) &&
      elements.length > 0 &&
      elements.every((one) => one['type'] === 'TextBlock' && typeof one['text'] === 'string')
    if (!isCard) return json(response, 400, { error: { code: 'InvalidBotAdaptiveCard' } })
    posted.push(String(elements[0]?.['text']))
    response.writeHead(202).end()
  }
}

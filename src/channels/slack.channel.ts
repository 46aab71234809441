import { Type } from 'typebox'
import { defineChannel, delivered, isAccepted, refusedBy, undelivered, type Choice } from './channel.ts'
import { cut } from '../kernel/cut.ts'
import { setting, text, webAddress } from '../kernel/setting.ts'
import { TargetFailure, type Outgoing } from './outgoing.ts'
import { workspace } from './workspace.ts'

/** An answer of the API without a result; other members are not read. */
interface SlackAnswer {
  ok?: unknown
  error?: unknown
  channels?: { name?: unknown }[]
  response_metadata?: { next_cursor?: unknown }
}

const pageSize = 200
/** A workspace with more channels than ten pages is not listed: its channels are then typed by name. */
const mostPages = 10
const longestPage = 2 * 1024 * 1024

/** Remedies for the usual refusals; others are shown as Slack words them. */
const remedies: Record<string, string> = {
  channel_not_found: 'the workspace has no such channel, or it is private and the app was not invited to it',
  not_in_channel: 'invite the app to the channel first',
  is_archived: 'the channel is archived',
  invalid_auth: 'ASSAY_SLACK_BOT_TOKEN is not a valid token',
  token_revoked: 'ASSAY_SLACK_BOT_TOKEN was revoked',
  missing_scope: 'the app needs the scope chat:write',
  ratelimited: 'too many messages in a short time; try again in a minute',
}

/** Slack cuts longer messages, in characters. */
const longestText = 40_000

/** Refusals after which Slack is asked again. After the last two it may have posted the message already, which is then there twice. */
const passing = new Set([
  'ratelimited',
  'service_unavailable',
  'request_timeout',
  'internal_error',
  'fatal_error',
])

const slack = workspace({
  settings: {
    token: setting({
      variable: 'ASSAY_SLACK_BOT_TOKEN',
      schema: Type.Union([text, Type.Null()]),
      expected: 'the bot token of a Slack app',
      fallback: null,
      absent: 'Slack is not connected',
      sentence:
        'Connects a Slack workspace. The app needs the scopes `chat:write` and `channels:read`, and `groups:read` to list private channels.',
      secret: true,
    }),
    url: setting({
      variable: 'ASSAY_SLACK_URL',
      schema: webAddress,
      expected: 'https://host/path',
      fallback: 'https://slack.com/api/',
      sentence: 'Where Slack takes calls of its Web API.',
    }),
  },
  connect: ({ token, url }) => ({ token, url: url.replace(/\/?$/, '/') }),
  secrets: ({ token }) => ({ secrets: token === null ? [] : [token] }),
})

/** Posts into a channel of the connected Slack workspace, as the app of its bot token. */
export default defineChannel({
  type: 'Slack',
  display_name: 'Slack',
  workspace: slack,
  properties: [
    {
      field: 'channel',
      title: 'Channel',
      type: 'enum',
      required: true,
      placeholder: 'general',
      info: 'A channel of the workspace that the app is in.',
    },
  ],
  // Slack's three control characters: a value such as <!channel> would call everybody.
  plain: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  async choices({ workspace: { token, url }, http }) {
    if (token === null) return {}
    const list = (types: string) => listChannels(http, url, token, types)
    // Without the scope for private channels the whole list is refused, so the public ones are asked for alone.
    const names = (await list('public_channel,private_channel')) ?? (await list('public_channel'))
    return names ? { channel: names.sort().map((name): Choice => ({ label: `#${name}`, value: name })) } : {}
  },
  async deliver({ text }, { channel }, { workspace: { token, url }, http }) {
    if (token === null) {
      return undelivered(
        'Slack is not connected: set ASSAY_SLACK_BOT_TOKEN to the bot token of an app with the scopes chat:write and channels:read.',
      )
    }
    const answer = await http.send({
      method: 'POST',
      url: `${url}chat.postMessage`,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ channel, text: cut(text, longestText), unfurl_links: false }),
    })
    if (!isAccepted(answer)) return refusedBy('Slack', answer)
    const { ok, error } = parseAnswer(answer.text)
    if (ok === true) return delivered(`Slack posted the message into ${channel}.`)
    const reason = typeof error === 'string' ? error : 'an answer that is not understood'
    const refused = undelivered(`Slack refused the message: ${remedies[reason] ?? reason}.`)
    return passing.has(reason) ? { ...refused, retry: { after_seconds: null } } : refused
  },
  examples: [
    {
      shows: 'posts into the channel',
      settings: { ASSAY_SLACK_URL: 'http://sink.example/api', ASSAY_SLACK_BOT_TOKEN: 'a-bot-token' },
      parameters: { channel: 'general' },
      message: { text: '*orders*: 3 rows have no customer', delivery_id: 'delivery-1' },
      sends: {
        path: '/api/chat.postMessage',
        headers: { authorization: 'Bearer a-bot-token' },
        body: { channel: 'general', text: '*orders*: 3 rows have no customer', unfurl_links: false },
      },
      answers: { status: 200, body: { ok: true } },
      outcome: { success: true, message: 'Slack posted the message into general.' },
    },
    {
      shows: 'is refused inside an answer that looks like a success',
      settings: { ASSAY_SLACK_URL: 'http://sink.example/api', ASSAY_SLACK_BOT_TOKEN: 'a-bot-token' },
      parameters: { channel: 'general' },
      message: { text: 'orders are late', delivery_id: 'delivery-2' },
      sends: {
        path: '/api/chat.postMessage',
        body: { channel: 'general', text: 'orders are late', unfurl_links: false },
      },
      answers: { status: 200, body: { ok: false, error: 'not_in_channel' } },
      outcome: { success: false, message: 'Slack refused the message: invite the app to the channel first.' },
    },
    {
      shows: 'says what to set when no workspace is connected',
      parameters: { channel: 'general' },
      message: { text: 'orders are late', delivery_id: 'delivery-3' },
      sends: null,
      outcome: {
        success: false,
        message:
          'Slack is not connected: set ASSAY_SLACK_BOT_TOKEN to the bot token of an app with the scopes chat:write and channels:read.',
      },
    },
  ],
})

/** Names of all channels of these types; null when Slack does not list them, or there are too many. */
async function listChannels(
  http: Outgoing,
  apiUrl: string,
  token: string,
  types: string,
): Promise<string[] | null> {
  const names: string[] = []
  let cursor = ''
  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({ types, exclude_archived: 'true', limit: String(pageSize), cursor })
    const { text } = await http.send({
      method: 'GET',
      url: `${apiUrl}conversations.list?${query}`,
      headers: { authorization: `Bearer ${token}` },
      longest_answer: longestPage,
    })
    const answer = parseAnswer(text)
    if (answer.ok !== true || !Array.isArray(answer.channels)) return null
    names.push(...answer.channels.map(({ name }) => name).filter((name) => typeof name === 'string'))
    const next = answer.response_metadata?.next_cursor
    if (typeof next !== 'string' || next === '') return names
    cursor = next
  }
  return null
}

function parseAnswer(text: string): SlackAnswer {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? answer : {}
  } catch (error) {
    throw new TargetFailure('Slack answered with something that is not JSON.', {
      cause: error,
      is_passing: true,
    })
  }
}

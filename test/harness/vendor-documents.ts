import type { HttpSink } from './http-sink.ts'

type Request = HttpSink['received'][number]
type Json = Record<string, unknown>

/** What a service outside documents of the requests that it takes. */
export interface VendorDocument {
  /** Where its maker says so. */
  documents: readonly string[]
  /** What it would refuse or cut about the request; empty: nothing. */
  objections(request: Request): string[]
}

/** By channel: each service that is not a receiver of people's own. */
export const vendorDocuments: Readonly<Record<string, VendorDocument>> = {
  Slack: {
    documents: [
      'https://docs.slack.dev/reference/methods/chat.postMessage',
      'https://docs.slack.dev/changelog/2018-04-truncating-really-long-messages',
    ],
    objections: (request) => {
      const { channel, text } = bodyOf(request)
      return unmet({
        'a POST to chat.postMessage': isAsked(request, 'POST', /\/chat\.postMessage$/),
        'JSON with its charset': isJson(request) && /charset=utf-8/.test(typeOf(request)),
        'a bearer token': /^Bearer \S+$/.test(request.headers.authorization ?? ''),
        'a channel': isText(channel, 1),
        'a text of at most 40,000 characters': isText(text, 1, 40_000),
      })
    },
  },
  PagerDuty: {
    documents: [
      'https://developer.pagerduty.com/docs/events-api-v2-overview',
      'https://github.com/PagerDuty/api-schema/blob/main/reference/events-v2/openapiv3.json',
    ],
    objections: (request) => {
      const { routing_key, event_action, dedup_key, payload = {} } = bodyOf(request)
      const { summary, source, severity, custom_details = {} } = payload as Json
      return unmet({
        'a POST to /v2/enqueue': isAsked(request, 'POST', /^\/v2\/enqueue$/),
        JSON: isJson(request),
        'a routing key of 32 characters': isText(routing_key, 32, 32),
        'an action': ['trigger', 'acknowledge', 'resolve'].includes(String(event_action)),
        'a key of at most 255 characters': isText(dedup_key, 1, 255),
        'a summary of at most 1,024 characters': isText(summary, 1, 1024),
        'a source': isText(source, 1),
        'a known severity': ['critical', 'error', 'warning', 'info'].includes(String(severity)),
        'details as an object': typeof custom_details === 'object',
        'at most 512 KB': Buffer.byteLength(request.text) <= 512 * 1024,
      })
    },
  },
  MSFT_Teams: {
    documents: [
      'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
      'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using',
    ],
    objections: (request) => {
      const { type, attachments } = bodyOf(request)
      const cards = Array.isArray(attachments) ? (attachments as Json[]) : []
      const [card = {}] = cards.map(({ content }) => content as Json)
      return unmet({
        'a POST': request.method === 'POST',
        'JSON with its charset': isJson(request) && /charset=utf-8/.test(typeOf(request)),
        'a message with one adaptive card':
          type === 'message' &&
          cards.length === 1 &&
          cards[0]?.['contentType'] === 'application/vnd.microsoft.card.adaptive',
        'a card of a version that Teams shows':
          card['type'] === 'AdaptiveCard' && /^1\.[0-5]$/.test(String(card['version'])),
        'at most 28 KB': Buffer.byteLength(request.text) <= 28_000,
      })
    },
  },
  Jira: {
    documents: [
      'https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issues/#api-rest-api-2-issue-post',
      'https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issue-search/',
      'https://confluence.atlassian.com/adminjiraserver/advanced-settings-938847258.html',
    ],
    objections: (request) => {
      if (request.method !== 'POST' || request.path.includes('/transitions')) return askedOfJira(request)
      const { project, issuetype, summary, description, labels } = (bodyOf(request)['fields'] ?? {}) as Json
      return unmet({
        'a POST to /rest/api/2/issue': isAsked(request, 'POST', /^\/rest\/api\/2\/issue$/),
        JSON: isJson(request),
        'a project by its key': isText((project as Json | undefined)?.['key'], 1),
        'a type by its name': isText((issuetype as Json | undefined)?.['name'], 1),
        'a summary of one line and at most 255 characters':
          isText(summary, 1, 255) && !/[\r\n]/.test(String(summary)),
        'a description of at most 32,767 characters': isText(description, 0, 32_767),
        'labels without blanks':
          Array.isArray(labels) &&
          labels.every((label) => isText(label, 1, 255) && !/\s/.test(String(label))),
      })
    },
  },
  ServiceNow: {
    documents: [
      'https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html',
      'https://www.servicenow.com/docs/r/it-service-management/incident-management/c_IncidentManagement.html',
    ],
    objections: (request) => {
      const { short_description, description, correlation_id, close_notes } = bodyOf(request)
      const isMade = request.method === 'POST'
      return unmet({
        'a path of the Table API': isAsked(
          request,
          isMade ? 'POST' : request.method,
          /^\/api\/now\/table\/incident(\/[0-9a-f]{32})?(\?|$)/,
        ),
        'JSON where there is a body': request.text === '' || isJson(request),
        'a short description of at most 160 characters': !isMade || isText(short_description, 1, 160),
        'a description of at most 4,000 characters': !isMade || isText(description, 0, 4000),
        'a correlation of at most 100 characters': !isMade || isText(correlation_id, 1, 100),
        'notes of at most 4,000 characters': close_notes === undefined || isText(close_notes, 0, 4000),
      })
    },
  },
}

/** Searches, reads and transitions. */
function askedOfJira(request: Request): string[] {
  const { transition } = bodyOf(request)
  return unmet({
    'a path of version 2': /^\/rest\/api\/2\/(search(\/jql)?\?|issue\/[\w-]+(\/transitions|\?|$))/.test(
      request.path,
    ),
    'a transition by its id': request.method === 'GET' || isText((transition as Json | undefined)?.['id'], 1),
  })
}

const unmet = (wanted: Record<string, boolean>) =>
  Object.entries(wanted).flatMap(([what, isMet]) => (isMet ? [] : [`It wants ${what}.`]))

const isAsked = (request: Request, method: string, path: RegExp) =>
  request.method === method && path.test(request.path)

const typeOf = ({ headers }: Request) => headers['content-type'] ?? ''
const isJson = (request: Request) => /^application\/json\b/.test(typeOf(request))

/** Whole characters, counted in UTF-16 units. */
const isText = (value: unknown, least: number, most = Number.POSITIVE_INFINITY) =>
  typeof value === 'string' && value.isWellFormed() && value.length >= least && value.length <= most

const bodyOf = ({ text }: Request): Json => (text === '' ? {} : (JSON.parse(text) as Json))

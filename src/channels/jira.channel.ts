import {
  defineChannel,
  delivered,
  isAccepted,
  refusedBy,
  undelivered,
  type MadeTicket,
  type Outcome,
} from './channel.ts'
import { cut } from '../kernel/cut.ts'
import type { Outgoing, TargetAnswer } from './outgoing.ts'
import { authorization, parsed, siteOf, ticketsAt, titleOf } from './tickets.ts'

/** Characters; Jira refuses longer ones. */
const longestDescription = 32_767

/** Opens issues for anomalies and moves them on. */
export default defineChannel({
  type: 'Jira',
  display_name: 'Jira',
  tells: 'tickets',
  properties: [
    {
      field: 'url',
      title: 'URL',
      type: 'string',
      required: true,
      placeholder: 'https://example.atlassian.net',
      info: 'The address of the Jira site.',
    },
    {
      field: 'username',
      title: 'User name',
      type: 'string',
      required: false,
      info: 'The e-mail address that the API token belongs to; without it the token is sent as a bearer token.',
    },
    {
      field: 'api_token',
      title: 'API Token',
      type: 'string',
      required: true,
      secret: true,
      info: 'An API token, or a personal access token.',
    },
    {
      field: 'action',
      title: 'Action',
      type: 'enum',
      required: false,
      values: [
        { label: 'Create an issue', value: 'create' },
        { label: 'Change the status', value: 'update' },
      ],
      default: 'create',
      info: 'Whether an issue is created, or the issues of the anomaly are moved to the target status.',
    },
    {
      field: 'project',
      title: 'Project',
      type: 'string',
      required: false,
      placeholder: 'DATA',
      info: 'The key of the project; needed to create.',
    },
    {
      field: 'issue_type',
      title: 'Issue Type',
      type: 'string',
      required: false,
      default: 'Task',
      info: 'The name of the type of new issues.',
    },
    {
      field: 'priority',
      title: 'Priority',
      type: 'string',
      required: false,
      info: 'The name of the priority of new issues.',
    },
    {
      field: 'target_status',
      title: 'Target Status',
      type: 'string',
      required: false,
      placeholder: 'Done',
      info: 'The name of the status that issues are moved to; needed to change the status.',
    },
  ],
  async deliver(message, parameters, { http }) {
    const { username, api_token, action, project, issue_type, priority, target_status } = parameters
    const site = siteOf(parameters.url)
    const ask = asking(http, site, authorization(username, api_token))
    if (action === 'update') {
      if (target_status === null)
        return undelivered('A change of status needs a target_status, so nothing was sent.')
      const found = ticketsAt(site, message)
      return 'none' in found ? found.none : moveAll(ask, found.tickets, target_status)
    }
    if (project === null) return undelivered('A new issue needs a project, so nothing was sent.')
    const label = `assay-${message.delivery_id}`
    const search = await findByLabel(ask, label)
    if (!isAccepted(search)) return refusedBy('Jira', search)
    const [known] = (parsed(search.text)['issues'] ?? []) as { key?: unknown }[]
    if (known) return made(site, known.key, 'was there already')
    const answer = await ask('POST', '/rest/api/2/issue', {
      fields: {
        project: { key: project },
        issuetype: { name: issue_type },
        summary: titleOf(message),
        description: cut(message.text, longestDescription),
        labels: ['assay', label],
        ...(priority !== null && { priority: { name: priority } }),
      },
    })
    return isAccepted(answer)
      ? made(site, parsed(answer.text)['key'], 'was created')
      : refusedBy('Jira', answer)
  },
  examples: [
    {
      shows: 'sends nothing without a project',
      parameters: { url: 'http://sink.example', api_token: 'a-token' },
      message: { text: 'orders are late', delivery_id: 'delivery-1' },
      sends: null,
      outcome: { success: false, message: 'A new issue needs a project, so nothing was sent.' },
    },
    {
      shows: 'has nothing to do for an anomaly without an issue',
      parameters: {
        url: 'http://sink.example',
        api_token: 'a-token',
        action: 'update',
        target_status: 'Done',
      },
      message: { text: 'orders are late', delivery_id: 'delivery-2', tickets: [] },
      sends: null,
      outcome: { success: true, message: 'The anomaly has no ticket there, so there was nothing to change.' },
    },
  ],
})

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<TargetAnswer>

function asking(http: Outgoing, site: string, headers: Record<string, string>): Ask {
  return (method, path, body) =>
    http.send({
      method,
      url: `${site}${path}`,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
}

/** The search of the cloud, or that of a Jira of one's own, which does not know the path. */
async function findByLabel(ask: Ask, label: string): Promise<TargetAnswer> {
  const query = `jql=${encodeURIComponent(`labels = "${label}"`)}&fields=key&maxResults=1`
  const answer = await ask('GET', `/rest/api/2/search/jql?${query}`)
  return answer.status === 404 ? ask('GET', `/rest/api/2/search?${query}`) : answer
}

function made(site: string, key: unknown, what: string): Outcome {
  if (typeof key !== 'string' || !/^[A-Z][A-Z0-9_]{0,40}-\d{1,12}$/.test(key))
    return undelivered('Jira answered without the key of an issue.')
  const ticket = { site, key, reference: key, url: `${site}/browse/${key}` }
  return { ...delivered(`The issue ${key} ${what}.`), ticket }
}

async function moveAll(ask: Ask, tickets: readonly MadeTicket[], target: string): Promise<Outcome> {
  for (const { reference } of tickets) {
    const refused = await move(ask, reference, target)
    if (refused) return refused
  }
  const keys = tickets.map(({ key }) => key).join(', ')
  return delivered(`${keys} ${tickets.length === 1 ? 'has' : 'have'} the status ${target}.`)
}

/** Null when the issue has the status then; a repetition finds it as it should be. */
async function move(ask: Ask, key: string, target: string): Promise<Outcome | null> {
  const issue = await ask('GET', `/rest/api/2/issue/${key}?fields=status`)
  if (!isAccepted(issue)) return refusedBy('Jira', issue)
  const isTarget = (name: unknown) => String(name).toLowerCase() === target.toLowerCase()
  const { status } = (parsed(issue.text)['fields'] ?? {}) as { status?: { name?: unknown } }
  if (isTarget(status?.name)) return null
  const answer = await ask('GET', `/rest/api/2/issue/${key}/transitions`)
  if (!isAccepted(answer)) return refusedBy('Jira', answer)
  const transitions = (parsed(answer.text)['transitions'] ?? []) as Transition[]
  const found = transitions.find(({ to }) => isTarget(to?.name))
  if (!found) {
    const names = transitions.map(({ to }) => String(to?.name)).join(', ')
    return undelivered(
      `${key} cannot be moved to ${target} from where it is, only to: ${names || 'nothing'}.`,
    )
  }
  const moved = await ask('POST', `/rest/api/2/issue/${key}/transitions`, { transition: { id: found.id } })
  return isAccepted(moved) ? null : refusedBy('Jira', moved)
}

interface Transition {
  id?: unknown
  to?: { name?: unknown }
}

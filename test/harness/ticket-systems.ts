import type { ServerResponse } from 'node:http'
import { startHttpSink, type HttpSink } from './http-sink.ts'

/** An issue or an incident as a system keeps it. */
interface KeptTicket {
  key: string
  /** Of ServiceNow: its sys_id. */
  id: string
  status: string
  /** As it was sent. */
  fields: Record<string, unknown>
}

/** A system that keeps tickets; `sink` records every request. */
export interface TicketSystem {
  sink: HttpSink
  tickets: KeptTicket[]
  /** Takes the next ticket, and then breaks off instead of answering. */
  breakOffOnce(): void
}

const token = `Basic ${Buffer.from('ada@example.com:CANARY-token').toString('base64')}`
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Characters of a text that Jira takes. */
const longestText = 32_767

/** What Jira says of the fields of a new issue, by field; empty when it takes them. */
function faultsOfIssue(fields: Record<string, unknown>): Record<string, string> {
  const { project, issuetype, summary, description, labels, priority } = fields as Record<string, unknown> & {
    project?: { key?: unknown }
    issuetype?: { name?: unknown }
    priority?: { name?: unknown }
  }
  const isText = (value: unknown, longest: number) => typeof value === 'string' && value.length <= longest
  const areLabels =
    Array.isArray(labels) && labels.every((label) => isText(label, 255) && !/\s/.test(String(label)))
  return {
    ...(project?.key !== 'DATA' && { project: 'valid project is required' }),
    ...(!['Task', 'Bug'].includes(String(issuetype?.name)) && { issuetype: 'Specify a valid issue type' }),
    ...((!isText(summary, 255) || String(summary).trim() === '' || /[\r\n]/.test(String(summary))) && {
      summary: 'The summary is invalid: it must be one line of at most 255 characters.',
    }),
    ...(!(description === undefined || isText(description, longestText)) && {
      description: 'The entered text is too long. It exceeds the allowed limit of 32,767 characters.',
    }),
    ...(!areLabels && { labels: 'The label contains spaces which is invalid.' }),
    ...(priority !== undefined &&
      !['High', 'Low'].includes(String(priority.name)) && { priority: 'The priority selected is invalid.' }),
  }
}

/**
 * What Jira's REST API of version 2 does with issues: search by a label, create, read, list and do transitions. Version 2 takes
 * descriptions as text, where version 3 wants documents.
 * https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issues/ (create: 201 with id, key, self; 400 with errors),
 * https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-issue-search/ (`/search/jql`, of the cloud alone),
 * https://developer.atlassian.com/server/jira/platform/rest/ (`/search`, of one's own).
 */
export async function startJira({ isCloud = true } = {}): Promise<TicketSystem> {
  const sink = await startHttpSink()
  const tickets: KeptTicket[] = []
  let breaks = false
  const transitions: Record<string, string[]> = { 'To Do': ['In Progress', 'Done'], 'In Progress': ['Done'] }
  sink.answer = ({ method, path, headers, text }, response) => {
    if (headers.authorization !== token) return void json(response, 401, { errorMessages: ['Who are you?'] })
    const url = new URL(path, 'http://jira')
    const [, , , , noun, key, part] = url.pathname.split('/')
    if (noun === 'search') {
      if ((key === 'jql') !== isCloud) return void json(response, 404, { errorMessages: ['null for uri'] })
      const label = /^labels = "([\w-]+)"$/.exec(url.searchParams.get('jql') ?? '')?.[1] ?? ''
      const issues = tickets.filter(({ fields }) => (fields['labels'] as string[]).includes(label))
      return void json(response, 200, { issues: issues.map((issue) => ({ id: issue.id, key: issue.key })) })
    }
    if (method === 'POST' && key === undefined) {
      const { fields } = JSON.parse(text) as { fields: Record<string, unknown> }
      const errors = faultsOfIssue(fields)
      if (Object.keys(errors).length > 0) return void json(response, 400, { errorMessages: [], errors })
      const made = {
        id: String(10_000 + tickets.length),
        key: `DATA-${tickets.length + 1}`,
        status: 'To Do',
        fields,
      }
      tickets.push(made)
      if (breaks) {
        breaks = false
        return void response.socket?.destroy()
      }
      return void json(response, 201, {
        id: made.id,
        key: made.key,
        self: `${sink.url}/rest/api/2/issue/${made.id}`,
      })
    }
    const issue = tickets.find((one) => one.key === key)
    if (!issue) return void json(response, 404, { errorMessages: ['Issue does not exist'] })
    if (part === undefined)
      return void json(response, 200, { key, fields: { status: { name: issue.status } } })
    const possible = transitions[issue.status] ?? []
    if (method === 'GET') {
      const listed = possible.map((name, index) => ({
        id: String(11 + index),
        name: `To ${name}`,
        to: { name },
      }))
      return void json(response, 200, { transitions: listed })
    }
    const { transition } = JSON.parse(text) as { transition: { id: string } }
    if (possible[Number(transition.id) - 11] === undefined)
      return void json(response, 400, { errorMessages: ['Transition id is not valid for this issue.'] })
    issue.status = possible[Number(transition.id) - 11] ?? issue.status
    response.writeHead(204).end()
  }
  return { sink, tickets, breakOffOnce: () => void (breaks = true) }
}

/** What the columns that a site has added may hold, longer than the channel reads. */
const ownColumns = { u_history: 'x'.repeat(70_000) }

/** Characters of the columns of incidents, as they are shipped; what is longer is cut without a word. */
const columns: Record<string, number> = {
  short_description: 160,
  description: 4000,
  correlation_id: 100,
  close_notes: 4000,
}

/** The fields of a record that a request asks for: all, unless it names some. */
function shownOf({ searchParams }: URL, record: Record<string, string>): Record<string, string> {
  const named = searchParams.get('sysparm_fields')?.split(',')
  return Object.fromEntries(Object.entries(record).filter(([field]) => named?.includes(field) ?? true))
}

/**
 * What the Table API of ServiceNow does with incidents: look for one by its correlation, create and change. It wants to be told
 * that JSON is accepted and sent.
 * https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html (paths, `sysparm_*`, 201 for a record, errors)
 */
export async function startServiceNow(): Promise<TicketSystem> {
  const sink = await startHttpSink()
  const tickets: KeptTicket[] = []
  let breaks = false
  sink.answer = ({ method, path, headers, text }, response) => {
    if (headers.authorization !== token)
      return void json(response, 401, { error: { message: 'User Not Authenticated' }, status: 'failure' })
    const url = new URL(path, 'http://servicenow')
    const [, , , , table, id] = url.pathname.split('/')
    if (headers.accept !== 'application/json' || !/^application\/json|^$/.test(headers['content-type'] ?? ''))
      return void json(response, 415, { error: { message: 'Unsupported media type' }, status: 'failure' })
    if (table !== 'incident') return void json(response, 400, { error: { message: 'Invalid table' } })
    if (method === 'GET') {
      const [field = '', value] = (url.searchParams.get('sysparm_query') ?? '').split('=')
      const found = tickets.filter(({ fields }) => fields[field] === value)
      return void json(response, 200, { result: found.map((one) => ({ sys_id: one.id, number: one.key })) })
    }
    const sent = JSON.parse(text) as Record<string, unknown>
    const fields = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, String(value).slice(0, columns[name])]),
    )
    if (method === 'POST') {
      const number = tickets.length + 1
      const made = {
        id: String(number).padStart(32, '0'),
        key: `INC${String(number).padStart(7, '0')}`,
        status: 'New',
        fields,
      }
      tickets.push(made)
      if (breaks) {
        breaks = false
        return void response.socket?.destroy()
      }
      return void json(response, 201, {
        result: shownOf(url, { sys_id: made.id, number: made.key, ...fields, ...ownColumns }),
      })
    }
    const incident = tickets.find((one) => one.id === id)
    if (!incident)
      return void json(response, 404, { error: { message: 'No Record found' }, status: 'failure' })
    if (fields['state'] === 'Resolved' && !fields['close_code'])
      return void json(response, 403, {
        error: { message: 'Data Policy Exception: Resolution code is mandatory' },
      })
    Object.assign(incident.fields, fields)
    incident.status = String(fields['state'])
    json(response, 200, { result: { sys_id: id, number: incident.key } })
  }
  return { sink, tickets, breakOffOnce: () => void (breaks = true) }
}

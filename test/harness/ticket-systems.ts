import type { ServerResponse } from 'node:http'
import { startHttpSink, type HttpSink } from './http-sink.ts'
import { vendorDocuments } from './vendor-documents.ts'

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

/** What Jira's REST API of version 2 does with issues: search by a label, create, read, list and do transitions. */
export async function startJira({ isCloud = true } = {}): Promise<TicketSystem> {
  const sink = await startHttpSink()
  const tickets: KeptTicket[] = []
  let breaks = false
  const transitions: Record<string, string[]> = { 'To Do': ['In Progress', 'Done'], 'In Progress': ['Done'] }
  sink.answer = (request, response) => {
    const { method, path, headers, text } = request
    if (headers.authorization !== token) return void json(response, 401, { errorMessages: ['Who are you?'] })
    const errorMessages = vendorDocuments['Jira']?.objections(request) ?? []
    if (errorMessages.length > 0) return void json(response, 400, { errorMessages })
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
    issue.status = possible[Number(transition.id) - 11] ?? issue.status
    response.writeHead(204).end()
  }
  return { sink, tickets, breakOffOnce: () => void (breaks = true) }
}

/** What the Table API of ServiceNow does with incidents: look for one by its correlation, create and change. */
export async function startServiceNow(): Promise<TicketSystem> {
  const sink = await startHttpSink()
  const tickets: KeptTicket[] = []
  let breaks = false
  sink.answer = (request, response) => {
    const { method, path, headers, text } = request
    if (headers.authorization !== token)
      return void json(response, 401, { error: { message: 'User Not Authenticated' }, status: 'failure' })
    const [message] = vendorDocuments['ServiceNow']?.objections(request) ?? []
    if (message !== undefined) return void json(response, 400, { error: { message }, status: 'failure' })
    const url = new URL(path, 'http://servicenow')
    const [, , , , table, id] = url.pathname.split('/')
    if (table !== 'incident') return void json(response, 400, { error: { message: 'Invalid table' } })
    if (method === 'GET') {
      const [field = '', value] = (url.searchParams.get('sysparm_query') ?? '').split('=')
      const found = tickets.filter(({ fields }) => fields[field] === value)
      return void json(response, 200, { result: found.map((one) => ({ sys_id: one.id, number: one.key })) })
    }
    const fields = JSON.parse(text) as Record<string, unknown>
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
      return void json(response, 201, { result: { sys_id: made.id, number: made.key, state: '1' } })
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

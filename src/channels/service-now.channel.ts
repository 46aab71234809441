import {
  defineChannel,
  delivered,
  isAccepted,
  refusedBy,
  undelivered,
  type MadeTicket,
  type Message,
  type Outcome,
} from './channel.ts'
import { cut } from '../kernel/cut.ts'
import type { Outgoing } from './outgoing.ts'
import { authorization, parsed, siteOf, ticketsAt, titleOf } from './tickets.ts'

const table = '/api/now/table/incident'
/** What is read of an incident: a whole one may be longer than what is read of an answer. */
const ofIncident = 'sysparm_fields=sys_id%2Cnumber'
/** Values are taken as people see them, by name rather than by id. */
const asPeopleSee = 'sysparm_input_display_value=true'
/** ServiceNow cuts longer descriptions and notes, in characters. */
const longestText = 4000
/** Members that are sent as they are given, where they are. */
const passedOn = ['urgency', 'impact', 'category', 'subcategory', 'assignment_group', 'assigned_to'] as const

/** Opens incidents for anomalies and changes their state. */
export default defineChannel({
  type: 'ServiceNow',
  display_name: 'ServiceNow',
  tells: 'tickets',
  properties: [
    {
      field: 'url',
      title: 'URL',
      type: 'string',
      required: true,
      placeholder: 'https://example.service-now.com',
      info: 'The address of the ServiceNow instance.',
    },
    {
      field: 'username',
      title: 'User name',
      type: 'string',
      required: false,
      info: 'Whose password is given; without it the secret is sent as a bearer token.',
    },
    {
      field: 'secret',
      title: 'Secret',
      type: 'string',
      required: true,
      secret: true,
      info: 'The password, or an OAuth token.',
    },
    {
      field: 'action',
      title: 'Action',
      type: 'enum',
      required: false,
      values: [
        { label: 'Create an incident', value: 'create' },
        { label: 'Change the state', value: 'update' },
      ],
      default: 'create',
      info: 'Whether an incident is created, or the incidents of the anomaly get the target status.',
    },
    {
      field: 'target_status',
      title: 'Target Status',
      type: 'string',
      required: false,
      placeholder: 'Resolved',
      info: 'The state of incidents, as people see it; needed to change it.',
    },
    {
      field: 'close_code',
      title: 'Resolution Code',
      type: 'string',
      required: false,
      info: 'Goes with states that need one, such as Resolved.',
    },
    { field: 'urgency', title: 'Urgency', type: 'string', required: false, info: 'Of new incidents.' },
    { field: 'impact', title: 'Impact', type: 'string', required: false, info: 'Of new incidents.' },
    { field: 'category', title: 'Category', type: 'string', required: false, info: 'Of new incidents.' },
    {
      field: 'subcategory',
      title: 'Subcategory',
      type: 'string',
      required: false,
      info: 'Of new incidents.',
    },
    {
      field: 'assignment_group',
      title: 'Assignment Group',
      type: 'string',
      required: false,
      info: 'Who looks after new incidents.',
    },
    {
      field: 'assigned_to',
      title: 'Assigned To',
      type: 'string',
      required: false,
      info: 'The person who looks after new incidents.',
    },
  ],
  async deliver(message, parameters, { http }) {
    const { username, secret, action, target_status, close_code } = parameters
    const instance = { http, site: siteOf(parameters.url), headers: authorization(username, secret) }
    if (action === 'update') return changeState(instance, message, { target_status, close_code })
    const given = passedOn.filter((field) => parameters[field] !== null)
    return openIncident(
      instance,
      message,
      Object.fromEntries(given.map((field) => [field, parameters[field]])),
    )
  },
  examples: [
    {
      shows: 'sends nothing without the state that it is to set',
      parameters: { url: 'http://sink.example', secret: 'a-token', action: 'update' },
      message: { text: 'orders are late', delivery_id: 'delivery-1', tickets: [] },
      sends: null,
      outcome: {
        success: false,
        message: 'A change of state needs a target_status, so nothing was sent.',
      },
    },
    {
      shows: 'has no anomaly in a test',
      parameters: {
        url: 'http://sink.example',
        secret: 'a-token',
        action: 'update',
        target_status: 'Resolved',
      },
      message: { text: 'orders are late', delivery_id: 'delivery-2' },
      sends: null,
      outcome: {
        success: false,
        message: 'There is no anomaly with a ticket to change, so nothing was sent.',
      },
    },
  ],
})

/** A ServiceNow, and how it is asked. */
interface Instance {
  http: Outgoing
  site: string
  headers: Record<string, string>
}

/** Gives the incidents of the message's anomalies another state. */
async function changeState(
  { http, site, headers }: Instance,
  message: Message,
  { target_status, close_code }: { target_status: string | null; close_code: string | null },
): Promise<Outcome> {
  if (target_status === null)
    return undelivered('A change of state needs a target_status, so nothing was sent.')
  const found = ticketsAt(site, message)
  if ('none' in found) return found.none
  for (const { reference } of found.tickets) {
    const answer = await http.send({
      method: 'PUT',
      url: `${site}${table}/${reference}?${asPeopleSee}`,
      headers,
      body: JSON.stringify({
        state: target_status,
        close_notes: cut(message.text, longestText),
        ...(close_code !== null && { close_code }),
      }),
    })
    if (!isAccepted(answer)) return refusedBy('ServiceNow', answer)
  }
  return delivered(`${keysOf(found.tickets)} got the state ${target_status}.`)
}

/** Opens an incident with these members, unless an earlier attempt has. */
async function openIncident(
  { http, site, headers }: Instance,
  message: Message,
  members: Record<string, string | null>,
): Promise<Outcome> {
  const query = `sysparm_query=correlation_id%3D${message.delivery_id}&${ofIncident}&sysparm_limit=1`
  const search = await http.send({ method: 'GET', url: `${site}${table}?${query}`, headers })
  if (!isAccepted(search)) return refusedBy('ServiceNow', search)
  const [known] = (parsed(search.text)['result'] ?? []) as Incident[]
  if (known) return made(site, known, 'was there already')
  const answer = await http.send({
    method: 'POST',
    url: `${site}${table}?${asPeopleSee}&${ofIncident}`,
    headers,
    body: JSON.stringify({
      short_description: titleOf(message),
      description: cut(message.text, longestText),
      correlation_id: message.delivery_id,
      correlation_display: 'Assay',
      ...members,
    }),
  })
  return isAccepted(answer)
    ? made(site, (parsed(answer.text)['result'] ?? {}) as Incident, 'was created')
    : refusedBy('ServiceNow', answer)
}

interface Incident {
  sys_id?: unknown
  number?: unknown
}

const keysOf = (tickets: readonly MadeTicket[]): string => tickets.map(({ key }) => key).join(', ')

function made(site: string, { sys_id, number }: Incident, what: string): Outcome {
  const isKnown =
    typeof sys_id === 'string' &&
    /^[0-9a-f]{32}$/i.test(sys_id) &&
    typeof number === 'string' &&
    /^[A-Z0-9]{1,40}$/i.test(number)
  if (!isKnown) return undelivered('ServiceNow answered without the number of an incident.')
  const ticket = {
    site,
    key: number,
    reference: sys_id,
    url: `${site}/nav_to.do?uri=incident.do%3Fsys_id%3D${sys_id}`,
  }
  return { ...delivered(`The incident ${number} ${what}.`), ticket }
}

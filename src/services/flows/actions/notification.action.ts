import { maskedValue } from '../../../kernel/masked.ts'
import { invalidMember, ServiceError } from '../../../kernel/errors.ts'
import type { Channel, MadeTicket, Message, MessageSubject } from '../../../channels/channel.ts'
import type { Integrations } from '../../../channels/integrations.ts'
import { TargetFailure } from '../../../channels/outgoing.ts'
import { channels } from '../../../channels/registry.ts'
import type { SecretBox } from '../../../kernel/secret-box.ts'
import type { RunContext } from '../../../runs/operation.ts'
import { traceHeaderOf } from '../../../runs/traced.ts'
import { within } from '../../../access/within.ts'
import { noteTicket, ticketsIn } from '../../../store/tickets.ts'
import { readParameters } from '../../notifications/parameters.ts'
import { withholdSecrets } from '../../notifications/withhold-secrets.ts'
import type { ExecutionRow } from '../../../store/flows/executions.ts'
import { lineageFacts } from '../lineage-facts.ts'
import { defaultMessage, refuseUnknownTokens, renderMessage } from '../messages.ts'
import type { ActionWork, FlowActionKind, GivenAction, KeptAction, Performed } from './action.ts'
import { secretsOf } from './secrets.ts'

/** Sends a message by a channel. */
const notification: FlowActionKind = {
  type: 'notification',
  async read(context, action) {
    const { given, place, triggers } = action
    const channel = channelOf(given.notification_type, place)
    refuseTrigger(channel, triggers, place)
    const message = given.tokenized_message?.trim() ? given.tokenized_message : defaultMessage(triggers)
    if (message === null) {
      const sentence = 'A notification of a flow without tokens needs a tokenized_message: what it says.'
      throw invalidMember([...place, 'tokenized_message'], sentence, 'missing')
    }
    refuseUnknownTokens(message, triggers, [...place, 'tokenized_message'])
    const { settings, secrets } = splitParameters(context.secrets, channel, action)
    return {
      settings: { notification_type: channel.type, tokenized_message: message, parameters: settings },
      secrets,
    }
  },
  show({ notification_type, tokenized_message, parameters }, isWriter) {
    return {
      notification_type: String(notification_type),
      tokenized_message: String(tokenized_message),
      parameters: isWriter ? (parameters as Record<string, unknown>) : null,
    }
  },
  perform: send,
}

export default notification

/** What a channel does that is not for all flows, and the triggers of those that it is for, also in words. */
const bounds = {
  runs: { does: 'tells of runs', triggers: ['operation'], words: 'the end of a run' },
  tickets: {
    does: 'keeps tickets of anomalies',
    triggers: ['anomaly', 'anomaly_status'],
    words: 'a new anomaly or a change of status of an anomaly',
  },
}

function refuseTrigger(channel: Channel, triggers: readonly string[], place: GivenAction['place']): void {
  const bound = channel.tells && bounds[channel.tells]
  if (!bound || bound.triggers.some((trigger) => triggers.includes(trigger))) return
  throw invalidMember(
    [...place, 'notification_type'],
    `${channel.display_name} ${bound.does}: it needs ${bound.words} as the trigger (trigger_type ${bound.triggers.join(' or ')}).`,
  )
}

function channelOf(type: string | null | undefined, place: GivenAction['place']): Channel {
  const channel = channels.find(type ?? '')
  if (channel) return channel
  const known = channels.names().join(', ')
  throw invalidMember(
    [...place, 'notification_type'],
    type == null
      ? `A notification needs a notification_type, its channel: ${known}.`
      : `No notification channel is called "${type}"; known: ${known}.`,
  )
}

/** Secrets are kept sealed and apart. One that is left out, or comes back masked, stays as it was, unless the address has another host now. */
function splitParameters(
  box: SecretBox,
  channel: Channel,
  { given, before, place }: GivenAction,
): KeptAction {
  const parameters = { ...given.parameters }
  const kept =
    before !== null && before.settings['notification_type'] === channel.type ? secretsOf(box, before) : {}
  const hidden = channel.properties.filter(({ secret }) => secret).map(({ field }) => field)
  for (const field of hidden) {
    if (parameters[field] !== undefined && parameters[field] !== maskedValue) continue
    delete parameters[field]
    if (kept[field] == null) continue
    if (hostOf(parameters) !== hostOf(before?.settings['parameters'])) {
      const sentence = `Give ${field} again: the address has another host now, which must not get the one that is stored.`
      throw invalidMember([...place, 'parameters', field], sentence)
    }
    parameters[field] = kept[field]
  }
  const values = readParameters(channel, parameters, [...place, 'parameters'])
  const filled = Object.entries(values).filter(([, value]) => value !== null)
  const secrets = filled.filter(([field]) => hidden.includes(field))
  return {
    settings: Object.fromEntries(filled.filter(([field]) => !hidden.includes(field))),
    secrets: secrets.length === 0 ? null : Object.fromEntries(secrets),
  }
}

function hostOf(parameters: unknown): string | null {
  const url = (parameters as { url?: unknown } | undefined)?.url
  return typeof url === 'string' ? (URL.parse(url)?.origin ?? url) : null
}

async function send(work: ActionWork): ReturnType<FlowActionKind['perform']> {
  const { context, action, execution } = work
  const { integrations, secrets } = context
  const { notification_type, parameters } = action.settings
  const channel = channels.find(String(notification_type))
  if (!channel) {
    const sentence = `This version of the service has no channel ${String(notification_type)}; save the flow anew.`
    throw new ServiceError('wrong_state', sentence)
  }
  const values = readParameters(channel, { ...(parameters as object), ...secretsOf(secrets, action) })
  const message = await messageFor(work, channel)
  const shown = (sentence: string) => withholdSecrets(sentence, channel, values, integrations)
  try {
    const traceparent = await traceHeaderOf(context, execution.operation_id)
    const outcome = await channel.deliver(message, values, inTrace(integrations, traceparent))
    const told = shown(outcome.message)
    if (outcome.ticket) return noting(channel.type, outcome.ticket, execution, told)
    if (outcome.success) return { result: 'success', message: told }
    if (outcome.retry) return { retry: outcome.retry, message: told }
    return { result: 'failure', message: told }
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    if (error.is_passing) return { retry: { after_seconds: null }, message: shown(error.message) }
    return { result: 'failure', message: shown(error.message) }
  }
}

/** What the channel is told: the text with its tokens filled in, and what it is about. */
async function messageFor(
  { context, flow, action, execution, delivery_id, done_before }: ActionWork,
  channel: Channel,
): Promise<Message> {
  const { database } = context.store
  const anomaly_ids = execution.anomaly_ids.map(Number)
  const text = await renderMessage(database, String(action.settings['tokenized_message']), {
    flow_name: flow.name,
    trigger_type: flow.trigger_type,
    subject: { ...execution, anomaly_ids },
    is_group: execution.is_group,
    channel,
    public_url: context.integrations.public_url,
    more: done_before?.values ?? {},
  })
  return {
    text,
    delivery_id,
    time: execution.event_time,
    ...(execution.datastore_id !== null && { datastore_id: execution.datastore_id }),
    about: aboutOf(execution),
    ...(channel.tells === 'runs' && (await lineageFacts(database, execution, flow.owner_id))),
    ...(channel.tells === 'tickets' && { tickets: await ticketsIn(database, channel.type, anomaly_ids) }),
  }
}

/** The integrations with requests that carry the header; null: with none. */
function inTrace({ http, ...others }: Integrations, traceparent: string | null): Integrations {
  if (traceparent === null) return { http, ...others }
  return {
    ...others,
    http: {
      send: (request) => http.send({ ...request, headers: { traceparent, ...request.headers } }),
    },
  }
}

/** Notes the ticket at its anomalies in the transaction that ends the action. */
function noting(system: string, ticket: MadeTicket, { anomaly_ids }: ExecutionRow, message: string) {
  return async ({ store }: RunContext): Promise<Performed> => {
    await within({ store }, (transaction) => noteTicket(transaction, anomaly_ids.map(Number), system, ticket))
    return { result: 'success', message }
  }
}

/** Ids of a message: more are counted, so that its size has a bound. */
const mostIds = 100

function aboutOf(execution: ExecutionRow): MessageSubject {
  const { trigger_type, flow_id, datastore_id, operation_id, container_scan_id, anomaly_ids } = execution
  return {
    trigger_type,
    flow_id,
    datastore_id,
    operation_id,
    container_scan_id,
    anomaly_count: anomaly_ids.length,
    anomaly_ids: anomaly_ids.slice(0, mostIds).map(Number),
  }
}

import type { ChannelIntegrations, Integrations } from './integrations.ts'
import type { TargetAnswer } from './outgoing.ts'
import type { RunFacts } from './run-facts.ts'
import type { ChannelSettings, Workspace } from './workspace.ts'

/** One choice of an enum property. */
export interface Choice {
  label: string
  value: string
}

/** A property that a person fills in for a channel; the API's specification entry is made of it. */
export interface ChannelProperty {
  field: string
  title: string
  type: 'string' | 'enum' | 'object'
  required: boolean
  /** A sentence below the input. */
  info: string
  /** Of an enum; left out when only the connected service knows them (see `choices`). */
  values?: readonly Choice[]
  /** Stands in where nothing was given. */
  default?: string
  /** Its value is never shown again (default false). */
  secret?: boolean
  /** Shown in an empty input. */
  placeholder?: string
}

/** A message to deliver: the text with its tokens filled in. */
export interface Message {
  text: string
  /** The same for every attempt, so that a target can tell a repetition. */
  delivery_id: string
  /** When it happened, ISO 8601 in UTC (default: the channel tells no time). */
  time?: string
  /** The datastore that it is about; only who may see that finds it in the inbox (default: it is for everybody). */
  datastore_id?: number
  /** What it is about, for programs (default: nothing, as in a test). */
  about?: MessageSubject
  /** The run that it is about; only for channels that tell of runs. */
  run?: RunFacts
  /** The tickets of its anomalies in systems of this channel; only for channels that keep tickets. */
  tickets?: readonly MadeTicket[]
}

/** A ticket in a system outside. */
export interface MadeTicket {
  /** The address of the system, without a slash at its end. */
  site: string
  /** What people call it. */
  key: string
  /** What the system takes for it in requests. */
  reference: string
  /** Where people look at it. */
  url: string
}

/** What made somebody write, and which things it is about; null where there is none. */
export interface MessageSubject {
  trigger_type: string
  flow_id: number
  datastore_id: number | null
  operation_id: number | null
  container_scan_id: number | null
  anomaly_count: number
  /** The first hundred. */
  anomaly_ids: readonly number[]
}

/** The outcome of a delivery; `message` is a sentence for people and may hold what the target answered. */
export interface Outcome {
  success: boolean
  message: string
  /** Set where another attempt may succeed; `after_seconds` is what the target asked for, null for nothing. */
  retry?: { after_seconds: number | null }
  /** The ticket that was made, or was there already. */
  ticket?: MadeTicket
}

type ValueOf<Property extends ChannelProperty> = Property['type'] extends 'object'
  ? Record<string, unknown>
  : string

/** The parameters of `deliver`: required ones and those with a default have a value, the others may be null. */
type ParametersOf<Properties extends readonly ChannelProperty[]> = {
  [Property in Properties[number] as Property['field']]: Property extends
    | { required: true }
    | { default: string }
    ? ValueOf<Property>
    : ValueOf<Property> | null
}

/** A delivery with what must go out for it; the address `sink.example` stands for the target. */
export interface ChannelExample {
  /** A few words that continue the channel's name. */
  shows: string
  /** Settings as environment variables (default: nothing is configured). */
  settings?: Record<string, string>
  parameters: Record<string, unknown>
  message: Message
  /** One request, one e-mail or one message in the inbox, or null when nothing may go out. Headers are compared as far as they are named. */
  sends:
    | { path: string; headers?: Record<string, string>; body: unknown }
    | { inbox: string }
    | { mail: { from: string; to: string[]; subject: string; text: string } }
    | null
  /** The answer of the target; default: 200 without text. */
  answers?: { status: number; body: unknown }
  outcome: Outcome
}

/** A kind of notification: one `*.channel.ts` file. */
export interface Channel {
  /** The API name, unique. */
  type: string
  display_name: string
  properties: readonly ChannelProperty[]
  /** What the whole workspace shares with the service outside (default: nothing). */
  workspace?: Workspace
  /**
   * runs: of runs, at their start too, in a form of its own that leaves the text out. tickets: it keeps tickets for anomalies. Only
   * flows about such things have it (default: all).
   */
  tells?: 'runs' | 'tickets'
  /** Writes a token's value so that the service outside shows it and does not obey it, in the template given (default: as it is). */
  plain?(value: string, template: string): string
  /**
   * Choices of the enum properties that the connected service knows, by field. A field that is left out cannot be listed:
   * any text passes, and the service judges it. Throws TargetFailure.
   */
  choices?(integrations: Integrations): Promise<Record<string, Choice[]>>
  /** Sends once. What the target refuses, or the settings lack, is an outcome; throws TargetFailure without an answer. */
  deliver(message: Message, parameters: Record<string, unknown>, integrations: Integrations): Promise<Outcome>
  examples: readonly ChannelExample[]
}

/** A channel as its file declares it. */
interface DeclaredChannel<Properties extends readonly ChannelProperty[], Connected> extends Omit<
  Channel,
  'properties' | 'workspace' | 'choices' | 'deliver'
> {
  properties: Properties
  workspace?: Workspace<ChannelSettings, Connected>
  choices?(integrations: ChannelIntegrations<Connected>): Promise<Record<string, Choice[]>>
  deliver(
    message: Message,
    parameters: ParametersOf<Properties>,
    integrations: ChannelIntegrations<Connected>,
  ): Promise<Outcome>
}

/** Infers the parameters from the properties, and hands the channel what its own settings connect; the registry forgets both types. */
export function defineChannel<const Properties extends readonly ChannelProperty[], Connected = null>(
  declared: DeclaredChannel<Properties, Connected>,
): Channel {
  const own = (integrations: Integrations): ChannelIntegrations<Connected> => ({
    ...integrations,
    // `createIntegrations` has made it by the channel's own `connect`.
    workspace: (integrations.workspaces.get(declared.type) ?? null) as Connected,
  })
  const { choices, workspace, ...channel } = declared
  return {
    ...channel,
    ...(workspace && { workspace: workspace as Workspace }),
    ...(choices && { choices: (integrations) => choices(own(integrations)) }),
    deliver: (message, parameters, integrations) =>
      // The service has compared the parameters with the properties.
      declared.deliver(message, parameters as ParametersOf<Properties>, own(integrations)),
  }
}

/** True for the statuses by which a target says that it took the message. */
export const isAccepted = ({ status }: TargetAnswer): boolean => status >= 200 && status < 300

/** The target took the message. */
export const delivered = (message: string): Outcome => ({ success: true, message })
/** It did not, or nothing was sent; `message` says why. */
export const undelivered = (message: string): Outcome => ({ success: false, message })

/** The outcome for an answer that is no success: the status and the target's own words, and whether it may be different later. */
export function refusedBy(target: string, answer: TargetAnswer): Outcome {
  const { status, retry_after_seconds = null } = answer
  // 408: the target gave up waiting for the request, as it would have been given up without an answer.
  const isPassing = status === 408 || status === 429 || status >= 500
  return { ...refusal(target, answer), ...(isPassing && { retry: { after_seconds: retry_after_seconds } }) }
}

function refusal(target: string, { status, text }: TargetAnswer): Outcome {
  if (status >= 300 && status < 400) {
    return undelivered(
      `${target} answered ${status}, a redirect, which is not followed: give the final address.`,
    )
  }
  const words = text.trim()
  return undelivered(
    words === '' ? `${target} answered ${status}.` : `${target} answered ${status}: ${words}`,
  )
}

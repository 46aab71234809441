import type { ActionType, FlowActionInput } from '../../../model/flow.ts'
import type { RunContext } from '../../../runs/operation.ts'
import type { LedBy } from '../../../runs/start.ts'
import type { ExecutionRow } from '../../../store/flows/executions.ts'
import type { ActionRow, OwnedFlow } from '../../../store/flows/flows.ts'

/** Where in the body of a request an action stands. */
export type Place = readonly (string | number)[]

/** An action that is to be saved: what is asked for, what is kept of it, and where it stands. */
export interface GivenAction {
  given: FlowActionInput
  /** The action as it was; null for a new one, or one that was of another type. */
  before: ActionRow | null
  place: Place
  /** The trigger types whose tokens a message may hold; none: any text is left as it is written. */
  triggers: readonly string[]
  /** False while the flow is deactivated: then what may be mended later is not refused. */
  is_active: boolean
}

/** The members of an action that are those of its type. */
type ShownSettings = Pick<
  FlowActionInput,
  'notification_type' | 'tokenized_message' | 'parameters' | 'operation' | 'anomaly'
>

/** What is stored of an action; `secrets` null: none. */
export interface KeptAction {
  settings: Record<string, unknown>
  secrets: Record<string, unknown> | null
}

/** An action that is to be done now, in the name of the flow's owner. */
export interface ActionWork {
  context: RunContext
  flow: OwnedFlow
  action: ActionRow
  execution: ExecutionRow
  delivery_id: string
  led_by: LedBy
  /** What the last action of its kind before this one did, by the type of its tokens; null: none. */
  done_before: { trigger_type: string; values: Record<string, string> } | null
}

/** How an action ended, or how far it is. */
export type Performed =
  | { result: 'success' | 'failure'; message: string }
  /** It is to be tried again; null: after the usual time, seconds. */
  | { retry: { after_seconds: number | null }; message: string }
  /** It goes on as a run, and ends as that does. */
  | { operation_id: number; message: string | null }

/** A kind of action of flows: one `*.action.ts` file. */
export interface FlowActionKind {
  type: ActionType
  /** Checks what is asked for. Throws 422 that names the member, or 403 and 404 for what the caller may not do. */
  read(context: RunContext, action: GivenAction): Promise<KeptAction>
  /** What is shown of the settings, which never have secrets; `isWriter` false: to somebody who may not change flows. */
  show(settings: Record<string, unknown>, isWriter: boolean): ShownSettings
  /**
   * Does it once. What changes the state is done by the function of the answer, in the transaction that ends the action: all of
   * it lands, or nothing. A ServiceError of either is a failure with its sentence.
   */
  perform(work: ActionWork): Promise<Performed | ((context: RunContext) => Promise<Performed>)>
}

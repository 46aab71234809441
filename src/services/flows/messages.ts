import type { Channel } from '../../channels/channel.ts'
import { fillTokens, tokensIn, triggerTokens } from '../../channels/tokens.ts'
import { cut } from '../../kernel/cut.ts'
import { invalidMember } from '../../kernel/errors.ts'
import { nearest } from '../../kernel/nearest.ts'
import type { TriggerType } from '../../model/flow.ts'
import { factsOf, type Subject, type TokenFacts } from '../../store/flows/subjects.ts'
import type { Queryable } from '../../store/pool.ts'

/** Tokens that only one channel has use for, beside those of runs. */
const ofOneChannel = ['operation_result_color', 'operation_result_color__msft_teams']
/** A colour for each way in which a run ends; the others are as good as a failure. */
const colors: Record<string, string> = {
  success: '#2eb67d',
  warning: '#ecb22e',
  partial: '#ecb22e',
  aborted: '#8d8d8d',
}

/** The message of the first of these triggers that has one; null when none has. */
export function defaultMessage(triggers: readonly string[]): string | null {
  const known = triggerTokens.find(({ trigger_type }) => triggers.includes(trigger_type))
  return known?.default_message ?? null
}

/** Throws 422 for a token that none of these triggers has, and names the nearest one; nothing where they have none at all. */
export function refuseUnknownTokens(
  template: string,
  triggers: readonly string[],
  place: readonly (string | number)[],
): void {
  const known = new Set<string>(
    triggerTokens
      .filter(({ trigger_type }) => triggers.includes(trigger_type))
      .flatMap(({ tokens }) => tokens),
  )
  if (known.size === 0) return
  const allowed = triggers.includes('operation') ? [...known, ...ofOneChannel] : [...known]
  const wrong = tokensIn(template).find((name) => !allowed.includes(name))
  if (wrong === undefined) return
  const shown = cut(wrong, 60)
  throw invalidMember(
    [...place],
    `The trigger ${triggers[0]} has no token {{${shown}}}; did you mean {{${nearest(shown, allowed)}}}?`,
  )
}

/** What a message is filled in with. */
interface Filling {
  flow_name: string
  trigger_type: TriggerType
  subject: Subject
  /** True: it stands for all of the anomalies at once. */
  is_group: boolean
  channel: Pick<Channel, 'plain'>
  public_url: string | null
  /** Values by token that come before all others. */
  more: Readonly<Record<string, string>>
}

/** The message with its tokens filled in, each value written for its channel. A time and a person have no tokens: the text stays as it is. */
export async function renderMessage(
  database: Queryable,
  template: string,
  filling: Filling,
): Promise<string> {
  const { trigger_type, subject, is_group, channel, more } = filling
  const isPlain = trigger_type === 'schedule' || trigger_type === 'manual'
  if (isPlain && Object.keys(more).length === 0) return template
  const values = { ...valuesOf(await factsOf(database, subject), filling), ...more }
  const text = fillTokens(template, values, channel.plain)
  const isSaid = trigger_type !== 'anomaly' || !is_group || tokensIn(template).includes('anomaly_message')
  return isSaid || /^\s*[[{]/.test(template) ? text : `${text} (and ${subject.anomaly_ids.length} more)`
}

/** The value of every token, as far as there is one. */
function valuesOf(
  facts: TokenFacts,
  { flow_name, trigger_type, subject, is_group, public_url }: Filling,
): Record<string, string> {
  const count = subject.anomaly_ids.length
  const link = (noun: string, id: number | null) =>
    id === null ? '' : `${public_url ?? ''}/api/${noun}/${id}`
  const isRest = trigger_type === 'anomaly' && is_group
  const about = {
    operation: link('operations', facts.operation_id),
    partition_scan: link('container-scans', subject.container_scan_id),
  }[trigger_type as string]
  const result = facts.operation_result ?? ''
  return {
    flow_name,
    datastore_name: facts.datastore_name ?? '(deleted)',
    datastore_link: link('datastores', facts.datastore_id),
    container_name: facts.container_name ?? '(deleted)',
    container_link: link('containers', facts.container_id),
    scan_target_name: facts.scan_target_name ?? '(deleted)',
    anomaly_type: facts.anomaly_type ?? '(deleted)',
    anomaly_status: facts.anomaly_status ?? '(deleted)',
    anomaly_message: isRest ? `and ${count} more` : (facts.anomaly_message ?? '(deleted)'),
    anomaly_count: String(count),
    check_description: isRest ? '' : (facts.check_description ?? ''),
    operation_type: facts.operation_type ?? '(deleted)',
    operation_result: result,
    operation_message: facts.operation_message ?? '',
    operation_result_color: colors[result] ?? '#e01e5a',
    operation_result_color__msft_teams: (colors[result] ?? '#e01e5a').slice(1),
    target_link: isRest
      ? link('container-scans', subject.container_scan_id)
      : (about ?? link('anomalies', facts.anomaly_id)),
  }
}

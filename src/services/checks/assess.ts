import type { Context } from '../../access/context.ts'
import { StatementRefused, type Session } from '../../connectors/connector.ts'
import { compileCheck } from '../../engine/compile.ts'
import { Aborted, invalidMember, messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { validateCheck } from '../../rules/validate.ts'
import { variablesIn } from '../../sql/user-expression.ts'
import type { ContainerRow } from '../../store/containers.ts'
import { listKnownFields } from '../../store/checks.ts'
import { withSession } from '../datastores/open-session.ts'
import type { CheckContent } from './definition.ts'

/** Properties that only the store itself can judge, in the order in which they are blamed. */
const storeJudged = ['expression', 'pattern'] as const

/** Longest wait for the source while a client waits for its answer, seconds. */
const patienceSeconds = 25

/**
 * Refuses with 422 a content that cannot be a check of this container, as far as its fields, its rule and the store
 * itself can tell. A store that cannot be reached stops an Active check only. The store is asked only about filters,
 * expressions and patterns, and without reading a row.
 */
export async function assessContent(
  context: Context,
  container: ContainerRow,
  content: CheckContent,
): Promise<void> {
  const fields = await listKnownFields(context.store.database, container.id)
  const now = context.clock.now().toISOString()
  validateCheck(content, { name: container.name, fields }, now)
  const { anomaly_message_field } = content
  if (anomaly_message_field !== null && !fields.some(({ name }) => name === anomaly_message_field)) {
    throw invalidMember(
      'anomaly_message_field',
      `"${container.name}" has no field called "${anomaly_message_field}".`,
    )
  }
  const parts = judgedParts(content)
  if (parts.length === 0) return
  try {
    await withSession(
      context,
      container.datastore_id,
      AbortSignal.timeout(patienceSeconds * 1000),
      (session) => askStore(session, container, fields, content, now),
    )
  } catch (error) {
    const reason = unreachableReason(error)
    if (reason === null) throw error
    if (content.status !== 'Active') return
    throw invalidMember(
      'status',
      `The check cannot be Active, because the store could not be asked about its ${parts.join(' and ')}: ${reason} Save it as Draft, or try again later.`,
    )
  }
}

function judgedParts({ filter, properties }: CheckContent): string[] {
  return [...(filter === null ? [] : ['filter']), ...storeJudged.filter((member) => member in properties)]
}

/** Blames the filter, or the property when the check is refused without its filter too. */
async function askStore(
  session: Session,
  container: ContainerRow,
  fields: DiscoveredField[],
  content: CheckContent,
  now: string,
): Promise<void> {
  // A variable has no value before a scan gives it one, so the store has nothing to judge yet.
  const filter =
    content.filter !== null && hasVariables(session, content.filter, ['filter']) ? null : content.filter
  const member = storeJudged.find((name) => name in content.properties)
  const expression = member === undefined ? null : content.properties[member]
  if (member === 'expression' && hasVariables(session, String(expression), ['properties', member])) return
  const compile = (filter: string | null) =>
    compileCheck(session, { ...container, fields }, { ...content, id: 0, filter }, now)
  const reason = await compile(filter)
  if (reason === null) return
  if (filter !== null && (member === undefined || (await compile(null)) === null)) {
    throw invalidMember('filter', `The filter is refused: ${reason}`)
  }
  throw invalidMember(['properties', member ?? 'expression'], `The ${member ?? 'rule'} is refused: ${reason}`)
}

function hasVariables(session: Session, sql: string, member: string[]): boolean {
  try {
    return variablesIn(sql, session.dialect.name).length > 0
  } catch (error) {
    throw invalidMember(member, messageOf(error))
  }
}

/** The reason when the source could not be asked; null when the error says something about the check. */
function unreachableReason(error: unknown): string | null {
  if (error instanceof Aborted) return `it did not answer within ${patienceSeconds} seconds.`
  if (error instanceof RunFailure || error instanceof StatementRefused) return error.message
  return error instanceof ServiceError && error.code === 'connection_failed' ? error.message : null
}

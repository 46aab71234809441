import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { StatementRefused, type Session } from '../../connectors/connector.ts'
import type { Reference } from '../../engine/check.ts'
import { compileCheck } from '../../engine/compile.ts'
import { Aborted, invalidMember, messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { validateCheck } from '../../rules/validate.ts'
import { variablesIn } from '../../sql/user-expression.ts'
import type { ContainerRow } from '../../store/containers.ts'
import { listKnownFields } from '../../store/checks.ts'
import { loadReferenced, referencedIds } from '../scans/load-references.ts'
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
  const references = await readableReferences(context, content)
  validateCheck(content, { name: container.name, fields, references }, now)
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
      (session) => askStore(session, { ...container, fields }, content, now, references),
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

/** The containers that the content refers to; who saves it must be allowed to read their rows. */
async function readableReferences(context: Context, content: CheckContent): Promise<Map<number, Reference>> {
  const known = await loadReferenced(context.store.database, referencedIds([content]))
  for (const { datastore_id } of known.values()) await requireDatastore(context, datastore_id, 'Viewer')
  // No row is read when a check is saved, so nothing has to be opened.
  return new Map([...known].map(([id, reference]) => [id, { ...reference, open: null }]))
}

function judgedParts({ filter, properties }: CheckContent): string[] {
  return [...(filter === null ? [] : ['filter']), ...storeJudged.filter((member) => member in properties)]
}

/** Blames the filter, or the property when the check is refused without its filter too. */
async function askStore(
  session: Session,
  container: ContainerRow & { fields: DiscoveredField[] },
  content: CheckContent,
  now: string,
  references: ReadonlyMap<number, Reference>,
): Promise<void> {
  // A variable has no value before a scan gives it one, so the store has nothing to judge yet.
  const filter =
    content.filter !== null && hasVariables(session, content.filter, ['filter']) ? null : content.filter
  const member = storeJudged.find((name) => name in content.properties)
  const expression = member === undefined ? null : content.properties[member]
  if (member === 'expression' && hasVariables(session, String(expression), ['properties', member])) return
  const compile = (filter: string | null) =>
    compileCheck(session, container, { ...content, id: 0, filter }, now, references)
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

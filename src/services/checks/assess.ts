import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import type { Reference } from '../../engine/check.ts'
import { compileCheck, compileReferenced } from '../../engine/compile.ts'
import { Aborted, invalidMember, messageOf, notFound, RunFailure, ServiceError } from '../../kernel/errors.ts'
import { ownSql } from '../../rules/own-sql.ts'
import { rules } from '../../rules/registry.ts'
import { validateCheck } from '../../rules/validate.ts'
import { variablesIn } from '../../sql/user-expression.ts'
import type { CheckedContainer } from '../../store/checked-containers.ts'
import { maskedFields } from '../../store/masked-fields.ts'
import { withContainerSession } from '../datastores/container-session.ts'
import type { CheckContent } from './definition.ts'
import { hasEach } from '../templates/permutations.ts'
import { calledFor, holds, requireUser } from '../users/require.ts'
import { openableReferences, referencedIds, withoutRows } from './references.ts'

/** Longest wait for the source while a client waits for its answer, seconds. */
const patienceSeconds = 25

/**
 * Refuses with 422 a content that cannot be a check of this container, as far as its fields, its rule and the store
 * itself can tell. A store that cannot be reached stops an Active check only. The store is asked only about filters,
 * expressions and patterns, and without reading a row.
 */
export async function assessContent(
  context: Context,
  container: CheckedContainer,
  content: CheckContent,
): Promise<void> {
  const signal = AbortSignal.timeout(patienceSeconds * 1000)
  const question = await askedOf(context, container, content, signal)
  const parts = judgedParts(content)
  if (parts.length === 0) return
  try {
    const masked = maskedIn(question)
    await withContainerSession(
      context,
      question.container,
      signal,
      (session) => withholdingReason(masked, () => askStore(session, question)),
      withoutRows,
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

/** The part of the same that no store is asked about. */
export async function assessDefinition(
  context: Context,
  container: CheckedContainer,
  content: CheckContent,
): Promise<void> {
  await askedOf(context, container, content, AbortSignal.timeout(patienceSeconds * 1000))
}

async function askedOf(
  context: Context,
  container: CheckedContainer,
  content: CheckContent,
  signal: AbortSignal,
): Promise<Question> {
  if (hasEach(content.filter))
    throw invalidMember(
      'filter',
      'each() stands in the filter of a template only; make a check for each value.',
    )
  const references = await openableReferences(context, container.datastore_id, [content], signal, {
    computation: container.computation,
    opening: withoutRows,
  })
  const question: Question = { container, content, now: container.now, references }
  await requireReferences(context, question)
  validateCheck(content, { ...question.container, references: question.references }, question.now)
  requireMessageField(question)
  return question
}

/** The masked fields of all containers that the content reads. */
export async function maskedInQuestion(
  { store }: Pick<Context, 'store'>,
  { container, references }: { container: { id: number }; references: ReadonlyMap<number, unknown> },
): Promise<ReadonlySet<string>> {
  const ids = [container.id, ...references.keys()]
  const masked = await maskedFields(store.database, ids)
  return new Set(ids.flatMap((id) => [...masked(id)]))
}

function maskedIn({ container, references }: Question): ReadonlySet<string> {
  const others = [...references.values()].map(({ masked_fields }) => masked_fields ?? [])
  return new Set([container.masked_fields, ...others].flatMap((names) => [...names]))
}

/** Everything that a judgement of the content depends on. */
interface Question {
  container: CheckedContainer
  content: CheckContent
  now: string
  references: ReadonlyMap<number, Reference>
}

/** The other containers that the content reads: 404 when one is gone, 403 when its rows are not the caller's to see. */
async function requireReferences(context: Context, { content, references }: Question): Promise<void> {
  for (const id of referencedIds([content])) {
    const reference = references.get(id)
    if (!reference) throw notFound('container', id)
    await requireDatastore(context, reference.datastore_id, 'Viewer', ['container', id])
  }
}

function requireMessageField({ container, content }: Question): void {
  const name = content.anomaly_message_field
  if (name === null || container.fields.some((field) => field.name === name)) return
  throw invalidMember('anomaly_message_field', `"${container.name}" has no field called "${name}".`)
}

/** The parts of a content that only the store itself can judge, by their names; none: it need not be asked. */
export function judgedParts(content: CheckContent): string[] {
  const { rule_type, properties } = content
  const other = (rules.find(rule_type)?.sql_properties?.referenced ?? []).filter((name) => properties[name])
  return [...(content.filter === null ? [] : ['filter']), ...storeJudged(content), ...other]
}

/** Properties that only the store itself can judge of its own container, in the order in which they are blamed. */
function storeJudged(content: CheckContent): string[] {
  const patterns = rules.find(content.rule_type)?.pattern_properties ?? []
  return [...Object.keys(ownSql(content)), ...patterns.filter((member) => member in content.properties)]
}

async function askStore(session: HeldSession, question: Question): Promise<void> {
  await askAboutOwn(session, question)
  const refused = await compileReferenced(session, question.content, question.references)
  if (refused === null) return
  const { member, reason } = refused
  throw invalidMember(['properties', member], `The ${member} is refused: ${reason}`)
}

/** Blames the filter, or the property when the check is refused without its filter too. */
async function askAboutOwn(session: HeldSession, question: Question): Promise<void> {
  const { container, content, now, references } = question
  const [member] = storeJudged(content)
  const judged = withoutVariables(session, content)
  if (judged === null) return
  const { filter } = judged
  const compile = (filter: string | null) =>
    compileCheck(session, container, { ...content, id: 0, filter }, now, references)
  const reason = await compile(filter)
  if (reason === null) return
  if (filter !== null && (member === undefined || (await compile(null)) === null)) {
    throw invalidMember('filter', `The filter is refused: ${reason}`)
  }
  const path = member === undefined ? ['properties'] : ['properties', member]
  throw invalidMember(path, `The ${member ?? 'rule'} is refused: ${reason}`)
}

/** The content without what has no value before a scan gives it one; null when then the store has nothing to judge. */
export function withoutVariables(session: HeldSession, content: CheckContent): CheckContent | null {
  const filter =
    content.filter !== null && hasVariables(session, content.filter, ['filter']) ? null : content.filter
  const expressions = Object.entries(ownSql(content))
  if (expressions.some(([name, sql]) => hasVariables(session, sql, ['properties', name]))) return null
  return { ...content, filter }
}

function hasVariables(session: HeldSession, sql: string, member: string[]): boolean {
  try {
    return variablesIn(sql, session.dialect).length > 0
  } catch (error) {
    throw invalidMember(member, messageOf(error))
  }
}

/** The reason when the source could not be asked; null when the error says something about the check. */
function unreachableReason(error: unknown): string | null {
  if (error instanceof Aborted) return `it did not answer within ${patienceSeconds} seconds.`
  if (error instanceof RunFailure) return error.message
  return error instanceof ServiceError && error.code === 'connection_failed' ? error.message : null
}

/** Refuses an owner who could not even draft the check: 404 for no such user, 422 for one without Drafter on the datastore. */
export async function requireOwner(context: Context, userId: number, datastoreId: number): Promise<void> {
  const user = await requireUser(context, userId)
  if (await holds(context, user, datastoreId, 'Drafter')) return
  throw invalidMember(
    'owner_id',
    `${calledFor(context, user)} needs Drafter on the datastore to own its checks.`,
  )
}

/** The same for somebody whom the anomalies of the check could not be assigned to: without Viewer there. */
export async function requireDefaultAssignee(
  context: Context,
  userId: number,
  datastoreId: number,
): Promise<void> {
  const user = await requireUser(context, userId)
  if (await holds(context, user, datastoreId, 'Viewer')) return
  throw invalidMember(
    'default_anomaly_assignee_id',
    `${calledFor(context, user)} needs Viewer on the datastore to be assigned its anomalies.`,
  )
}

import type { Context, Environment } from '../../access/context.ts'
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
import { hasCompute } from '../../store/datastores.ts'
import { referencedContainers } from '../../store/referenced-containers.ts'
import { maskedFields } from '../../store/masked-fields.ts'
import { withContainerSession, isStaged, type SessionWish } from '../datastores/container-session.ts'
import type { CheckContent } from './definition.ts'
import { hasEach } from '../templates/permutations.ts'
import { holds, requireUser } from '../users/require.ts'
import type { Computation } from '../../model/container.ts'

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

/** Refuses a caller who may not see the rows of the other containers that the content reads; those that are gone are passed over. */
export async function requireReferencesOf(
  context: Context,
  datastoreId: number,
  content: CheckContent,
): Promise<void> {
  const known = await referencedContainers(context.store.database, datastoreId, referencedIds([content]))
  for (const [id, { datastore_id }] of known)
    await requireDatastore(context, datastore_id, 'Viewer', ['container', id])
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
  throw invalidMember('owner_id', `${user.user_name} needs Drafter on the datastore to own its checks.`)
}

/** Ids of the other containers that these definitions name. */
export function referencedIds(
  checks: readonly { rule_type: string; properties: Record<string, unknown> }[],
): number[] {
  const ids = checks.flatMap(
    ({ rule_type, properties }) => rules.find(rule_type)?.references?.(properties) ?? [],
  )
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)))]
}

/** The ways in which references are opened. */
interface ReferenceOptions {
  /** What the container of the checks is made of (default: the source has it as it is). */
  computation?: Computation | null | undefined
  onRemark?: (remark: string) => void
  opens_all?: boolean
  /** How the session of another source is wanted (default: with all rows, tried three times). */
  opening?: SessionWish
}

/** For the sessions of a client who waits for an answer that takes no row. */
export const withoutRows: SessionWish = { rows: 'none', kept: true }

/** A check whose other container cannot be reached is left without a verdict, so a moment's absence is waited out here. */
const referenceTries = 3

/**
 * The references by which a scan of `datastoreId` reads the containers that its checks refer to. `onRemark` takes the remarks of
 * the source of one that is opened for it on its rows (default: nobody). Those of the same datastore are in the session of the scan,
 * unless it is a copy made for a join (`computation`), or `opens_all` (default false) because that session is none of the datastore, or the datastore has an engine.
 */
export async function openableReferences(
  environment: Environment,
  datastoreId: number,
  checks: readonly { rule_type: string; properties: Record<string, unknown> }[],
  signal: AbortSignal,
  {
    computation = null,
    onRemark = () => undefined,
    opens_all = false,
    opening = { tries: referenceTries },
  }: ReferenceOptions = {},
): Promise<Map<number, Reference>> {
  const { database } = environment.store
  const ids = referencedIds(checks)
  const known = await referencedContainers(database, datastoreId, ids)
  // A session of an engine shows one container.
  const isAlone = opens_all || (ids.length > 0 && (await hasCompute(database, datastoreId)))
  const references = [...known].map(([id, reference]): [number, Reference] => {
    // What was copied for a join stands in a session of its own, in which no other container is.
    const isHere =
      !isAlone &&
      reference.datastore_id === datastoreId &&
      !isStaged(computation) &&
      !isStaged(reference.container.computation)
    return [
      id,
      {
        ...reference,
        open: isHere
          ? null
          : (work) => {
              const withRemarks: typeof work = async (session) => {
                for (const remark of (await session.remarksOn?.(reference.container.name)) ?? [])
                  onRemark(remark)
                return work(session)
              }
              const { datastore_id, container } = reference
              const place = { datastore_id, ...container }
              return withContainerSession(environment, place, signal, withRemarks, opening)
            },
      },
    ]
  })
  return new Map(references)
}

import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import { StatementRefused } from '../../connectors/connector.ts'
import { openRecords } from '../../disclosure/open-records.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import { shownRecord } from '../../disclosure/records.ts'
import { mayRead } from '../../engine/masking.ts'
import { wordsOf } from '../../engine/refusal.ts'
import { describeContainer } from '../../engine/describe-container.ts'
import { previewRows } from '../../engine/preview-rows.ts'
import { Aborted, invalidParameter, messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import { maskedValue } from '../../kernel/masked.ts'
import type { Preview } from '../../model/preview.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { checkUserExpression } from '../../sql/user-expression.ts'
import { computedFieldsOf } from '../../store/computed-fields.ts'
import { computationsOf, datastoresBehind } from '../../store/computations.ts'
import { listKnownFields } from '../../store/fields.ts'
import { maskedInDatastore } from '../../store/masked-fields.ts'
import { briefSeconds, briefSignal, withBriefSession } from '../datastores/brief-session.ts'
import { requireContainer } from './read.ts'

/** Which rows are wanted; without a filter all of them count. */
export interface PreviewQuery {
  limit: number
  filter?: string | undefined
  /** Names of fields, `-` before one that is descending. */
  sort_columns?: readonly string[] | undefined
  include_masked: boolean
}

/**
 * Viewer; Editor with `include_masked`, which the audit log notes. Some rows of the container as its source has them now. Without it
 * the masked fields are not read at all, and a filter or an order by one of them is refused.
 */
export async function previewContainer(context: Context, id: number, query: PreviewQuery): Promise<Preview> {
  const container = await requireContainer(context, id, 'Viewer')
  if (query.include_masked) await requireDatastore(context, container.datastore_id, 'Editor')
  const { database } = context.store
  const known = await listKnownFields(database, id)
  const reference = {
    ...container,
    computed_fields: (await computedFieldsOf(database, [id])).get(id) ?? [],
    computation: (await computationsOf(database, [id])).get(id) ?? null,
  }
  const { policy, fields } = await openRecords(context, {
    datastore_id: container.datastore_id,
    container_id: id,
    resource: { resource_type: 'container', resource_id: id },
    include_masked: query.include_masked,
    rule_types: [],
  })
  const masked = new Set(fields.filter((field) => field.masked).map(({ name }) => name))
  const filter = query.filter?.trim() || null
  if (!query.include_masked) refuseTelling(filter, await maskedNamesBehind(context, id))
  const sort = sortOf(query.sort_columns ?? [], known, policy.hidden())
  const { items, observed } = await orRefuse(masked, () =>
    withBriefSession(context, reference, briefSignal(), async (session) => {
      const seen = await describeContainer(session, reference, known)
      const names = new Set(seen.fields.map(({ name }) => name))
      const shown = known.filter(({ name }) => names.has(name))
      const read = shown.filter(({ name }) => !policy.hides(name))
      const rows =
        read.length === 0
          ? []
          : await blamingFilter(filter, masked, session.dialect, () =>
              previewRows(session, { container: reference, fields: read, filter, sort, limit: query.limit }),
            )
      return { items: rows, observed: shown.map(({ name }) => name) }
    }),
  )
  return {
    fields: fields.filter(({ name }) => observed.includes(name)),
    items: items.map((record) => ({ record: withPlaces(shownRecord(record, policy), observed) })),
  }
}

async function maskedNamesBehind(context: Context, containerId: number): Promise<ReadonlySet<string>> {
  const { database } = context.store
  const masking = []
  for (const id of await datastoresBehind(database, containerId))
    masking.push(...(await maskedInDatastore(database, id)))
  return new Set(masking.flatMap(({ masked }) => masked))
}

/** Words by which a filter reads more than the row that it judges. */
export const ownQueries = /\b(select|from|table|pivot|unpivot|describe|summarize|show)\b/i

/** Refuses a filter by which the choice of rows would give away values of masked fields, also of those in other containers of the datastore. */
function refuseTelling(filter: string | null, masked: ReadonlySet<string>): void {
  if (filter === null || masked.size === 0) return
  if (mayRead(filter, masked)) {
    throw invalidParameter(
      'filter',
      'The filter names a masked field; reveal it with include_masked, or leave it out.',
    )
  }
  const [word] = ownQueries.exec(filter) ?? []
  if (word === undefined) return
  throw invalidParameter(
    'filter',
    `The filter holds "${word}", by which it could read masked fields of this datastore; reveal them with include_masked, or write it without.`,
  )
}

/** The record with every field in its place, those that were not read as masked. */
function withPlaces(record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(record, name) ? record[name] : maskedValue]),
  )
}

function sortOf<Field extends { name: string }>(
  names: readonly string[],
  fields: readonly Field[],
  hidden: ReadonlySet<string>,
): { field: Field; descending: boolean }[] {
  return names.map((written) => {
    const whole = fields.find(({ name }) => name === written)
    const descending = whole === undefined && written.startsWith('-')
    const field = whole ?? fields.find(({ name }) => descending && name === written.slice(1))
    if (field === undefined)
      throw invalidParameter('sort_columns', `The container has no field called "${written}".`)
    if (!hidden.has(field.name)) return { field, descending }
    throw invalidParameter(
      'sort_columns',
      `"${field.name}" is masked, and an order by it would tell its values; reveal it with include_masked, or leave it out.`,
    )
  })
}

/** Turns what the source says into an answer; its words are withheld where they may quote masked values. */
export async function orRefuse<Result>(
  masked: ReadonlySet<string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withholdingReason(masked, work)
  } catch (error) {
    if (error instanceof Aborted) {
      throw new ServiceError(
        'unavailable',
        `The source did not answer within ${briefSeconds} seconds; ask for fewer rows, or with another filter.`,
      )
    }
    if (error instanceof RunFailure || error instanceof StatementRefused)
      throw new ServiceError('conflict', messageOf(error), { cause: error })
    throw error
  }
}

/** Blames the filter for what the source refuses, where there is one. */
export async function blamingFilter<Result>(
  filter: string | null,
  masked: ReadonlySet<string>,
  dialect: Dialect,
  work: () => Promise<Result>,
): Promise<Result> {
  if (filter === null) return work()
  try {
    checkUserExpression(filter, dialect)
  } catch (error) {
    throw invalidParameter('filter', messageOf(error))
  }
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error
    throw invalidParameter('filter', `The source refuses the filter${wordsOf(error, masked)}.`)
  }
}

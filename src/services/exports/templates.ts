import { randomBytes } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import { requireDatastore } from '../../access/require.ts'
import {
  appendRows,
  type WrittenColumn,
  type WrittenType,
  type WrittenValue,
} from '../../connectors/writer.ts'
import {
  Aborted,
  invalidParameter,
  messageOf,
  notFound,
  RunFailure,
  ServiceError,
} from '../../kernel/errors.ts'
import type { CheckTemplate } from '../../model/check-template.ts'
import { findDatastore } from '../../store/datastores.ts'
import { briefSeconds, briefSignal } from '../datastores/brief-session.ts'
import { templatesTable } from '../enrichment/table-names.ts'
import { withTidiedWriter } from '../enrichment/tidied-writer.ts'
import { listTemplates } from '../templates/read.ts'

/** The templates that are exported, and where to; none named: all. */
export interface WantedTemplates {
  enrich_datastore_id: number
  template_ids?: readonly number[] | undefined
}

type Column = [
  name: string,
  type: WrittenType,
  valueOf: (template: CheckTemplate, now: string) => WrittenValue,
]

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const columns: readonly Column[] = [
  ['ADDITIONAL_METADATA', 'text', (template) => json(template.additional_metadata)],
  ['COVERAGE', 'float', ({ coverage }) => coverage],
  ['CREATED', 'text', ({ created }) => created],
  // Clients expect the columns that a template has no value for.
  ['DELETED_AT', 'text', () => null],
  ['DESCRIPTION', 'text', ({ description }) => description],
  ['FIELDS', 'text', () => null],
  ['FILTER', 'text', ({ filter }) => filter],
  ['GENERATED_AT', 'text', (_, now) => now],
  ['GLOBAL_TAGS', 'text', (template) => template.global_tags.map(({ name }) => name).join(',')],
  ['ID', 'integer', ({ id }) => id],
  ['IS_NEW', 'boolean', (template) => template.template_checks_count === 0],
  ['IS_TEMPLATE', 'boolean', () => true],
  ['LAST_EDITOR', 'text', (template) => template.last_editor],
  ['LAST_UPDATED', 'text', (template) => template.last_updated],
  ['PROPERTIES', 'text', ({ properties }) => json(properties)],
  ['RULE_TYPE', 'text', (template) => template.rule_type],
  ['TEMPLATE_CHECKS_COUNT', 'integer', (template) => template.template_checks_count],
  ['TEMPLATE_LOCKED', 'boolean', (template) => template.template_locked],
  ['WEIGHT', 'float', () => null],
]

const written: readonly WrittenColumn[] = columns.map(([name, type]) => ({ name, type }))

/**
 * Editor of the enrichment datastore. Writes templates into it before it answers, in the place of those that were written before;
 * 409 with the reason when the store does not take them.
 */
export async function exportTemplates(
  context: Context,
  { enrich_datastore_id: id, template_ids }: WantedTemplates,
): Promise<void> {
  await requireDatastore(context, id, 'Editor')
  const target = await findDatastore(context.store.database, id)
  if (!target) throw notFound('datastore', id)
  if (!target.enrichment_only) {
    const sentence = `"${target.name}" is a source; templates are written into an enrichment datastore.`
    throw new ServiceError('wrong_state', sentence)
  }
  const templates = await chosenTemplates(context, template_ids ?? [])
  const now = (await context.clock.now(context.store.database)).toISOString()
  const rows = templates.map((template) => columns.map(([, , valueOf]) => valueOf(template, now)))
  const next = `${target.enrichment_prefix}_next_${randomBytes(4).toString('hex')}`
  try {
    await withTidiedWriter(context, target, briefSignal(), next, async (writer) => {
      await appendRows(writer, { name: next, columns: written, is_next: true }, inOne(rows))
      await writer.publish(next, `${target.enrichment_prefix}_${templatesTable}`)
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

async function chosenTemplates(context: Context, ids: readonly number[]): Promise<CheckTemplate[]> {
  const all: CheckTemplate[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await listTemplates(context, { page, size: 1000 })
    all.push(...found.items)
    pages = found.pages
  }
  const unknown = ids.find((id) => !all.some((template) => template.id === id))
  if (unknown !== undefined)
    throw invalidParameter('template_ids', `There is no template with the id ${unknown}.`)
  return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id))
}

async function* inOne(rows: WrittenValue[][]): AsyncGenerator<WrittenValue[][]> {
  yield rows
}

function refusalOf(error: unknown): unknown {
  if (error instanceof Aborted) {
    const sentence = `The enrichment datastore took longer than ${briefSeconds} seconds; try again later.`
    return new ServiceError('unavailable', sentence)
  }
  return error instanceof RunFailure
    ? new ServiceError('conflict', messageOf(error), { cause: error })
    : error
}

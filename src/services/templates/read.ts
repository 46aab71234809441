import type { Context } from '../../access/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Page, PageRequest } from '../../kernel/page.ts'
import type { CheckTemplate } from '../../model/check-template.ts'
import type { GlobalTag } from '../../model/tag.ts'
import {
  findTemplate,
  listTemplates as selectTemplates,
  type TemplateFilter,
  type TemplateRow,
} from '../../store/check-templates.ts'
import { tagsNamed } from '../../store/tags.ts'
import { keptProperties } from '../checks/definition.ts'

/** The row of the template; 404 without one. */
export async function requireTemplate(context: Context, id: number): Promise<TemplateRow> {
  const row = await findTemplate(context.store.database, id)
  if (!row) throw notFound('quality check template', id)
  return row
}

/** Member. */
export async function readTemplate(context: Context, id: number): Promise<CheckTemplate> {
  const row = await requireTemplate(context, id)
  return presentTemplate(row, await tagsNamed(context.store.database, row.tags))
}

/** Member. Oldest first. */
export async function listTemplates(
  context: Context,
  filter: TemplateFilter & PageRequest,
): Promise<Page<CheckTemplate>> {
  const page = await selectTemplates(context.store.database, filter)
  const tags = await tagsNamed(context.store.database, [...new Set(page.items.flatMap((row) => row.tags))])
  return { ...page, items: page.items.map((row) => presentTemplate(row, tags)) }
}

/** `known`: its tags, and maybe others. */
function presentTemplate(row: TemplateRow, known: readonly GlobalTag[]): CheckTemplate {
  const { tags, version: _version, template_checks_count, ...members } = row
  return {
    ...members,
    properties: keptProperties(row.rule_type, row.properties),
    is_template: true,
    template_checks_count: template_checks_count ?? 0,
    global_tags: known.filter(({ name }) => tags.includes(name)),
  }
}

import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { within } from '../../access/within.ts'
import { notFound } from '../../kernel/errors.ts'
import type { CheckTemplate, CheckTemplateInput } from '../../model/check-template.ts'
import { deleteTemplate, insertTemplate } from '../../store/check-templates.ts'
import { newTemplate, templateColumns } from './content.ts'
import { readTemplate, requireTemplate } from './read.ts'

/** Manager. */
export async function createTemplate(context: Context, input: CheckTemplateInput): Promise<CheckTemplate> {
  requireRole(context, 'Manager')
  const columns = templateColumns(newTemplate(input))
  const { user_name } = context.principal
  const id = await within(context, async (transaction) => {
    const now = (await context.clock.now(transaction)).toISOString()
    return insertTemplate(transaction, columns, { now, user_name })
  })
  return readTemplate(context, id)
}

/** Manager. Its checks stay as they are, and follow nothing any more. */
export async function removeTemplate(context: Context, id: number): Promise<void> {
  await requireTemplate(context, id)
  requireRole(context, 'Manager')
  await within(context, async (transaction) => {
    if (!(await deleteTemplate(transaction, id))) throw notFound('quality check template', id)
  })
}

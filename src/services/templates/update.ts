import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import { within } from '../../access/within.ts'
import type { CheckTemplate, CheckTemplateChange } from '../../model/check-template.ts'
import {
  checksOfTemplate,
  lockTemplate,
  replaceTemplate,
  type TemplateCheck,
  type TemplateRow,
} from '../../store/check-templates.ts'
import { findCheck, type CheckRow } from '../../store/checks.ts'
import { beginAgain } from '../begin-again.ts'
import { contentsOf, insertChecks, prepareNew, type CheckToMake } from '../checks/create.ts'
import { eraseCheck } from '../checks/remove.ts'
import { prepareContent, writeChange, type PreparedChange } from '../checks/update.ts'
import { refusingEqual } from '../checks/write.ts'
import { changedTemplate, templateColumns } from './content.ts'
import { inputFor, requireUnchanged } from './make-checks.ts'
import { permutationsOf, type Permutation } from './permutations.ts'
import { readTemplate, requireTemplate } from './read.ts'

/**
 * Manager. The checks of a template that is locked afterwards get its properties, coverage and filter, each as a new version, and a
 * value that left its filter takes its checks along; those of another stay as they are. A value that is new in the filter makes a check
 * wherever the template has one, in both cases; that takes Author there. All or nothing.
 */
export async function updateTemplate(
  context: Context,
  id: number,
  change: CheckTemplateChange,
): Promise<CheckTemplate> {
  await beginAgain(async () => {
    const row = await requireTemplate(context, id)
    requireRole(context, 'Manager')
    await writeTemplate(context, row, change)
  })
  return readTemplate(context, id)
}

async function writeTemplate(context: Context, row: TemplateRow, change: CheckTemplateChange): Promise<void> {
  const { id } = row
  const changed = changedTemplate(row, change)
  const checks = await checksOfTemplate(context.store.database, id)
  const { followed, removed, added } = await consequences(context, row, changed, checks)
  const { user_name } = context.principal
  const contents = [
    ...followed.map(({ row, content }) => ({ container_id: row.container_id, content })),
    ...contentsOf(added),
  ]
  await refusingEqual(context, contents, () =>
    within(context, async (transaction, context) => {
      requireUnchanged(await lockTemplate(transaction, id), row)
      const now = (await context.clock.now(transaction)).toISOString()
      await replaceTemplate(transaction, id, row.version + 1, templateColumns(changed), { now, user_name })
      for (const gone of removed) await eraseCheck(context, transaction, gone)
      for (const one of followed) await writeChange(context, transaction, one)
      await insertChecks(context, transaction, added)
    }),
  )
}

/** What a change of a template does to checks. */
interface Consequences {
  followed: PreparedChange[]
  removed: CheckRow[]
  added: CheckToMake[]
}

async function consequences(
  context: Context,
  row: TemplateRow,
  { content, template_locked }: ReturnType<typeof changedTemplate>,
  checks: readonly TemplateCheck[],
): Promise<Consequences> {
  const done: Consequences = { followed: [], removed: [], added: [] }
  const permutations = permutationsOf(content.filter)
  const known = new Map(permutations.map((one) => [keyOf(one.values), one]))
  if (template_locked) {
    for (const check of checks) {
      const stored = await findCheck(context.store.database, check.id)
      if (stored === undefined) continue
      const own = known.get(keyOf(check.template_values))
      if (own === undefined) done.removed.push(stored)
      else await follow(context, stored, { ...content, filter: own.filter }, done)
    }
  }
  const before = new Set(permutationsOf(row.filter).map(({ values }) => keyOf(values)))
  const fresh = permutations.filter(({ values }) => !before.has(keyOf(values)))
  const changedRow = { ...row, ...content, template_locked }
  for (const { container_id, fields } of placesOf(checks))
    for (const { filter, values } of fresh)
      done.added.push({
        ...(await prepareNew(context, inputFor(changedRow, { container_id, fields }, filter))),
        origin: { template_id: row.id, template_values: values },
      })
  return done
}

async function follow(
  context: Context,
  stored: CheckRow,
  { properties, coverage, filter }: Pick<CheckRow, 'properties' | 'coverage' | 'filter'>,
  into: Consequences,
): Promise<void> {
  const prepared = await prepareContent(context, stored, { properties, coverage, filter })
  if (prepared.isChange) into.followed.push(prepared)
}

const keyOf = (values: Permutation['values']): string => JSON.stringify(values)

/** The containers and fields that a template has checks of, each once. */
function placesOf(checks: readonly TemplateCheck[]): Pick<TemplateCheck, 'container_id' | 'fields'>[] {
  const places = new Map(
    checks.map(({ container_id, fields }) => [
      JSON.stringify([container_id, fields]),
      { container_id, fields },
    ]),
  )
  return [...places.values()]
}

import type { Context } from '../../access/context.ts'
import { within } from '../../access/within.ts'
import { inMember, invalidMember, notFound, ServiceError } from '../../kernel/errors.ts'
import type { Check, CheckInput } from '../../model/check-record.ts'
import type { TemplateUse } from '../../model/check-template.ts'
import { lockTemplate, type TemplateRow } from '../../store/check-templates.ts'
import { findCheck } from '../../store/checks.ts'
import { beginAgain, ChangedMeanwhile } from '../begin-again.ts'
import { contentsOf, createCheck, insertChecks, prepareNew, type CheckToMake } from '../checks/create.ts'
import { changedContent, isSameTest } from '../checks/definition.ts'
import { presentChecks } from '../checks/present.ts'
import { refusingEqual } from '../checks/write.ts'
import { storedTemplate } from './content.ts'
import { hasEach, permutationsOf, type Permutation } from './permutations.ts'
import { requireTemplate } from './read.ts'

/** Most checks that one request makes. */
const mostMade = 1000

/**
 * Author on each datastore, Drafter for Drafts. Makes a check for each use, and for each permutation of the template's filter, all or
 * none; what a use does not say is as the template has it. A refusal says at which place of the list.
 */
export function makeChecks(context: Context, id: number, uses: readonly TemplateUse[]): Promise<Check[]> {
  return makeFromUses(context, id, uses, { most: mostMade, ofUse: inMember })
}

/** Makes one check, of the template that the input names, or without one as `createCheck` does. */
export async function createAnyCheck(context: Context, input: CheckInput): Promise<Check> {
  const { template_id, ...use } = input
  if (template_id == null) return createCheck(context, input)
  const [check, ...others] = await makeFromUses(context, template_id, [use], {
    most: 1,
    ofUse: (_place, work) => work(),
  })
  if (check === undefined || others.length > 0)
    throw new Error('One use of a template made no check, or several.')
  return check
}

/** How uses stand in a request. */
interface AskedFor {
  /** The most checks that they may make. */
  most: number
  /** Does what is about the use at this place, so that a refusal names its members as they stand in the body. */
  ofUse: <Result>(place: number, work: () => Promise<Result>) => Promise<Result>
}

async function makeFromUses(
  context: Context,
  id: number,
  uses: readonly TemplateUse[],
  asked: AskedFor,
): Promise<Check[]> {
  const ids = await beginAgain(async () =>
    writeUses(context, await requireTemplate(context, id), uses, asked),
  )
  const rows = await Promise.all(ids.map((made) => findCheck(context.store.database, made)))
  return presentChecks(
    context,
    rows.filter((row) => row !== undefined),
  )
}

/** The ids of the checks that it makes. */
async function writeUses(
  context: Context,
  template: TemplateRow,
  uses: readonly TemplateUse[],
  { most, ofUse }: AskedFor,
): Promise<number[]> {
  const { id } = template
  const permutations = permutationsOf(template.filter)
  const wanted: (WantedCheck & { place: number })[] = []
  for (const [place, use] of uses.entries()) {
    const ofThis = await ofUse(place, async () => wantedOf(template, permutations, use))
    wanted.push(...ofThis.map((one) => ({ ...one, place })))
  }
  if (wanted.length > most) {
    throw invalidMember(
      'template_id',
      `Template ${id} would make ${wanted.length} checks, and this request makes at most ${most}; make them by fewer uses, or by POST /quality-check-templates/${id}/quality-checks.`,
    )
  }
  const made: CheckToMake[] = []
  for (const { input, values, place } of wanted) {
    const prepared = await ofUse(place, () => prepareNew(context, input))
    made.push({ ...prepared, origin: { template_id: id, template_values: values } })
  }
  return refusingEqual(context, contentsOf(made), () =>
    within(context, async (transaction) => {
      requireUnchanged(await lockTemplate(transaction, id), template)
      return insertChecks(context, transaction, made)
    }),
  )
}

/** Throws `ChangedMeanwhile` when the template is another than the one that was looked at; 404 when it is gone. */
export function requireUnchanged(
  version: number | undefined,
  template: Pick<TemplateRow, 'id' | 'version'>,
): void {
  if (version === undefined) throw notFound('quality check template', template.id)
  if (version !== template.version) throw new ChangedMeanwhile('quality check template', template.id)
}

/** A check to be made, and the values of `each` that it stands for. */
interface WantedCheck {
  input: CheckInput
  values: string[] | null
}

function wantedOf(
  template: TemplateRow,
  permutations: readonly Permutation[],
  use: TemplateUse,
): WantedCheck[] {
  const rule = use.rule ?? use.rule_type ?? template.rule_type
  if (rule !== template.rule_type) {
    throw invalidMember(
      'rule',
      `Template ${template.id} has the rule ${template.rule_type}; leave the rule out.`,
    )
  }
  if (hasEach(use.filter ?? null))
    throw invalidMember('filter', 'each() stands in the filter of a template only.')
  if (template.template_locked) refuseOwnTest(template, use)
  const all = use.filter === undefined || template.template_locked ? permutations : [ownFilter(use.filter)]
  return all.map(({ filter, values }) => ({ input: inputFor(template, use, filter), values }))
}

const ownFilter = (filter: string | null): Permutation => ({ filter, values: null })

/** The check as its maker says, and where nothing is said as the template has it. */
export function inputFor(template: TemplateRow, use: TemplateUse, filter: string | null): CheckInput {
  const { description, coverage, properties, tags, additional_metadata, anomaly_message_field } = template
  const own = { description, coverage, properties, tags, additional_metadata, anomaly_message_field }
  const given = Object.fromEntries(Object.entries(use).filter(([, value]) => value !== undefined))
  return { ...own, ...given, container_id: use.container_id, filter, rule: template.rule_type }
}

/** 409 for a use that tests something else than the locked template. */
function refuseOwnTest(template: TemplateRow, use: TemplateUse): void {
  const { content } = storedTemplate(template)
  const { coverage, filter, properties } = use
  const wanted = changedContent(content, {
    ...(coverage !== undefined && { coverage }),
    ...(filter !== undefined && { filter }),
    ...(properties !== undefined && { properties }),
  })
  if (isSameTest(content, wanted)) return
  throw new ServiceError(
    'conflict',
    `Template ${template.id} is locked, so its checks take its properties, coverage and filter; leave them out, or unlock it.`,
  )
}

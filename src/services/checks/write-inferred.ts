import type { Proposal } from '../../engine/inference/decide.ts'
import { addVersion } from '../../store/check-versions.ts'
import {
  insertInferredChecks,
  writeInferredCheck,
  type InferredColumns,
  type KnownCheck,
} from '../../store/inferred-checks.ts'
import type { Queryable } from '../../store/pool.ts'
import { isSameTest, keptProperties, type CheckContent } from './definition.ts'
import { storedContent } from './stored-content.ts'
import { contentColumns } from './write.ts'

/** The editor of what the service itself writes. */
const inferringEditor = 'Assay'

/** Rules whose thresholds move with every measurement. */
export const adaptiveRules: ReadonlySet<string> = new Set(['volumetric', 'freshness'])

/** Where inferred checks are written. */
export interface Writing {
  transaction: Queryable
  container_id: number
  /** ISO 8601 UTC. */
  now: string
  as_draft: boolean
}

/** Makes the checks; how many, for one that equals another of its container is left out. */
export function makeInferred(writing: Writing, proposals: readonly Proposal[]): Promise<number> {
  const writings = proposals.map((proposal) => {
    const content = contentOf(proposal, statusOf(writing, proposal), null)
    return { columns: columnsOf(content), definition: content }
  })
  const stamp = { now: writing.now, editor: inferringEditor }
  return insertInferredChecks(writing.transaction, writing.container_id, writings, stamp)
}

/** Gives the check the definition that was found; `revive` also brings back one that was put away. */
export async function changeInferred(
  writing: Writing,
  check: KnownCheck,
  proposal: Proposal,
  how: 'keep' | 'revive',
): Promise<'unchanged' | 'changed'> {
  const status = how === 'revive' ? statusOf(writing, proposal) : check.status
  const stored = await storedContent(writing.transaction, check)
  const content = { ...contentOf(proposal, status, check), tags: stored.tags }
  if (how === 'keep' && isSameTest(content, stored)) return 'unchanged'
  await writeVersion(writing, check, content, false)
  return 'changed'
}

/** Puts the check away, so that a later profile may bring it back. */
export async function retireInferred(writing: Writing, check: KnownCheck): Promise<void> {
  const content = await storedContent(writing.transaction, check)
  await writeVersion(writing, check, { ...content, status: 'Discarded' }, true)
}

/** Writes other properties of a check, as its next version. */
export async function moveThresholds(
  writing: Pick<Writing, 'transaction' | 'now'>,
  check: KnownCheck,
  properties: Record<string, unknown>,
): Promise<void> {
  const content = await storedContent(writing.transaction, check)
  const moved = { ...content, properties: keptProperties(check.rule_type, properties) }
  if (!isSameTest(moved, content)) await writeVersion(writing, check, moved, false)
}

async function writeVersion(
  { transaction, now }: Pick<Writing, 'transaction' | 'now'>,
  check: KnownCheck,
  content: CheckContent,
  retired: boolean,
): Promise<void> {
  const stamp = { now, editor: inferringEditor }
  await writeInferredCheck(transaction, check, { ...columnsOf(content), retired }, stamp)
  await addVersion(transaction, check.id, check.version + 1, { ...stamp, definition: content })
}

/** What looks like errors is for a person to decide on. */
function statusOf({ as_draft }: Writing, { exceptions, coverage }: Proposal): 'Active' | 'Draft' {
  return as_draft || (exceptions > 0 && coverage === 1) ? 'Draft' : 'Active'
}

function contentOf(
  proposal: Proposal,
  status: CheckContent['status'],
  known: KnownCheck | null,
): CheckContent {
  const { inference, rule_type, fields, coverage, reason, exceptions, rows, held_out_rows } = proposal
  return {
    rule_type,
    fields,
    coverage,
    description: known?.description ?? proposal.description,
    filter: null,
    properties: keptProperties(rule_type, proposal.properties),
    anomaly_message_field: known?.anomaly_message_field ?? null,
    status,
    additional_metadata: {
      ...known?.additional_metadata,
      inference: { reason, found_by: inference, rows, held_out_rows, exceptions },
    },
    owner_id: known?.owner_id ?? null,
    default_anomaly_assignee_id: known?.default_anomaly_assignee_id ?? null,
    tags: [],
  }
}

function columnsOf(content: CheckContent): InferredColumns {
  const { rule_type, description, fields, coverage, status } = content
  const { properties, additional_metadata, definition_key } = contentColumns(content)
  return {
    rule_type,
    description,
    fields,
    coverage,
    status,
    properties,
    additional_metadata: additional_metadata ?? '{}',
    definition_key,
  }
}

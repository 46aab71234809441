import type { HeldSession } from '../connectors/connector.ts'
import type { Partition } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { ScanRequest } from './check.ts'
import type { ContainerPlan } from './container-plan.ts'
import { describeContainer } from './describe-container.ts'
import { familyOf } from './families/table.ts'
import { addJudgement, unassertedOutcome, type Evaluation } from './finding.ts'
import { prepareChecks } from './prepare.ts'

/** A container made ready, with the partitions that the source shows now. */
export interface ScanPlan extends ContainerPlan {
  partitions: Partition[]
  /** Remarks of the source on what it shows, such as rows that it hides; sentences. */
  remarks: string[]
}

/** The schema step of a scan: looks at the container, fits the checks to it and judges its schema, before any row is read. */
export async function planScan(session: HeldSession, request: ScanRequest): Promise<ScanPlan> {
  const {
    fields,
    partitions,
    remarks = [],
  } = await describeContainer(session, request.container, request.known_fields)
  const modified = partitions.map((partition) => partition.last_modified).filter((time) => time !== null)
  // The remarks of the source as it is now count, not those of the last sync.
  const last_modified = modified.sort().at(-1) ?? request.last_modified
  const all = new Set([...remarks, ...(await remarksOnReferences(session, request))])
  return {
    ...planAgainst(session.dialect, { ...request, last_modified }, fields),
    partitions,
    remarks: [...all],
  }
}

/** Of the containers of the same datastore that the checks refer to; those of others tell when their datastore is opened. */
async function remarksOnReferences(session: HeldSession, { references }: ScanRequest): Promise<string[]> {
  const remarks: string[] = []
  for (const { open, container } of references.values())
    if (open === null) remarks.push(...((await session.remarksOn?.(container.name)) ?? []))
  return remarks
}

/** The plan of a container whose fields were observed before, without its partitions: what one of these starts from. */
export function planAgainst(
  dialect: Dialect,
  request: ScanRequest,
  observed: readonly DiscoveredField[],
): ContainerPlan {
  const { prepared, unasserted } = prepareChecks(request, observed, dialect)
  const schema: Evaluation = { records_processed: 0, outcomes: [], findings: [], totals: {} }
  schema.outcomes.push(...unasserted.map(({ check, reason }) => unassertedOutcome(check.id, reason)))

  let abortReason: string | null = null
  for (const fitted of prepared) {
    const family = familyOf(fitted.rule)
    if (family.judges !== 'fields') continue
    const judgement = family.judge(fitted, observed)
    // No row is read, so none is asserted, and none is to blame.
    addJudgement(schema, fitted.check.id, judgement, 0)
    if (judgement.failed && family.aborts_container(fitted.rule)) {
      abortReason ??= `${request.container.name}: aborted because its schema is not the expected one. ${judgement.says}`
    }
  }
  return { request, observed, checks: prepared, schema, abort_reason: abortReason }
}

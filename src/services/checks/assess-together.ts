import type { Environment } from '../../access/context.ts'
import { withholdingReason } from '../../disclosure/reasons.ts'
import type { HeldSession } from '../../connectors/connector.ts'
import { compileChecks, compileReferenced } from '../../engine/compile.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { ContainerReference } from '../../model/container.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { validateCheck } from '../../rules/validate.ts'
import type { ContainerRow } from '../../store/containers.ts'
import { withContainerSession } from '../datastores/container-session.ts'
import { judgedParts, maskedInQuestion, withoutVariables } from './assess.ts'
import { openableReferences, withoutRows } from './references.ts'
import type { CheckContent } from './definition.ts'

/** Contents that the store is asked about at a time. */
const assessedAtOnce = 10

/** The container that contents are assessed for, with the fields that checks can name. */
export interface AssessedContainer extends ContainerRow, ContainerReference {
  fields: DiscoveredField[]
}

type References = Awaited<ReturnType<typeof openableReferences>>

/**
 * What stands against each content as a check of the container, null where nothing does, in their order: the same judgement as of a
 * check that is saved as Active. The store is asked in one session, once for every ten, and without reading a row. What it throws
 * when it cannot be asked passes.
 */
export async function assessTogether(
  environment: Environment,
  container: AssessedContainer,
  contents: readonly CheckContent[],
  signal: AbortSignal,
): Promise<(string | null)[]> {
  const now = (await environment.clock.now(environment.store.database)).toISOString()
  const { datastore_id } = container
  const references = await openableReferences(environment, datastore_id, contents, signal, {
    computation: container.computation,
    opening: withoutRows,
  })
  const reasons = contents.map((content) =>
    refusalOf(() => void validateCheck(content, { ...container, references }, now)),
  )
  const asked = contents.flatMap((content, index) =>
    reasons[index] === null && judgedParts(content).length > 0 ? [{ index, content }] : [],
  )
  if (asked.length === 0) return reasons
  const masked = await maskedInQuestion(environment, { container, references })
  await withContainerSession(
    environment,
    container,
    signal,
    (session) => withholdingReason(masked, () => askBatches(session)),
    withoutRows,
  )
  return reasons

  async function askBatches(session: HeldSession): Promise<void> {
    for (let from = 0; from < asked.length; from += assessedAtOnce) {
      const batch = asked.slice(from, from + assessedAtOnce)
      for (const [index, reason] of await askStore(session, { container, references, now }, batch))
        reasons[index] = reason
    }
  }
}

/** The reasons of the store against contents of one batch, by their places. */
async function askStore(
  session: HeldSession,
  { container, references, now }: { container: AssessedContainer; references: References; now: string },
  batch: readonly { index: number; content: CheckContent }[],
): Promise<Map<number, string>> {
  const reasons = new Map<number, string>()
  const judged = batch.flatMap(({ index, content }) => {
    const found: { content: CheckContent | null } = { content: null }
    const refusal = refusalOf(() => void (found.content = withoutVariables(session, content)))
    if (refusal !== null) reasons.set(index, refusal)
    return found.content === null ? [] : [{ ...found.content, id: index }]
  })
  for (const { check, reason } of await compileChecks(session, container, judged, now, references))
    reasons.set(check.id, reason)
  for (const { index, content } of batch.filter((one) => !reasons.has(one.index))) {
    const refused = await compileReferenced(session, content, references)
    if (refused !== null) reasons.set(index, `The ${refused.member} is refused: ${refused.reason}`)
  }
  return reasons
}

function refusalOf(judge: () => void): string | null {
  try {
    judge()
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

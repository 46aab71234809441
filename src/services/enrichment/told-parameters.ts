import type { EnrichedFailure } from '../../store/enrichment-rows.ts'
import { keptProperties } from '../checks/definition.ts'

/**
 * Failed checks with their properties in the order in which the rule has them, as checks are shown: the database keeps them by the lengths of
 * their names. Many anomalies fail few checks, so those of a check are put in order once for each page.
 */
export async function* inOrderOfRules(
  pages: AsyncIterable<EnrichedFailure[]>,
): AsyncGenerator<EnrichedFailure[]> {
  for await (const page of pages) {
    const told = new Map(page.map((failure) => [failure.quality_check_id, failure]))
    const ordered = new Map([...told].map(([id, failure]) => [id, parametersOf(failure)]))
    yield page.map((failure) => ({
      ...failure,
      parameters: ordered.get(failure.quality_check_id) ?? failure.parameters,
    }))
  }
}

function parametersOf({ rule_type, parameters }: EnrichedFailure): string {
  return JSON.stringify(keptProperties(rule_type, JSON.parse(parameters) as Record<string, unknown>))
}

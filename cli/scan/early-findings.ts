import type { Client, QualityCheck } from '../../client/src/index.ts'
import { oneLine } from '../output/table.ts'
import { plural } from '../output/numbers.ts'

/** Lines that are told before the report; who wants more than these waits for it. */
const most = 20

/** Looks for findings while runs go on, and says each once. */
export interface EarlyFindings {
  /** Of a profile: the checks that it proposes and that a few rows are against. */
  inferred(datastoreId: number): Promise<string[]>
  /** Of a scan: the checks that failed so far. */
  judged(runId: number): Promise<string[]>
}

/** Each line names the container, the check and the rows that are against it. */
export function watchFindings(client: Client): EarlyFindings {
  const told = new Set<number>()
  const lineOf = (id: number, container: string, check: string, rows: number | null): string[] => {
    if (told.has(id) || told.size >= most) return []
    told.add(id)
    const against = rows === null ? '' : `  ${plural(rows, 'failing row')}`
    return [`found  ${oneLine(container)}  ${oneLine(check)}${against}`]
  }
  return {
    async inferred(datastoreId) {
      const { items } = await client.listChecks({ datastore: [datastoreId], inferred: true, size: 1000 })
      return items.flatMap((check) => {
        if (!('inferred' in check)) return []
        const rows = exceptionsTo(check)
        return rows === 0 ? [] : lineOf(check.id, check.container.name, check.description, rows)
      })
    },
    async judged(runId) {
      const { items } = await client.listScanChecks({ id: runId, size: 1000 })
      return items.flatMap(({ id, container, description, assertion_result, anomalous_records }) =>
        assertion_result === 'failed' ? lineOf(id, container.name, description, anomalous_records) : [],
      )
    },
  }
}

/** How many rows were against an inferred check when it was tried; 0 for a check of a person. */
export function exceptionsTo({ additional_metadata }: Pick<QualityCheck, 'additional_metadata'>): number {
  const inference: unknown = additional_metadata?.['inference']
  if (typeof inference !== 'object' || inference === null || !('exceptions' in inference)) return 0
  return Number(inference.exceptions)
}

import type { Session } from '../../connectors/connector.ts'
import type { TextRule } from '../../rules/rule.ts'
import type { Relation } from '../../sql/ast.ts'
import type { PreparedCheck, ScanRequest } from '../check.ts'
import { distinctValues, foundValues, namedValues } from '../values.ts'
import { TextProcess } from '../text-process.ts'
import { filterOnly, noOwnColumns, type FoundValues, type RowsFamily } from './family.ts'

/** Each distinct text by a function that no engine has in its SQL. */
export const text: RowsFamily<TextRule> = {
  judges: 'rows',
  search: (session, prepared, request) => ({
    by: 'service',
    find: (relation) => judgeTexts(session, relation, prepared, request),
  }),
  tries: filterOnly,
  category: () => 'data_integrity',
  own_columns: noOwnColumns,
  keeps_measurements: false,
  tells: 'counts',
}

/** Each distinct text of the field, judged by the rule's own function in another process; the values stream through, failing ones are kept up to the bound. */
async function judgeTexts(
  session: Session,
  relation: Relation,
  prepared: PreparedCheck<TextRule>,
  request: ScanRequest,
): Promise<FoundValues> {
  const judging = await TextProcess.open(prepared, request.staging)
  try {
    const failing: string[] = []
    let anomalous = 0
    for await (const batch of distinctValues(session, relation, prepared)) {
      const texts = batch.map(([value = null]) => value ?? '')
      const passes = await judging.judge(texts)
      for (const [index, [value = null, rows = '0']] of batch.entries()) {
        if (value === null || passes[index] === true) continue
        anomalous += Number(rows)
        if (failing.length < namedValues) failing.push(value)
      }
    }
    return foundValues(prepared, failing, anomalous)
  } finally {
    judging.close()
  }
}

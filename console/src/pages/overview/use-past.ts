import type { Trends } from '../../api/api.generated.ts'
import { useAnswer } from '../../api/answers.ts'
import { pastOf, type Past } from './past.ts'

/** The past that the trends begin with; null: nothing had run by then, or it could not be read; undefined: it has not come yet. */
export function usePast(trends: { data: Trends | undefined; error: Error | null }): Past | null | undefined {
  const past = trends.data && pastOf(trends.data)
  const { data, error } = useAnswer(
    'GET /api/operations',
    { query: { end_date: past?.day ?? '', size: 1 } },
    { enabled: past !== undefined },
  )
  if (data !== undefined) return data.total === 0 ? null : past
  return error !== null || (past === undefined && trends.error !== null) ? null : undefined
}

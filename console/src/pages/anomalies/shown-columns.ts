import type { Anomaly, Endpoints } from '../../api/api.generated.ts'
import { useSeesSeveral } from '../../shell/rights.ts'
import type { Column } from '../../tables/table.tsx'
import { columns } from '../../triage/columns.tsx'
import type { Grouping } from './groups.ts'

/** The columns that have room beside a preview. */
const besidePreview = new Set(['message', 'weight', 'container'])

/** The columns of the inbox: without what is the same in each row, or stands above them. `by`: how it is grouped. */
export function useInboxColumns(
  by: Grouping | null,
  filters: Endpoints['GET /api/anomalies']['query'],
  isBesidePreview: boolean,
): readonly Column<Anomaly>[] {
  const hasSeveral = useSeesSeveral() && filters?.datastore?.length !== 1
  return columns.filter(
    ({ key }) =>
      key !== by && (!isBesidePreview || besidePreview.has(key)) && (key !== 'datastore' || hasSeveral),
  )
}

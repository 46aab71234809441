import { sql, type RawBuilder } from 'kysely'
import { openAnomalyStatuses } from '../model/anomaly.ts'

const statuses = sql.join(openAnomalyStatuses.map((status) => sql.lit(status)))

/** Whether an anomaly of this status is still to be dealt with; in the very words of the indexes of those that are. */
export const isOpenStatus = (status: RawBuilder<unknown>) => sql<boolean>`${status} in (${statuses})`

/** The same of a row of anomalies. */
export const isOpenAnomaly = isOpenStatus(sql.ref('anomalies.status'))

const one = (column: string) => sql`(${isOpenStatus(sql.ref(column))})::integer`

/** By how many the open anomalies became more with a row of `changes` of statuses: 1, 0 or -1. */
export const becameMore = sql`${one('changes.to_status')} - ${one('changes.from_status')}`

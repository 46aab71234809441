import { sql } from 'kysely'

/** Whether a row of anomalies is still to be dealt with; in the very words of the indexes of those that are. */
export const isOpenAnomaly = sql<boolean>`anomalies.status in ('Active', 'Acknowledged')`

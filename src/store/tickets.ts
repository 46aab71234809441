import { sql } from 'kysely'
import type { MadeTicket } from '../channels/channel.ts'
import type { AnomalyTicket } from '../model/anomaly-record.ts'
import type { OpenTransaction, Queryable } from './pool.ts'
import { prepared } from './prepared.ts'

/** Notes a ticket at these anomalies, as far as there still are any; one that is noted already stays. */
export async function noteTicket(
  transaction: OpenTransaction,
  anomalyIds: readonly number[],
  system: string,
  { site, key, reference, url }: MadeTicket,
): Promise<void> {
  await sql`
    insert into anomaly_tickets (anomaly_id, system, site, key, reference, url)
    select id, ${system}, ${site}, ${key}, ${reference}, ${url}
    from anomalies where id = any(${anomalyIds}::bigint[]) order by id
    on conflict do nothing`.execute(transaction)
}

/** Each ticket of these anomalies in one kind of system once, the oldest first. */
export async function ticketsIn(
  database: Queryable,
  system: string,
  anomalyIds: readonly number[],
): Promise<MadeTicket[]> {
  const { rows } = await sql<MadeTicket>`
    select site, key, reference, min(url) as url from anomaly_tickets
    where system = ${system} and anomaly_id = any(${anomalyIds}::bigint[])
    group by site, key, reference order by min(id)`.execute(database)
  return rows
}

/** The tickets of these anomalies by anomaly, the oldest first. */
export async function ticketsOf(
  database: Queryable,
  anomalyIds: readonly number[],
): Promise<Map<number, AnomalyTicket[]>> {
  const { rows } = await sql<AnomalyTicket & { anomaly_id: number }>`${prepared}
    select anomaly_id, system, key, url, created from anomaly_tickets
    where anomaly_id = any(${anomalyIds}::bigint[]) order by id`.execute(database)
  const groups = Map.groupBy(rows, ({ anomaly_id }) => anomaly_id)
  return new Map(
    [...groups].map(([id, tickets]) => [id, tickets.map(({ anomaly_id: _id, ...ticket }) => ticket)]),
  )
}

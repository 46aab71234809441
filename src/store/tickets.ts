import { sql } from 'kysely'
import type { MadeTicket } from '../channels/channel.ts'
import type { OpenTransaction, Queryable } from './pool.ts'

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

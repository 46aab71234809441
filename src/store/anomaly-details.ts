import { sql, type RawBuilder } from 'kysely'
import type { AnomalyRecord } from '../model/anomaly-record.ts'
import type { ContainerType } from '../model/container.ts'
import { fixedStatement, givenIds } from './fixed-statement.ts'
import { isoInstant } from './iso-milliseconds.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'

/** An anomaly as it is shown, but for what is made of these columns. */
interface AnomalyRow extends Omit<
  AnomalyRecord,
  'available' | 'archived' | 'datastore' | 'container' | 'partition_scan'
> {
  datastore_id: number
  datastore_name: string
  datastore_type: string
  container_id: number
  container_name: string
  container_type: ContainerType
  table_type: string | null
  partition_scan_id: number | null
  partition_name: string | null
}

/** What is shown of an anomaly as lists. */
type Lists = Pick<
  AnomalyRow,
  'absorbed_by' | 'failed_checks' | 'global_tags' | 'assignees' | 'tickets' | 'comments'
>

/** An anomaly with JSON texts of the lists of all anomalies asked for in the first row, and null in the others. */
type FetchedRow = Omit<AnomalyRow, keyof Lists> & Record<keyof Lists, string | null>

/**
 * Anomalies with what is shown of their surroundings, in no order; with the newest comments of each, at most `mostComments`. One
 * statement for all of it: what a short one costs is mostly the way to the database. Each list is selected once for all of them:
 * one for each anomaly would cost twice as much as all else.
 */
export async function anomalyRows(
  database: Queryable,
  ids: readonly number[],
  mostComments: number,
): Promise<AnomalyRow[]> {
  return withLists(await fetchRows(database, [ids, mostComments]))
}

function withLists(rows: readonly FetchedRow[]): AnomalyRow[] {
  const [first] = rows
  if (first === undefined) return []
  const absorbedBy = listsOf('absorbed_by', first)
  const failedChecks = listsOf('failed_checks', first)
  const tags = listsOf('global_tags', first)
  const assignees = listsOf('assignees', first)
  const tickets = listsOf('tickets', first)
  const comments = listsOf('comments', first)
  return rows.map((row) => ({
    ...row,
    absorbed_by: absorbedBy.get(row.id) ?? [],
    failed_checks: failedChecks.get(row.id) ?? [],
    global_tags: tags.get(row.id) ?? [],
    assignees: assignees.get(row.id) ?? [],
    tickets: tickets.get(row.id) ?? [],
    comments: comments.get(row.id) ?? [],
  }))
}

/** The lists of this name by the id of the anomaly; one that has none is not in it. */
function listsOf<Name extends keyof Lists>(name: Name, { [name]: text }: FetchedRow) {
  const lists = new Map<number, Lists[Name][number][]>()
  const members: [number, Lists[Name][number]][] = JSON.parse(`[${text ?? ''}]`)
  for (const [id, member] of members) {
    const list = lists.get(id)
    if (list === undefined) lists.set(id, [member])
    else list.push(member)
  }
  return lists
}

/** Scans give an anomaly another status without a look at what it was a Duplicate of. */
const duplicateOf = sql`case when anomalies.status = 'Duplicate' then anomalies.duplicate_of end`

const inFirstRow = (list: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when row_number() over () = 1 then (${list}) end`

/** Begins the selection of a list: JSON texts of pairs, the id of an anomaly and a member, with commas between them; null for none. */
const selectPairs = (id: string, member: RawBuilder<unknown>, order: string): RawBuilder<unknown> =>
  sql`select string_agg('[' || ${sql.ref(id)} || ',' || ${member} || ']', ',' order by ${sql.ref(order)})`

/** The text of a row that is called `shown`, whose members stand in its order. */
const shown = sql`row_to_json(shown)::text`

/**
 * By the identity of shape anomalies, so that one which is found anew takes over at once. `offset 0` keeps the database from
 * joining in another order, here and below: a plan that was made while the tables were empty would read all of them.
 */
const absorbedBy = sql`
  ${selectPairs('absorbed.anomaly_id', sql`shape.id`, 'shape.id')}
  from anomaly_absorbed_checks as absorbed
  cross join lateral (select container_id from anomalies where id = absorbed.anomaly_id offset 0) as own
  cross join lateral (
    select id from anomalies
    where container_id = own.container_id and identity = 'shape:' || absorbed.quality_check_id and ${isOpenAnomaly}
    offset 0) as shape
  where absorbed.anomaly_id = any(${givenIds})`

/** Each with the check as it is now. */
const failedChecks = sql`
  ${selectPairs('failed.anomaly_id', shown, 'failed.quality_check_id')}
  from anomaly_failed_checks as failed
  cross join lateral (
    select id,
      array(select row_to_json(field) from unnest(quality_checks.fields) with ordinality as named (name, place)
        left join fields on fields.container_id = quality_checks.container_id and fields.name = named.name
        cross join lateral (select fields.id, named.name) as field order by place) as fields,
      filter, status, coverage, inferred, rule_type, properties, description
    from quality_checks where id = failed.quality_check_id offset 0) as quality_check
  cross join lateral (select failed.message, quality_check) as shown
  where failed.anomaly_id = any(${givenIds})`

const tags = sql`
  ${selectPairs('tag_links.anomaly_id', shown, 'global_tags.name')}
  from tag_links join global_tags on global_tags.id = tag_links.tag_id
  cross join lateral (
    select global_tags.name, 'global' as type, global_tags.color, global_tags.category, global_tags.description,
      global_tags.weight_modifier) as shown
  where tag_links.anomaly_id = any(${givenIds})`

/** A user as other resources show one. */
const person = sql`(select users.id, users.name, users.email, users.id as user_id, users.user_name)`

const assignees = sql`
  ${selectPairs('anomaly_assignees.anomaly_id', shown, 'users.user_name')}
  from anomaly_assignees join users on users.id = anomaly_assignees.user_id
  cross join lateral ${person} as shown
  where anomaly_assignees.anomaly_id = any(${givenIds}) and users.deleted_at is null`

const tickets = sql`
  ${selectPairs('anomaly_tickets.anomaly_id', shown, 'anomaly_tickets.id')}
  from anomaly_tickets
  cross join lateral (
    select anomaly_tickets.key, anomaly_tickets.url, anomaly_tickets.system, ${isoInstant('anomaly_tickets.created')} as created) as shown
  where anomaly_tickets.anomaly_id = any(${givenIds})`

const comments = sql`
  ${selectPairs('discussed.anomaly_id', shown, 'newest.id')}
  from (select distinct anomaly_id from anomaly_comments where anomaly_comments.anomaly_id = any(${givenIds})) as discussed
  cross join lateral (
    select id, created, message, user_id from anomaly_comments
    where anomaly_comments.anomaly_id = discussed.anomaly_id order by id desc limit $2) as newest
  join users on users.id = newest.user_id
  cross join lateral ${person} as person
  cross join lateral (
    select newest.id, person as user, ${isoInstant('newest.created')} as created, newest.message) as shown`

const fetchRows = fixedStatement(sql<FetchedRow>`
  select anomalies.id, uuid, anomalies.type, anomalies.status, anomalies.created, anomalies.message, anomalies.description, weight,
    anomalous_records_count, fingerprint, is_new, source_enriched, last_detected,
    ${duplicateOf} as duplicate_of,
    anomalies.datastore_id, datastores.name as datastore_name, connections.type as datastore_type,
    anomalies.container_id, containers.name as container_name, container_type, table_type,
    anomalies.container_scan_id, anomalies.partition_scan_id, partition_scans.partition_name,
    ${inFirstRow(absorbedBy)} as absorbed_by, ${inFirstRow(failedChecks)} as failed_checks, ${inFirstRow(tags)} as global_tags,
    ${inFirstRow(assignees)} as assignees, ${inFirstRow(tickets)} as tickets, ${inFirstRow(comments)} as comments
  from anomalies
  join datastores on datastores.id = anomalies.datastore_id
  left join connections on connections.id = datastores.connection_id
  join containers on containers.id = anomalies.container_id
  left join partition_scans on partition_scans.id = anomalies.partition_scan_id
  where anomalies.id = any(${givenIds})`)

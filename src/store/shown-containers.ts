import { sql, type RawBuilder } from 'kysely'
import { JsonText } from '../kernel/json-text.ts'
import type { ContainerForm } from '../model/operation.ts'
import { givenIds } from './fixed-statement.ts'
import { isoInstant } from './iso-milliseconds.ts'
import { isOpenAnomaly } from './open-anomalies.ts'
import type { Queryable } from './pool.ts'
import { messageOrRemark } from './scans.ts'

// A run may have many thousands of containers, and clients ask for it again and again: the database makes the text of its lists.

/** Table or view, and of what is neither its type: the contract has a text here. */
const kindOfTable = sql`coalesce(table_type, container_type) as table_type`

/** What stands for a container in a list. */
const stub = sql`(select containers.id, containers.name, container_type, ${kindOfTable})`

/** A list of the rows by name, in one line, as events need it; empty without rows. */
const listOf = (row: RawBuilder<unknown>): RawBuilder<string> =>
  sql`'[' || coalesce(string_agg(row_to_json(${row})::text, ',' order by containers.name), '') || ']'`

/** The list of a run that works on no container. */
export const noContainers = new JsonText('[]')

/** The part of a run that is about each container, by its name, and those containers alone, each a list. */
export async function workedContainers(
  database: Queryable,
  operationId: number,
): Promise<{ container_scans: JsonText; containers: JsonText }> {
  const { rows } = await sql<{ scans: string; containers: string }>`
    with found as (
      select anomaly_detections.container_scan_id, count(*) filter (where ${isOpenAnomaly}) as open, count(*) as of_all
      from operation_containers
      join anomaly_detections on anomaly_detections.container_scan_id = operation_containers.id
      join anomalies on anomalies.id = anomaly_detections.anomaly_id
      where operation_id = ${operationId}
      group by 1)
    select ${listOf(sql`scan`)} as scans, ${listOf(sql`container`)} as containers
    from operation_containers
    join containers on containers.id = operation_containers.container_id
    left join found on found.container_scan_id = operation_containers.id
    cross join lateral ${stub} as container
    cross join lateral (
      select operation_containers.id, ${isoInstant('operation_containers.created')} as created, ${isoInstant('operation_containers.start_time')} as start_time,
        ${isoInstant('operation_containers.end_time')} as end_time, records_processed, anomaly_count, auto_resolved_anomaly_count, result, ${messageOrRemark},
        coalesce(found.open, 0) as open_anomaly_count, coalesce(found.of_all - found.open, 0) as archived_anomaly_count,
        container) as scan
    where operation_id = ${operationId}`.execute(database)
  const { scans = '[]', containers = '[]' } = rows[0] ?? {}
  return { container_scans: new JsonText(scans), containers: new JsonText(containers) }
}

/** The containers of one run, by their names. */
export async function containersOfRun(database: Queryable, operationId: number): Promise<JsonText> {
  const { rows } = await sql<{ containers: string }>`
    select ${listOf(sql`container`)} as containers
    from operation_containers
    join containers on containers.id = operation_containers.container_id
    cross join lateral ${stub} as container
    where operation_id = ${operationId}`.execute(database)
  const { containers = '[]' } = rows[0] ?? {}
  return new JsonText(containers)
}

/** Columns of what lists tell of the containers of a run; null where the list does not tell it, or nothing is to be told. */
export interface ToldContainers {
  /** Numbers between braces. */
  container_ids: string | null
  container_count: number | null
  /** Of the first row alone, what stands for each container of all runs: its id, a space and JSON text, a line each by their names. */
  container_lines: string | null
}

/**
 * The same columns for a fixed statement about the given runs, to which `joined` belongs, and which is ordered by `order`. Runs that
 * follow one another mostly have the same containers: the text of each is made once and not once a run.
 */
export function tellContainers(
  form: ContainerForm,
  order: RawBuilder<unknown>,
): { columns: RawBuilder<unknown>; joined: RawBuilder<unknown> } {
  const ofRuns = sql`operation_id = any(${givenIds})`
  const counted = (ids: RawBuilder<unknown>) => sql`
    left join (
      select operation_id, ${ids} as container_ids, count(*) as container_count
      from operation_containers where ${ofRuns} group by operation_id) as told on told.operation_id = operations.id`
  const noText = sql`null::text`
  if (form === 'none')
    return {
      columns: sql`${noText} as container_ids, null::bigint as container_count, ${noText} as container_lines`,
      joined: sql``,
    }
  const columns = (lines: RawBuilder<unknown>) =>
    sql`told.container_ids, coalesce(told.container_count, 0) as container_count, ${lines} as container_lines`
  if (form === 'count') return { columns: columns(noText), joined: counted(noText) }
  // `offset 0`: each is reached by its id, also by a plan that was made while the tables were empty.
  const lines = sql`
    select string_agg(container.id || ' ' || row_to_json(container)::text, chr(10) order by container.name)
    from (select distinct container_id from operation_containers where ${ofRuns}) as used
    cross join lateral (
      select id, name, container_type, ${kindOfTable} from containers where id = used.container_id offset 0) as container`
  return {
    columns: columns(sql`case when row_number() over (order by ${order}) = 1 then (${lines}) end`),
    joined: counted(sql`array_agg(container_id)::text`),
  }
}

/** Tells the containers of each of these runs, by their names, as the JSON text of a list. */
export function containerLists(runs: readonly ToldContainers[]): (run: ToldContainers) => string {
  const places = new Map<number, number>()
  const texts: string[] = []
  for (const line of runs[0]?.container_lines?.split('\n') ?? []) {
    const end = line.indexOf(' ')
    places.set(Number(line.slice(0, end)), texts.length)
    texts.push(line.slice(end + 1))
  }
  return ({ container_ids }) => {
    const ids: number[] = JSON.parse(`[${container_ids?.slice(1, -1) ?? ''}]`)
    // One statement has seen both, so that each has its line.
    const own = ids.map((id) => places.get(id) ?? 0).sort((one, another) => one - another)
    return `[${own.map((place) => texts[place]).join(',')}]`
  }
}

import { sql } from 'kysely'
import type { PageRequest } from '../kernel/page.ts'
import type { StatementNote } from '../model/container-scan-record.ts'
import type { Queryable } from './pool.ts'

/** A statement, and the partition that it was about; null: the container as a whole. */
export interface SentStatement extends StatementNote {
  partition_name: string | null
}

/** A page of the statements of a container scan, partition by partition and the conclusion last, and how many there are. */
export async function scanStatements(
  database: Queryable,
  containerScanId: number,
  { page, size }: PageRequest,
): Promise<{ total: number; statements: SentStatement[] }> {
  const parts = sql`(
    select partition_name, statements from partition_scans where container_scan_id = ${containerScanId}
    union all
    select null, statements from operation_containers where id = ${containerScanId})`
  const { rows: counted } = await sql<{ total: number }>`
    select coalesce(sum(jsonb_array_length(statements)), 0)::bigint as total from ${parts} as parts`.execute(
    database,
  )
  const { rows } = await sql<{ partition_name: string | null; note: StatementNote }>`
    select partition_name, note
    from ${parts} as parts cross join lateral jsonb_array_elements(statements) with ordinality as noted (note, position)
    order by partition_name nulls last, position
    limit ${size} offset ${(page - 1) * size}`.execute(database)
  return {
    total: counted[0]?.total ?? 0,
    statements: rows.map(({ partition_name, note }) => ({ partition_name, ...note })),
  }
}

/** The scans of a container whose statements are kept: enough to see what became dearer, and few beside the verdicts. */
const scansWithStatements = 5

/** The older scans of a container that are looked at by each run: one comes with each, and more are left by a run that was aborted. */
const lookedAt = 3

/** Forgets the statements of older scans of the containers of a run. What another run writes just now is left to a later one. */
export async function forgetOldStatements(transaction: Queryable, operationId: number): Promise<void> {
  await sql`
    with old as materialized (
      select older.id
      from operation_containers as newest
      cross join lateral (
        select id from operation_containers as scans
        where scans.container_id = newest.container_id and scans.kind = 'scan'
        order by scans.created desc, scans.id desc offset ${scansWithStatements} limit ${lookedAt}
      ) as older
      where newest.operation_id = ${operationId}
    ), parts as (
      select partition_scans.id from partition_scans join old on old.id = partition_scans.container_scan_id
      where partition_scans.statements is not null
      for no key update of partition_scans skip locked
    ), containers as (
      select scans.id from operation_containers as scans join old using (id) where scans.statements is not null
      for no key update of scans skip locked
    ), emptied as (
      update partition_scans set statements = null from parts where parts.id = partition_scans.id
    )
    update operation_containers set statements = null from containers where containers.id = operation_containers.id`.execute(
    transaction,
  )
}

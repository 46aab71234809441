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

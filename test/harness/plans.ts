import type { Pool } from 'pg'
import { opened, type Held } from '../../src/kernel/held.ts'
import { isReading, type SentStatement } from './statements.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** Tables by how many rows they have; as the last `analyze` counted. */
export async function tableRows(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::bigint as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/** The tables that PostgreSQL would read from end to end for this statement, with these values; none for what writes. */
export async function tablesReadWhole(pool: Pool, statement: SentStatement): Promise<string[]> {
  if (!isReading(statement)) return []
  const { rows } = await pool.query<{ 'QUERY PLAN': Held<string> }>(
    `explain (format json) ${statement.text}`,
    statement.values,
  )
  const found: string[] = []
  const visit = (node: PlanNode) => {
    if (node['Node Type'] === 'Seq Scan') found.push(node['Relation Name'] ?? '?')
    for (const inner of node.Plans ?? []) visit(inner)
  }
  // Our pools hold JSON, as text.
  const plan = rows[0]?.['QUERY PLAN']
  const plans: { Plan: PlanNode }[] = plan === undefined ? [] : JSON.parse(opened(plan))
  for (const { Plan } of plans) visit(Plan)
  return found
}

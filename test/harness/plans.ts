import type { Pool } from 'pg'
import { opened, type Held } from '../../src/kernel/held.ts'
import { isReading, type SentStatement } from './statements.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  /** Of a plan that was carried out. */
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
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
  const found: string[] = []
  const visit = (node: PlanNode) => {
    if (node['Node Type'] === 'Seq Scan') found.push(node['Relation Name'] ?? '?')
    for (const inner of node.Plans ?? []) visit(inner)
  }
  for (const plan of await plansOf(pool, statement, 'format json')) visit(plan)
  return found
}

/** The rows that PostgreSQL takes out of a table for this statement, which is carried out. */
export async function rowsRead(pool: Pool, statement: SentStatement, table: string): Promise<number> {
  const read = (node: PlanNode): number => {
    const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
    const own = node['Relation Name'] === table ? rows * (node['Actual Loops'] ?? 0) : 0
    return (node.Plans ?? []).reduce((sum, inner) => sum + read(inner), own)
  }
  return (await plansOf(pool, statement, 'analyze, format json')).reduce((sum, plan) => sum + read(plan), 0)
}

async function plansOf(pool: Pool, { text, values }: SentStatement, options: string): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': Held<string> }>(`explain (${options}) ${text}`, values)
  // Our pools hold JSON, as text.
  const plan = rows[0]?.['QUERY PLAN']
  const plans: { Plan: PlanNode }[] = plan === undefined ? [] : JSON.parse(opened(plan))
  return plans.map(({ Plan }) => Plan)
}

import assert from 'node:assert/strict'
import type { Session } from '../../src/connectors/connector.ts'

/** A container of one file, as the catalogue has it. */
export const fileNamed = (name: string) => ({ name, container_type: 'file' as const, file_options: {} })

/** What SQL over all rows of such a container answers, as a number (default: how many they are). */
export async function numberFrom(session: Session, name: string, what = 'count(*)'): Promise<number> {
  const { fields } = await session.describe(fileNamed(name))
  const relation = session.relation(fileNamed(name), fields, 'all')
  assert.ok(relation.kind === 'store')
  const { rows } = await session.query({ sql: `select ${what} from ${relation.sql}`, parameters: [] })
  return Number(rows[0]?.[0])
}

/** More than is looked at of a text to tell how it is read. */
export const longText = `n,filler\n${Array.from({ length: 9000 }, (_, index) => `${index},${'x'.repeat(60)}`).join('\n')}\n`
/** The sum of its `n`, which tells a byte that came twice. */
export const longSum = (9000 * 8999) / 2

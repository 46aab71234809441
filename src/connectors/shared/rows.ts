import { RunFailure } from '../../kernel/errors.ts'
import { StatementRefused, type Rows } from '../connector.ts'

/** All batches of a small result as one. */
export async function gathered(batches: AsyncIterable<Rows>): Promise<Rows> {
  const all: Rows = { columns: [], rows: [] }
  for await (const { columns, rows } of batches) {
    all.columns = columns
    for (const row of rows) all.rows.push(row)
  }
  return all
}

/** The answer to a statement of the connector's own: what would be a refusal is a RunFailure here. */
export async function ownStatement(answer: Promise<Rows>): Promise<Rows> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof StatementRefused) throw new RunFailure(error.message, { cause: error })
    throw error
  }
}

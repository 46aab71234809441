import { sourceWords } from '../readable.ts'
import { RunFailure } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import { StatementRefused, StatementTooLate, type Rows } from '../connector.ts'

/** All batches of a small result as one. */
export async function gathered(batches: AsyncIterable<Rows>): Promise<Rows> {
  const all: Rows = { columns: [], rows: [] }
  for await (const { columns, rows } of batches) {
    all.columns = columns
    for (const row of rows) all.rows.push(row)
  }
  return all
}

/** Rows whose columns are told as fields. */
export interface FieldedRows extends Rows {
  named: DiscoveredField[]
}

/** The fields of the last of these batches; none where there is no batch. */
export async function lastNamed(batches: AsyncIterable<FieldedRows>): Promise<DiscoveredField[]> {
  let fields: DiscoveredField[] = []
  for await (const { named } of batches) fields = named
  return fields
}

/**
 * The answer to a statement of the connector's own: what would be a refusal is a RunFailure here. One that took too long says
 * more about how busy the machine is than about the source, so another try may succeed.
 */
export async function ownStatement<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof StatementTooLate) {
      const sentence = `Finding out what the source holds took too long. ${error.message}`
      throw new RunFailure(sentence, { cause: error, retryable: true })
    }
    if (error instanceof StatementRefused) throw new RunFailure(sourceWords(error), { cause: error })
    throw error
  }
}

/** What a statement of the connector's own found out about one table, or the reason why it cannot be read; a lost source is thrown. */
export async function orUnloadable<Found>(
  find: () => Promise<Found>,
): Promise<Found | { unloadable: string }> {
  try {
    return await find()
  } catch (error) {
    const isAboutIt =
      error instanceof RunFailure && (!error.retryable || error.cause instanceof StatementTooLate)
    if (isAboutIt) return { unloadable: error.message }
    throw error
  }
}

import { addSourceRecords } from '../../store/anomalies.ts'
import type { Queryable } from '../../store/pool.ts'

/** Rows that are written together, so that many small samples do not take a statement each. */
const groupSize = 500

type Row = Parameters<typeof addSourceRecords>[1][number]

/** Writes source records in groups, whatever they come in. */
export class SourceRecordWriter {
  readonly #transaction: Queryable
  #waiting: Row[] = []

  constructor(transaction: Queryable) {
    this.#transaction = transaction
  }

  /** Takes rows; they may be written later. */
  async add(rows: readonly Row[]): Promise<void> {
    for (const row of rows) this.#waiting.push(row)
    if (this.#waiting.length >= groupSize) await this.flush()
  }

  /** Writes all that it was given. */
  async flush(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    await addSourceRecords(this.#transaction, rows)
  }
}

import type { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import type { Store } from './pool.ts'
import { awaitAnswer } from './silent-connections.ts'

/** The time for which a reader may take nothing; then its statement is ended, so that the connection is free for others. */
const stallSeconds = 60

/** A statement whose rows are to leave the service as text, in pieces. */
export interface TextStream<Row> {
  query: CompiledQuery<Row>
  /** Rows read at once; no more of them are in memory. */
  batchRows: number
  /** Comes before the first row. */
  head: string
  textOf(rows: Row[]): string
}

/**
 * The text, as fast as it is taken. The statement sees one state of the database from its first row to its last; it ends
 * when the reader goes away, also while it has not come to its first row yet.
 */
export function streamText<Row>(store: Store, stream: TextStream<Row>): AsyncIterableIterator<string> {
  const reading: Reading = { process: null, isOver: false }
  const pieces = piecesOf(store, stream, reading)
  return {
    next: () => pieces.next(),
    async return() {
      reading.isOver = true
      // A generator ends only where it hands out a piece: a statement that still works towards one is cancelled.
      if (reading.process !== null) {
        await store.pool.query('select pg_cancel_backend($1)', [reading.process]).catch(() => undefined)
      }
      await pieces.return(undefined).catch(() => undefined)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

interface Reading {
  /** The number of the server's process while it works on the statement. */
  process: number | null
  isOver: boolean
}

async function* piecesOf<Row>(
  { streams }: Store,
  { query, batchRows, head, textOf }: TextStream<Row>,
  reading: Reading,
): AsyncGenerator<string, undefined> {
  yield head
  const connection = await borrow(streams)
  try {
    const { rows } = await connection.client.query<{ process: number }>('select pg_backend_pid() as process')
    const cursor = connection.client.query(new Cursor<Row>(query.sql, [...query.parameters]))
    for (;;) {
      reading.process = rows[0]?.process ?? null
      const batch = reading.isOver ? [] : await awaitAnswer(connection.client, () => cursor.read(batchRows))
      reading.process = null
      if (batch.length === 0) {
        if (!reading.isOver) connection.giveBack()
        return undefined
      }
      const stall = setTimeout(() => connection.end(), stallSeconds * 1000).unref()
      yield textOf(batch)
      clearTimeout(stall)
      if (connection.isEnded())
        throw new Error(`Nothing was taken of a download for ${stallSeconds} seconds; it was ended.`)
    }
  } finally {
    connection.end()
  }
}

/** A connection that goes back to its pool once: for others to use, or ended, and with it the statement that it works on. */
async function borrow(pool: Pool) {
  const client = await pool.connect()
  let isHeld = true
  const release = (isOver: boolean) => {
    if (isHeld) client.release(isOver)
    isHeld = false
  }
  return { client, giveBack: () => release(false), end: () => release(true), isEnded: () => !isHeld }
}

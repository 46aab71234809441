import duckdb from '@duckdb/node-bindings'
import type { DuckDBDataChunk } from '@duckdb/node-api'
import { refuseLong } from './row-length.ts'

/** An entry of a vector of texts has this many bytes: the length, and then a short text itself, or the address of a long one. */
const entryBytes = 16
/** A text of so many bytes stands in its entry. */
const mostInEntry = 12
/** Lines are put together up to so many bytes: few enough that the texts die young in the service, which holds 120 MiB less than with ten times as many. */
const textBytes = 100_000

/** The select, whose only column is `line`, with a line end behind each; none is NULL, so that every entry has a text. */
export const endingLines = (sql: string): string =>
  `select coalesce(line, '') || chr(10) as line from (${sql})`

/**
 * Puts the lines of chunks together to long texts. The engine lays the texts of a chunk one behind the other, so that thousands are
 * taken over at once; to make a JavaScript text of each line takes longer than to compute it.
 */
export class LineTexts {
  readonly #waiting = Buffer.allocUnsafe(textBytes)
  #length = 0;

  /** The texts that are full, without their last line end, of the lines of a chunk of `endingLines`. */
  *add(chunk: DuckDBDataChunk): Generator<string> {
    const entries = duckdb.vector_get_data(
      duckdb.data_chunk_get_vector(chunk.chunk, 0),
      chunk.rowCount * entryBytes,
    )
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
    for (let row = 0; row < chunk.rowCount;) {
      const run = runFrom(view, row, chunk.rowCount)
      if (this.#length + run.length > textBytes) yield* this.rest()
      if (run.length > textBytes) yield textOf(run.bytes())
      else {
        this.#waiting.set(run.bytes(), this.#length)
        this.#length += run.length
      }
      row = run.end
    }
  }

  /** What was not handed over yet. */
  *rest(): Generator<string> {
    if (this.#length > 0) yield textOf(this.#waiting.subarray(0, this.#length))
    this.#length = 0
  }
}

/** Lines that lie one behind the other in memory: from `row` to before `end`. */
interface Run {
  end: number
  length: number
  /** Valid as long as the chunk is. */
  bytes(): Uint8Array
}

function runFrom(view: DataView, row: number, rows: number): Run {
  const at = row * entryBytes
  let length = view.getUint32(at, true)
  refuseLong(length)
  if (length <= mostInEntry)
    return {
      end: row + 1,
      length,
      bytes: () => new Uint8Array(view.buffer, view.byteOffset + at + 4, length),
    }
  const start = addressAt(view, at)
  let end = row + 1
  for (; end < rows; end += 1) {
    const next = view.getUint32(end * entryBytes, true)
    const isBehind = next > mostInEntry && addressAt(view, end * entryBytes) === start + length
    if (!isBehind || length + next > textBytes) break
    length += next
  }
  return {
    end,
    length,
    bytes: () => duckdb.get_data_from_pointer(view.buffer as ArrayBuffer, view.byteOffset + at + 8, length),
  }
}

/** Addresses have 48 bits, which a number holds. */
const addressAt = (view: DataView, at: number): number =>
  view.getUint32(at + 8, true) + view.getUint32(at + 12, true) * 2 ** 32

const textOf = (lines: Uint8Array): string =>
  Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength - 1).toString('utf8')

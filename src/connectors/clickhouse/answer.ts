import type { IncomingMessage } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import type { Cell } from '../../kernel/cell.ts'
import { cut } from '../../kernel/cut.ts'
import type { Rows } from '../connector.ts'
import { cellReader, fieldOf } from './types.ts'

/** Rows of a batch at most. */
const mostRows = 1000
/** A reason is read to this length. */
const mostReason = 64 * 1024

/** A refusal of the server; `code` is its number for the kind of error, 0 when it names none. */
export class ClickhouseRefusal extends Error {
  readonly code: number

  constructor(text: string, status: number) {
    super(reasonIn(text) || `the server answered with status ${status}`)
    this.code = Number(/Code: (\d+)/.exec(text)?.[1] ?? 0)
  }
}

/** The server's sentence, in one line, without what surrounds it. */
function reasonIn(text: string): string {
  const from = text.search(/Code: \d+/)
  return (from === -1 ? cut(text, 300) : text.slice(from))
    .replaceAll(/(?:Code: \d+\. )?DB::Exception: /g, '')
    .replace(/\s*\(version [^)]*\)[\s\S]*$|\s*__exception__[\s\S]*$/, '')
    .replace(/Syntax error: failed at/, 'syntax error at')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
}

/** The whole body of a refusal; a longer one is cut. */
export async function refusalIn(answer: IncomingMessage): Promise<ClickhouseRefusal> {
  let text = ''
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > mostReason) break
  }
  return new ClickhouseRefusal(text, answer.statusCode ?? 0)
}

/**
 * The batches of an answer in the format JSONCompactEachRowWithNamesAndTypes; the last one may be empty, for the sake of its columns.
 * A statement that fails after its first rows ends with the reason in place of a row: that throws ClickhouseRefusal.
 */
export async function* batchesOf(answer: IncomingMessage): AsyncGenerator<Rows> {
  const lines = linesOf(answer)
  const names = await headOf(lines)
  const types = await headOf(lines)
  const columns = names.map((name, index) => fieldOf(name, types[index] ?? ''))
  const readers = types.map((type) => cellReader(type))
  let rows: Cell[][] = []
  for await (const line of lines) {
    rows.push((await rowOf(line, lines)).map((value, index) => readers[index]?.(value) ?? null))
    if (rows.length < mostRows) continue
    yield { columns, rows }
    rows = []
  }
  if (!answer.complete) throw new Error('the server closed it')
  yield { columns, rows }
}

async function headOf(lines: AsyncGenerator<string>): Promise<string[]> {
  const { value, done } = await lines.next()
  if (done) throw new Error('the server closed it')
  return (await rowOf(value, lines)).map(String)
}

/** The values of a line, or the refusal that stands in its place. */
async function rowOf(line: string, rest: AsyncGenerator<string>): Promise<unknown[]> {
  if (line.startsWith('[')) {
    const row: unknown = JSON.parse(line)
    if (Array.isArray(row)) return row
  }
  let text = line
  try {
    for await (const more of rest) {
      text += ` ${more}`
      if (text.length > mostReason) break
    }
  } catch (error) {
    // Behind the reason the server cuts the connection.
    if (!text.includes('Code: ')) throw error
  }
  throw new ClickhouseRefusal(text, 0)
}

async function* linesOf(answer: IncomingMessage): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun = ''
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const lines = (begun + decoder.write(chunk)).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield line
  }
  begun += decoder.end()
  if (begun !== '') yield begun
}

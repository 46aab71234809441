// Runs in a process of its own: what a person wrote can crash DuckDB or take any memory, and a process can be killed.
import { sourceWords } from '../readable.ts'
import { types } from 'node:util'
import { ahead } from '../../kernel/ahead.ts'
import { StatementRefused } from '../connector.ts'
import { DuckdbEngine } from './engine.ts'
import { endWithService } from '../shared/end-with-service.ts'
import type { DuckdbAnswer, DuckdbBatch, DuckdbQuestion } from './messages.ts'
import { duckdbName } from './types.ts'

/** About so many characters are sent at once. */
const batchCharacters = 4_000_000
/** Lines are joined up to about so many. */
const joinedCharacters = 1_000_000
/** A row of more characters is not sent: the service would have to hold it. */
const mostCharacters = 100_000_000

let engine: DuckdbEngine | undefined
let running: AsyncGenerator<DuckdbBatch> | undefined

process.on('message', (question: DuckdbQuestion) => {
  if (question.kind === 'interrupt') engine?.interrupt()
  else void answer(question).then((given) => process.send?.(given, endIfBroken))
})
endWithService('free')

/** Another process answers the next question. */
function endIfBroken(): void {
  if (engine?.isBroken === true) process.exit()
}

async function answer(question: Exclude<DuckdbQuestion, { kind: 'interrupt' }>): Promise<DuckdbAnswer> {
  try {
    switch (question.kind) {
      case 'open':
        engine = await DuckdbEngine.open(question)
        return { kind: 'done' }
      case 'query': {
        const batch = await opened().query(question)
        refuseHuge(batch.rows)
        return batch
      }
      case 'keep':
        await opened().change(`create temp table ${duckdbName(question.table)} as ${question.sql}`)
        return { kind: 'done' }
      case 'drop':
        await opened().change(`drop table ${duckdbName(question.table)}`)
        return { kind: 'done' }
      case 'start':
        running = slices(opened().stream(question))
        if (question.joins_lines) running = ahead(joined(running))
        return await next()
      case 'next':
        return await next()
      case 'finish':
        await running?.return(undefined)
        running = undefined
        return { kind: 'done' }
      case 'close':
        await running?.return(undefined)
        running = undefined
        engine?.close()
        engine = undefined
        return { kind: 'done' }
    }
  } catch (error) {
    if (error instanceof StatementRefused)
      return { kind: 'error', message: sourceWords(error), refused: true }
    // As it is, with its lines: the service reads from it what is wrong with a file.
    return { kind: 'error', message: error instanceof Error ? error.message : String(error), refused: false }
  }
}

function opened(): DuckdbEngine {
  if (!engine) throw new Error('The engine is not open.')
  return engine
}

async function next(): Promise<DuckdbAnswer> {
  if (!running) throw new Error('No statement is running.')
  const step = await running.next()
  return step.done === true ? { kind: 'batch', columns: [], rows: [], isLast: true } : step.value
}

/** Batches with few enough characters in them to be held twice. */
async function* slices(batches: AsyncIterable<DuckdbBatch>): AsyncGenerator<DuckdbBatch> {
  for await (const batch of batches) {
    let rows: DuckdbBatch['rows'] = []
    let characters = 0
    for (const row of batch.rows) {
      const length = charactersOf(row)
      if (length > mostCharacters) refuseHuge([row])
      if (rows.length > 0 && characters + length > batchCharacters) {
        yield { ...batch, rows }
        rows = []
        characters = 0
      }
      characters += length
      rows.push(row)
    }
    yield { ...batch, rows }
  }
}

/** Rows of one text each, joined: a long text is sent in a small part of the time that its lines take. */
async function* joined(batches: AsyncIterable<DuckdbBatch>): AsyncGenerator<DuckdbBatch> {
  let lines: string[] = []
  let characters = 0
  let last: DuckdbBatch | undefined
  const text = (batch: DuckdbBatch): DuckdbBatch => ({ ...batch, rows: [[lines.join('\n')]] })
  for await (const batch of batches) {
    last = batch
    for (const [line] of batch.rows) {
      lines.push(String(line))
      characters += lines.at(-1)?.length ?? 0
    }
    if (characters < joinedCharacters) continue
    yield text(batch)
    lines = []
    characters = 0
  }
  if (last && lines.length > 0) yield text(last)
}

function refuseHuge(rows: DuckdbBatch['rows']): void {
  const characters = rows.reduce((total, row) => total + charactersOf(row), 0)
  if (characters <= mostCharacters) return
  throw new StatementRefused(
    `A row of its result has ${characters} characters, more than the ${mostCharacters} that are read.`,
  )
}

/** Of texts alone; lists and structures count by their own texts. */
function charactersOf(values: readonly unknown[]): number {
  let total = 0
  for (const value of values) {
    if (typeof value === 'string') total += value.length
    else if (types.isStringObject(value)) total += value.length
    else if (typeof value === 'object' && value !== null) total += charactersOf(Object.values(value))
  }
  return total
}

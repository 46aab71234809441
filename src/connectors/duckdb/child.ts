// Runs in a process of its own: what a person wrote can crash DuckDB or take any memory, and a process can be killed.
import { sourceWords } from '../readable.ts'
import { types } from 'node:util'
import { ahead } from '../../kernel/ahead.ts'
import { StatementRefused } from '../connector.ts'
import { DuckdbEngine } from './engine.ts'
import { endWithService } from '../shared/end-with-service.ts'
import type { DuckdbAnswer, DuckdbBatch, DuckdbQuestion } from './messages.ts'
import { mostCharacters, refuseLong } from './row-length.ts'
import { duckdbName } from './types.ts'

/** About so many characters are sent at once. */
const batchCharacters = 4_000_000

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
        running = question.joins_lines
          ? ahead(opened().streamLines(question))
          : slices(opened().stream(question))
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

function refuseHuge(rows: DuckdbBatch['rows']): void {
  refuseLong(rows.reduce((total, row) => total + charactersOf(row), 0))
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

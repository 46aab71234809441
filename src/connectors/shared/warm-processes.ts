import { availableParallelism } from 'node:os'
import { ReadingProcess, type ReadingProgram } from './reading-process.ts'

/** As many as a worker reads with at once on a machine of this size: one that is ended too early costs a start. */
const mostWaiting = Math.min(8, availableParallelism() + 2)
/** The time for which a process waits for its next session, milliseconds. */
const waitingMs = 60_000
/** One that grew beyond this is ended instead: allocators keep what they once had, MiB. */
const mostMemoryMb = 160
const endTimeoutMs = 2000

type AnyProcess = ReadingProcess<object, unknown>

interface Waiting {
  program: ReadingProgram
  memory_mb: number
  process: AnyProcess
  timer: NodeJS.Timeout
}

let waiting: Waiting[] = []

/** A process of the program that no one else uses; one that waits for it, which costs nothing, or a new one. */
export function takeProcess<Question extends object, Answer>(
  program: ReadingProgram,
  memory_mb: number,
): ReadingProcess<Question, Answer> {
  const found = waiting.find(
    (one) => one.program === program && one.memory_mb === memory_mb && one.process.isAlive,
  )
  if (!found) return new ReadingProcess(program, memory_mb)
  forget(found)
  found.process.hold(true)
  return found.process as unknown as ReadingProcess<Question, Answer>
}

/** Keeps a process that holds nothing of its session any more for the next one, or ends it. */
export function giveBack<Question extends object, Answer>(
  program: ReadingProgram,
  memory_mb: number,
  given: ReadingProcess<Question, Answer>,
): void {
  const process = given as unknown as AnyProcess
  process.hold(false)
  for (const one of waiting) if (!one.process.isAlive) forget(one)
  if (waiting.length >= mostWaiting || process.isWornOut || process.memory() > mostMemoryMb) {
    void process.end(endTimeoutMs)
    return
  }
  const timer = setTimeout(() => {
    forget(entry)
    void process.end(endTimeoutMs)
  }, waitingMs)
  timer.unref()
  const entry: Waiting = { program, memory_mb, process, timer }
  waiting.push(entry)
}

function forget(entry: Waiting): void {
  clearTimeout(entry.timer)
  waiting = waiting.filter((one) => one !== entry)
}

import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { knownCosts } from './costs.ts'
import type { SilenceWatch, ToSilenceWatch } from './silence-watch.ts'

/** Where a program writes the file that it is in: a process that is killed cannot say so any more. */
export const reachedFile = (program: string): string => `${program}.reached`

/** Where a program adds a line, a `LeftFile` as JSON, for each file that it has run: Node tells nothing of a file when no test's name is asked for. */
export const leftFile = (program: string): string => `${program}.left`

/** A file that its process has run to the end; the last word on a file counts. */
export interface LeftFile {
  file: string
  /** What is wrong with it, a sentence and perhaps a stack; null for nothing, or when a failed test has said so. */
  reason: string | null
}

/** The time after its last test in which a process ends by itself, seconds: a busy machine closes slowly what is open. */
const patienceSeconds = Number(process.env['ASSAY_TEST_PATIENCE_SECONDS'] ?? 60)

const costOf = knownCosts()

/** The time after which a file is given up, seconds: far more than it ever took, as a busy machine may take ten times as long. */
function longestSeconds(file: string): number {
  return Number(process.env['ASSAY_TEST_FILE_SECONDS'] ?? Math.max(600, 10 * costOf(file)))
}

/** Runs the tests of these files in this process, each file as a group of its own, whose hooks are its own. */
export async function runFiles(files: readonly string[]): Promise<void> {
  endAtOnce()
  const program = process.argv[1] ?? ''
  const opened = new Map<string, string[]>()
  noticeStrays(program)
  const tellWatch = watchForSilence(program)
  for (const file of files) {
    writeFileSync(reachedFile(program), file)
    tellWatch({ file, seconds: longestSeconds(file) })
    const before = surroundings()
    const openBefore = process.getActiveResourcesInfo()
    const reason = await begunBy.run(file, () => runFile(file))
    // The results of this file go out before the next one can end the process.
    await setImmediate()
    tellWatch(null)
    leave(program, file, reason)
    opened.set(file, without(process.getActiveResourcesInfo(), openBefore))
    const after = surroundings()
    if (files.length === 1 || JSON.stringify(before) === JSON.stringify(after)) continue
    // The tests behind it would run in a process that they do not expect.
    test(`${file} leaves the process that it shares as it was`, () => assert.deepEqual(after, before))
  }
  endAfter(program, opened)
}

/** Starts the thread that kills this process, and names the file, where an endless loop keeps it from giving the file up. */
function watchForSilence(program: string): (message: ToSilenceWatch) => void {
  const given: SilenceWatch = { left_file: leftFile(program), patience_seconds: patienceSeconds }
  const thread = new Worker(new URL('silence-watch.ts', import.meta.url), { workerData: given })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  const tell = (message: ToSilenceWatch): void => thread.postMessage(message)
  thread.on('message', () => tell('here'))
  thread.unref()
  return tell
}

/** The file of which something that goes on was begun. */
const begunBy = new AsyncLocalStorage<string>()

const wrong = new Map<string, string>()

/** Adds to what is wrong with a file that was run; null: nothing more. */
function leave(program: string, file: string, reason: string | null): void {
  if (reason !== null) wrong.set(file, [wrong.get(file) ?? [], reason].flat().join('\n'))
  const left: LeftFile = { file, reason: wrong.get(file) ?? null }
  appendFileSync(leftFile(program), `${JSON.stringify(left)}\n`)
}

/**
 * Lays an error that comes when its test has ended, such as a promise that nobody waits for, on the file that began it. Node says only that
 * there was one, and has the process fail.
 */
function noticeStrays(program: string): void {
  const notice = (error: unknown): void => {
    const file = begunBy.getStore() ?? readFileSync(reachedFile(program), 'utf8')
    queueMicrotask(() => {
      // Node has set it by now, unless a test fails for the error.
      if (process.exitCode === undefined) return
      process.exitCode = undefined
      leave(program, file, `An error came that no test waited for: ${inspect(error)}`)
    })
  }
  process.on('unhandledRejection', notice).on('uncaughtException', notice)
}

/**
 * Ends the process when something keeps it alive long after its last test, such as a child process that a failed test did not end, and says which
 * files left such things open. Without that, nobody would learn of the tests that did run.
 */
function endAfter(program: string, opened: ReadonlyMap<string, readonly string[]>): void {
  const end = (): void => {
    const open = process.getActiveResourcesInfo()
    const culprits = [...opened].filter(([, kinds]) => kinds.some((kind) => open.includes(kind)))
    for (const [file, kinds] of culprits.length > 0 ? culprits : [...opened].slice(-1))
      leave(
        program,
        file,
        `It left open what kept its process from ending: ${kinds.join(', ') || open.join(', ')}.`,
      )
    process.exit(1)
  }
  setTimeout(end, patienceSeconds * 1000).unref()
}

/** The words without as many of each as there are among the others. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return words.filter((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Says that the file could not be loaded when no test does: `--test-name-pattern` leaves out the one that would. */
async function runFile(file: string): Promise<string | null> {
  let reason: string | null = null
  const { signal, forget } = endOfPatience(longestSeconds(file))
  await describe(file, { signal }, async () => {
    try {
      await import(pathToFileURL(resolve(file)).href)
    } catch (error) {
      reason = `It could not be loaded: ${inspect(error)}`
      test('is loaded', () => {
        reason = null
        throw error
      })
    }
  })
  forget()
  return reason
}

/** A signal that comes after so many seconds, unless it is forgotten: a test that waits for ever would keep the files behind it from being run. */
function endOfPatience(seconds: number): { signal: AbortSignal; forget(): void } {
  const controller = new AbortController()
  const giveUp = (): void => controller.abort(new Error(`It was given up after ${seconds} seconds.`))
  const timer = setTimeout(giveUp, seconds * 1000)
  return { signal: controller.signal, forget: () => clearTimeout(timer) }
}

/**
 * Ends the process when everything is done, without closing what is still open: Node 26 was seen to turn for ever over a
 * connection whose server had broken down, after the last test had passed.
 */
function endAtOnce(): void {
  const last = (code: number): void => {
    const all = process.listeners('exit')
    for (const listener of all.slice(all.indexOf(last) + 1)) listener.call(process, code)
    process.exit(code)
  }
  process.on('exit', last)
}

function surroundings(): object {
  return { folder: process.cwd(), variables: { ...process.env } }
}

import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

/** Where a program writes the file that it is in: a process that is killed cannot say so any more. */
export const reachedFile = (program: string): string => `${program}.reached`

/** Where a program adds a line, a `LeftFile` as JSON, for each file that it has run: Node tells nothing of a file when no test's name is asked for. */
export const leftFile = (program: string): string => `${program}.left`

/** A file that its process has run to the end. */
export interface LeftFile {
  file: string
  /** Why it could not be loaded, with the stack; null when it was, or when a failed test has said so. */
  reason: string | null
}

/** Runs the tests of these files in this process, each file as a group of its own, whose hooks are its own. */
export async function runFiles(files: readonly string[]): Promise<void> {
  endAtOnce()
  const program = process.argv[1] ?? ''
  for (const file of files) {
    writeFileSync(reachedFile(program), file)
    const before = surroundings()
    const left: LeftFile = { file, reason: await runFile(file) }
    // The results of this file go out before the next one can end the process.
    await setImmediate()
    appendFileSync(leftFile(program), `${JSON.stringify(left)}\n`)
    const after = surroundings()
    if (files.length === 1 || JSON.stringify(before) === JSON.stringify(after)) continue
    // The tests behind it would run in a process that they do not expect.
    test(`${file} leaves the process that it shares as it was`, () => assert.deepEqual(after, before))
  }
}

/** Answers why the file could not be loaded when no test said so: `--test-name-pattern` leaves out the one that would. */
async function runFile(file: string): Promise<string | null> {
  let reason: string | null = null
  await describe(file, async () => {
    try {
      await import(pathToFileURL(resolve(file)).href)
    } catch (error) {
      reason = inspect(error)
      test('is loaded', () => {
        reason = null
        throw error
      })
    }
  })
  return reason
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

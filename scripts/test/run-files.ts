import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** Where a program writes the file that it is in: a process that is killed cannot say so any more. */
export const reachedFile = (program: string): string => `${program}.reached`

/** Runs the tests of these files in this process, each file as a group of its own, whose hooks are its own. */
export async function runFiles(files: readonly string[]): Promise<void> {
  endAtOnce()
  for (const file of files) {
    writeFileSync(reachedFile(process.argv[1] ?? ''), file)
    const before = surroundings()
    await describe(file, async () => {
      try {
        await import(pathToFileURL(resolve(file)).href)
      } catch (error) {
        test('is loaded', () => {
          throw error
        })
      }
    })
    // The results of this file go out before the next one can end the process.
    await setImmediate()
    const after = surroundings()
    if (files.length === 1 || JSON.stringify(before) === JSON.stringify(after)) continue
    // The tests behind it would run in a process that they do not expect.
    test(`${file} leaves the process that it shares as it was`, () => assert.deepEqual(after, before))
  }
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

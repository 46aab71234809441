// A thread beside the tests of a process: an endless loop keeps the process itself from noticing anything.
import { appendFileSync, existsSync, readdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { childrenOf, unlessGone } from '../../test/harness/processes.ts'
import type { LeftFile } from './run-files.ts'

/** What the thread is given: where a `LeftFile` goes, and how long the process may take to answer, seconds. */
export interface SilenceWatch {
  left_file: string
  patience_seconds: number
}

/** A message to the thread: a file has begun, the last one has ended (null), or an answer to its question. */
export type ToSilenceWatch = { file: string; seconds: number } | null | 'here'

const { left_file, patience_seconds }: SilenceWatch = workerData

let timer: NodeJS.Timeout | undefined
let running: { file: string; seconds: number } | null = null

parentPort?.on('message', (message: ToSilenceWatch) => {
  clearTimeout(timer)
  if (message !== 'here') running = message
  if (running === null) return
  // A process that answers gives a file up by itself; it may take its time to end what the file has opened.
  const seconds = message === 'here' ? patience_seconds : running.seconds
  timer = setTimeout(ask, seconds * 1000)
})

function ask(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage('are you there?')
  timer = setTimeout(kill, patience_seconds * 1000)
}

function kill(): void {
  if (running === null) return
  const reason = `It was killed: its process did not answer for ${patience_seconds} seconds, as in a loop without end.`
  const left: LeftFile = { file: running.file, reason }
  appendFileSync(left_file, `${JSON.stringify(left)}\n`)
  endChildren()
  process.kill(process.pid, 'SIGKILL')
}

/** Services and engines that the file has started would outlive it; only Linux tells of them. */
function endChildren(): void {
  const threads = '/proc/self/task'
  if (!existsSync(threads)) return
  for (const thread of readdirSync(threads))
    for (const child of unlessGone(() => childrenOf(process.pid, Number(thread))) ?? [])
      unlessGone(() => process.kill(child, 'SIGTERM'))
}

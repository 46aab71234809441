import { readdirSync, readFileSync } from 'node:fs'
import { childrenOf, unlessGone } from './processes.ts'

/** Bytes that the processes which hold a DuckDB for this one have read so far, from wherever; only on Linux. */
export function bytesReadByEngines(): number {
  return engines().reduce((total, pid) => total + (unlessGone(() => bytesReadBy(pid)) ?? 0), 0)
}

/** Ends these processes as the kernel does when memory runs out. */
export function killEngines(): void {
  for (const pid of engines()) unlessGone(() => process.kill(pid, 'SIGKILL'))
}

function engines(): number[] {
  const threads = readdirSync('/proc/self/task').map(Number)
  const children = threads.flatMap((thread) => unlessGone(() => childrenOf(process.pid, thread)) ?? [])
  return children.filter((pid) => unlessGone(() => isEngine(pid)) === true)
}

const isEngine = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('duckdb/child.')

const bytesReadBy = (pid: number): number =>
  Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0)

import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { processorTime, statusFields, unlessGone } from './processes.ts'

/** The processes that read for a process (default: this one): of its children those that run the program. */
export function readers(program: string, of = process.pid): number[] {
  const listed = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return listed.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/)
    return line.includes(program) && Number(parent) === of ? [Number(pid)] : []
  })
}

/** Resolves when none of the processes is there any more; one that has ended but was not waited for (a zombie) counts as gone. */
export async function gone(pids: readonly number[]): Promise<void> {
  const isThere = (pid: number): boolean => (unlessGone(() => statusFields(pid)[0]) ?? 'Z') !== 'Z'
  while (pids.some(isThere)) await delay(5)
}

/** Resolves with a reader of the program that has used so many milliseconds of processor time since it was seen first. */
export async function working(program: string, milliseconds: number, of = process.pid): Promise<number> {
  const first = new Map<number, number>()
  for (;;) {
    for (const pid of readers(program, of)) {
      const used = unlessGone(() => processorTime(pid)) ?? 0
      first.set(pid, Math.min(first.get(pid) ?? used, used))
      if (used - (first.get(pid) ?? used) >= milliseconds) return pid
    }
    await delay(5)
  }
}

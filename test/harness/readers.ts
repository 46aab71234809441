import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** The processes that read for a process (default: this one): of its children those that run the program. */
export function readers(program: string, of = process.pid): number[] {
  const listed = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return listed.split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/)
    return line.includes(program) && Number(parent) === of ? [Number(pid)] : []
  })
}

/** Resolves when none of the processes is there any more. */
export async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => isThere(pid))) await delay(5)
}

/** Resolves with a reader of the program that has used so many milliseconds of processor time since it was seen first. */
export async function working(program: string, milliseconds: number, of = process.pid): Promise<number> {
  const first = new Map<number, number>()
  for (;;) {
    for (const pid of readers(program, of)) {
      const used = processorTime(pid)
      first.set(pid, Math.min(first.get(pid) ?? used, used))
      if (used - (first.get(pid) ?? used) >= milliseconds) return pid
    }
    await delay(5)
  }
}

/** Milliseconds of processor time that a process has used, to 10 ms; 0 for one that is gone. */
function processorTime(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** A process that has ended but was not waited for (a zombie) counts as gone. */
function isThere(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

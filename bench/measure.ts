import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'

/** What figures are worth nothing without: where and on which commit they were measured. */
export function circumstances(): object {
  return {
    measured: new Date().toISOString(),
    commit: commit(),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memory_mib: Math.round(totalmem() / 2 ** 20),
      system: `${platform()} ${release()} ${arch()}`,
      node: process.version,
    },
  }
}

function commit(): string | null {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname })
    return `${git('rev-parse', 'HEAD').trim()}${git('status', '--porcelain') === '' ? '' : ' with changes'}`
  } catch {
    return null
  }
}

/** The middle one; of an even number the upper of the two. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Milliseconds that `work` takes, and what it returns. */
export async function timed<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const start = performance.now()
  const result = await work()
  return [Math.round(performance.now() - start), result]
}

/** Resident memory of a process, MiB: now, and the most since it started. */
export function residentMemory(pid: number): { now_mib: number; peak_mib: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return { now_mib: mib('VmRSS'), peak_mib: mib('VmHWM') }
}

/** A figure beside the bar that it must not exceed. */
export const barred = (value: number, atMost: number) => ({ value, bar: atMost, holds: value <= atMost })

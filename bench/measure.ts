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

/** Milliseconds, and those of processor time that the process used meanwhile, of a piece of work done in turns with another. */
export class Laps {
  readonly ms: number[] = []
  readonly processor_ms: number[] = []
  readonly #pid: number

  constructor(pid: number) {
    this.#pid = pid
  }

  async time<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = processorTime(this.#pid)
    const [milliseconds, result] = await timed(work)
    this.ms.push(milliseconds)
    this.processor_ms.push(processorTime(this.#pid) - before)
    return result
  }

  summary(): object {
    return { median: median(this.ms), all: this.ms, processor_median: median(this.processor_ms) }
  }
}

/** The quotient of two medians, to two places. */
export function ratioOf(one: readonly number[], other: readonly number[]): number {
  return Number((median(one) / median(other)).toFixed(2))
}

/** Resident memory of a process, MiB: now, and the most since it started. */
export function residentMemory(pid: number): { now_mib: number; peak_mib: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024)
  return { now_mib: mib('VmRSS'), peak_mib: mib('VmHWM') }
}

/** Milliseconds of processor time that a process has used on all cores; to 10 ms. */
export function processorTime(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  // utime and stime, in hundredths of a second on every Linux that Node runs on.
  return hundredths(fields.slice(11, 13))
}

/**
 * The same of a process and of all that it has started, dead or alive; a database server has one for each connection.
 * Processes that end are counted once their parent has noticed.
 */
export function familyProcessorTime(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const living = children.map((child) => processorTime(Number(child)))
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return living.reduce((one, other) => one + other, processorTime(pid) + hundredths(fields.slice(13, 15)))
}

const hundredths = (fields: readonly (string | undefined)[]) =>
  fields.reduce((total, field) => total + Number(field) * 10, 0)

/** A figure beside the bar that it must not exceed. */
export const barred = (value: number, atMost: number) => ({ value, bar: atMost, holds: value <= atMost })

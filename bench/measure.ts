import { execFileSync } from 'node:child_process'
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

/** Milliseconds, and those of processor time that were used meanwhile, of a piece of work done in turns with another. */
export class Laps {
  readonly ms: number[] = []
  readonly processor_ms: number[] = []
  readonly #processorTime: () => number

  /** `processorTime`: milliseconds of processor time that the measured processes have used so far. */
  constructor(processorTime: () => number) {
    this.#processorTime = processorTime
  }

  async time<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#processorTime()
    const [milliseconds, result] = await timed(work)
    this.ms.push(milliseconds)
    this.processor_ms.push(this.#processorTime() - before)
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

/** A figure beside the bar that it must not exceed; null where it was not measured. */
export interface Barred {
  value: number | null
  bar: number
  holds: boolean | null
}

/** The figure `value` with its bar; of a figure that was not measured, null, nobody knows whether it holds. */
export const barred = (value: number | null, atMost: number): Barred => ({
  value,
  bar: atMost,
  holds: value === null ? null : value <= atMost,
})

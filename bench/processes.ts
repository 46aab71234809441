import { readFileSync } from 'node:fs'
import { childrenOf, statusFields, unlessGone } from '../test/harness/processes.ts'

export { processorTime } from '../test/harness/processes.ts'

/**
 * Milliseconds of processor time of a process and of all that it has started, and those in turn, dead or alive. A database server has one for
 * each connection, the service one for each session of an engine; the database server of a service is left out.
 * Processes that end are counted once their parent has noticed.
 */
export function familyProcessorTime(pid: number): number {
  // cutime and cstime, of those that have ended, are after utime and stime.
  const ofOneFamily = (member: number) => hundredths(statusFields(member).slice(11, 15))
  return countedOf(pid).reduce(
    (total, child) => total + (unlessGone(() => familyProcessorTime(child)) ?? 0),
    ofOneFamily(pid),
  )
}

/** Milliseconds of processor time that those processes have used which this one has started and which have ended. */
export const endedProcessorTime = (): number => hundredths(statusFields(process.pid).slice(13, 15))

/** Memory of a process and of all that it has started, its database server left out, MiB; pages that several share count once. */
export function familyMemory(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024
  return countedOf(pid).reduce((total, child) => total + (unlessGone(() => familyMemory(child)) ?? 0), own)
}

const watchMs = 250

/** Looks at the memory of a family four times a second, from now until `stop`. */
export class FamilyMemory {
  readonly #pid: number
  readonly #timer: NodeJS.Timeout
  #most = 0

  constructor(pid: number) {
    this.#pid = pid
    // Where it breaks down, the work that is measured says so.
    this.#timer = setInterval(() => unlessGone(() => this.now()), watchMs)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  /** MiB at this moment. */
  now(): number {
    const memory = Math.round(familyMemory(this.#pid))
    this.#most = Math.max(this.#most, memory)
    return memory
  }

  /** The most that was seen, MiB. */
  stop(): number {
    clearInterval(this.#timer)
    return this.#most
  }
}

/** Those that a process has started and that run; of a service without its database server. */
function countedOf(pid: number): number[] {
  const children = childrenOf(pid)
  if (isServer(pid)) return children
  return children.filter((child) => unlessGone(() => isServer(child)) === false)
}

const isServer = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'

/** In hundredths of a second on every Linux that Node runs on. */
const hundredths = (fields: readonly string[]) =>
  fields.reduce((total, field) => total + Number(field) * 10, 0)

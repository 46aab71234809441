import { readFileSync } from 'node:fs'

/** Milliseconds of processor time that a process itself has used on all cores; to 10 ms. */
export function processorTime(pid: number): number {
  // utime and stime.
  return hundredths(statusFields(pid).slice(11, 13))
}

/**
 * The same of a process and of all that it has started, and those in turn, dead or alive. A database server has one for
 * each connection, the service one for each session of an engine; the database server of a service is left out.
 * Processes that end are counted once their parent has noticed.
 */
export function familyProcessorTime(pid: number): number {
  // cutime and cstime, of those that have ended, are after utime and stime.
  const ofOneFamily = (member: number) => hundredths(statusFields(member).slice(11, 15))
  return childrenOf(pid).reduce(
    (total, child) => total + unlessGone(() => familyProcessorTime(child)),
    ofOneFamily(pid),
  )
}

/** Milliseconds of processor time that those processes have used which this one has started and which have ended. */
export const endedProcessorTime = (): number => hundredths(statusFields(process.pid).slice(13, 15))

/** Memory of a process and of all that it has started, its database server left out, MiB; pages that several share count once. */
export function familyMemory(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024
  return childrenOf(pid).reduce((total, child) => total + unlessGone(() => familyMemory(child)), own)
}

const watchMs = 250

/** Looks at the memory of a family four times a second, from now until `stop`. */
export class FamilyMemory {
  readonly #pid: number
  readonly #timer: NodeJS.Timeout
  #most = 0

  constructor(pid: number) {
    this.#pid = pid
    this.#timer = setInterval(() => this.now(), watchMs)
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

/** Those that run; of a service without its database server. */
function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  if (isServer(pid)) return listed
  return listed.filter((child) => unlessGone(() => (isServer(child) ? 0 : 1)) === 1)
}

const isServer = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'

/** 0 of a process that has ended since it was listed. */
function unlessGone(look: () => number): number {
  try {
    return look()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return 0
    throw error
  }
}

/** What stands behind the name of the process, which may hold blanks, in its status. */
function statusFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(') ') + 2).split(' ')
}

/** In hundredths of a second on every Linux that Node runs on. */
const hundredths = (fields: readonly string[]) =>
  fields.reduce((total, field) => total + Number(field) * 10, 0)

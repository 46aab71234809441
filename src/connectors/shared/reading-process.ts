import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compiledFolder } from '../../kernel/compiled-code.ts'
import { messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import { StatementFatal } from '../connector.ts'

/** A program for a process of its own: the file of its module, and all of its environment. */
export interface ReadingProgram {
  file: URL
  environment: Record<string, string>
}

/** Memory that a reading process may take besides what its engine counts: Node, and what engines allocate uncounted, MiB. */
const allowanceMb = 512
/**
 * Beyond the bound, for what is allocated between two looks, MiB. The kernel counts address space, of which Node reserves
 * 600 MiB at its start and allocators keep about 2 GiB that they gave back long ago: less than this refuses memory to
 * statements that need little.
 */
const headroomMb = 4096
const lookMs = 20

/** The early end of a process; its message is a sentence about the statement that it worked at. */
export class ProcessEnded extends Error {
  /** `statement` when what it was asked is to blame, `outside` when something else ended it. */
  readonly cause_of_end: 'statement' | 'outside'

  constructor(message: string, cause_of_end: ProcessEnded['cause_of_end']) {
    super(message)
    this.name = 'ProcessEnded'
    this.cause_of_end = cause_of_end
  }
}

/** The end of a process as the failure of the statement that it was asked; any other error as it is. */
export function endedOver(error: unknown): unknown {
  if (!(error instanceof ProcessEnded)) return error
  return error.cause_of_end === 'statement'
    ? new StatementFatal(error.message)
    : new RunFailure(error.message, { cause: error, retryable: true })
}

/** The same of a process in which a source was to be opened: another try may succeed where the source is not to blame. */
export function endedOpening(error: unknown): unknown {
  if (!(error instanceof ProcessEnded) || error.cause_of_end === 'statement') return error
  return new ServiceError('connection_failed', error.message, { cause: error, retryable: true })
}

/**
 * A child process that answers one request at a time and can be killed whatever it does. While it works, its memory is read
 * at intervals; the kernel's own limit covers allocations between two readings. It does not see this process's environment,
 * and ends with this process.
 */
export class ReadingProcess<Question extends object, Answer> {
  readonly #child: ChildProcess
  readonly #boundMb: number
  #seenMb = 0
  #isOverBound = false
  /** What the system said of the child first: of one that has no number, why it was not started. */
  #fault: Error | null = null

  /** `memory_mb`: the memory limit of the engine in it. */
  constructor(program: ReadingProgram, memory_mb: number) {
    this.#boundMb = memory_mb + allowanceMb
    this.#child = start(program, this.#boundMb + headroomMb)
    // Without a listener a machine that has no room for one more process would end this one.
    this.#child.on('error', (error) => (this.#fault ??= error))
  }

  get isAlive(): boolean {
    return this.#child.connected && !this.#isGone
  }

  get #isGone(): boolean {
    const { pid, exitCode, signalCode } = this.#child
    return pid === undefined || exitCode !== null || signalCode !== null
  }

  /** Throws ProcessEnded when the process ends instead of answering. */
  async ask(question: Question): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const ended = (): void => reject(this.#whyEnded())
    if (!this.isAlive) {
      // Why it was not started is told a moment later.
      await setImmediate()
      throw this.#whyEnded()
    }
    const watch = setInterval(() => this.#look(), lookMs)
    this.#child.once('message', resolve as (answer: unknown) => void)
    this.#child.once('exit', ended)
    // The end of the process follows an error, and says more.
    this.#child.send(question, () => undefined)
    try {
      return await promise
    } finally {
      clearInterval(watch)
      this.#child.off('message', resolve as (answer: unknown) => void)
      this.#child.off('exit', ended)
    }
  }

  /** Sends what has no answer. */
  tell(message: Question): void {
    if (this.isAlive) this.#child.send(message, () => undefined)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Lets it end by itself, and kills it when it does not. */
  async end(patienceMs: number): Promise<void> {
    if (this.#isGone) return
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    const timer = setTimeout(() => this.kill(), patienceMs)
    if (this.#child.connected) this.#child.disconnect()
    await gone
    clearTimeout(timer)
  }

  /** True when this process waits for it before it ends. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#child.ref()
    else this.#child.unref()
    if (isHeld) this.#child.channel?.ref()
    else this.#child.channel?.unref()
  }

  /** Resident memory of its own, MiB; 0 where the system does not tell. */
  memory(): number {
    return this.#memoryMb('RssAnon')
  }

  /** True when so much address space is taken that the kernel's limit may come soon, whatever is resident. */
  get isWornOut(): boolean {
    return this.#memoryMb('VmData') > (this.#boundMb + headroomMb) / 2
  }

  #memoryMb(figure: 'RssAnon' | 'VmData'): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'latin1')
      return Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  }

  #look(): void {
    this.#seenMb = this.memory()
    if (this.#seenMb <= this.#boundMb) return
    this.#isOverBound = true
    this.kill()
  }

  #whyEnded(): ProcessEnded {
    const { pid, signalCode, exitCode } = this.#child
    if (pid === undefined)
      return new ProcessEnded(
        `The process that reads the source could not be started: ${messageOf(this.#fault)}.`,
        'outside',
      )
    // The kernel ends the greatest first when memory runs out.
    const isOutOfMemory = this.#isOverBound || (signalCode === 'SIGKILL' && this.#seenMb > this.#boundMb / 2)
    if (isOutOfMemory) {
      return new ProcessEnded(
        `It took more than ${this.#boundMb} MiB of memory, so the process that evaluated it was ended.`,
        'statement',
      )
    }
    const brokeDown = signalCode === null ? exitCode !== null && exitCode !== 0 : faults.has(signalCode)
    return brokeDown
      ? new ProcessEnded(`The process that evaluated it broke down (${signalCode ?? exitCode}).`, 'statement')
      : new ProcessEnded('The process that reads the source ended unexpectedly.', 'outside')
  }
}

/** Signals that a process raises itself, by what it does. */
const faults: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGSYS',
])

/**
 * Where there is a shell, it sets what Node cannot: the kernel's limit, whom the kernel ends first when memory runs out,
 * and that nobody's data is left in a core file.
 */
const shell = '/bin/sh'
const bounded = `{ echo 1000 > /proc/$$/oom_score_adj; ulimit -c 0; ulimit -d "$LIMIT_KB"; } 2> /dev/null; unset LIMIT_KB; exec "$0" "$@"`

function start({ file, environment }: ReadingProgram, limitMb: number): ChildProcess {
  const given = ['--no-warnings', fileURLToPath(file)]
  const options: SpawnOptions = {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Nothing of this process's environment: it may hold secrets.
    env: { ...environment, NODE_COMPILE_CACHE: compiledFolder },
  }
  if (!existsSync(shell)) return spawn(process.execPath, given, options)
  return spawn(shell, ['-c', bounded, process.execPath, ...given], {
    ...options,
    env: { ...options.env, LIMIT_KB: String(limitMb * 1024) },
  })
}

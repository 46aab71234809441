import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Side } from './contest.ts'
import { familyProcessorTime } from './processes.ts'

/** Each has the variable that names a Python with its packages, and the program of `peers` that this Python runs. */
const tools = {
  deequ: { variable: 'ASSAY_BENCH_DEEQU', program: 'constraints_of_deequ.py' },
  soda: { variable: 'ASSAY_BENCH_SODA', program: 'contracts_of_soda.py' },
  dbt: { variable: 'ASSAY_BENCH_DBT', program: 'tests_of_dbt.py' },
} as const

/** A tool of another maker, by its name in the figures. */
export type Tool = keyof typeof tools

/** Why a peer has no figures, in place of them. */
export interface Absent {
  absent: string
}

/** Those that are there, and those that are not. */
export interface Peers {
  present: Partial<Record<Tool, Side>>
  absent: Partial<Record<Tool, Absent>>
}

/**
 * Starts the peers of which a Python is named, does the work, and ends them. `setups`: what each program takes on its
 * first line. `expected`: the failing rows of every check in the order of the setup; null where the program cannot
 * count them. Each verifies once at first, which warms it up; an answer that differs ends the benchmark.
 */
export async function withPeers<Result>(
  setups: Partial<Record<Tool, object>>,
  expected: readonly (number | null)[],
  work: (peers: Peers) => Promise<Result>,
): Promise<Result> {
  const peers: Peers = { present: {}, absent: {} }
  await using running = new AsyncDisposableStack()
  for (const tool of ['deequ', 'soda', 'dbt'] as const) {
    const setup = setups[tool]
    if (setup === undefined) continue
    const { variable, program } = tools[tool]
    const python = process.env[variable]
    if (!python) {
      peers.absent[tool] = { absent: `${variable} names no Python that has its packages` }
      continue
    }
    const peer = running.use(new Peer(python, program, setup))
    const run = async () => assert.deepEqual(await peer.verified(), expected, `${tool} counts the same`)
    await run()
    peers.present[tool] = { run, processorTime: peer.processorTime }
  }
  return await work(peers)
}

/** A program that verifies all checks once for each line that it reads. */
class Peer {
  readonly #child: ChildProcess
  readonly #program: string
  readonly #answers: AsyncIterator<string>
  readonly #closed: Promise<unknown>
  #told = ''

  constructor(python: string, program: string, setup: object) {
    this.#program = program
    const child = spawn(python, [join(import.meta.dirname, 'peers', program)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#closed = once(child, 'close')
    // The end is enough to see why a program ended.
    child.stderr.on('data', (part: Buffer) => (this.#told = (this.#told + part).slice(-4000)))
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    this.#send(setup)
  }

  readonly processorTime = (): number => familyProcessorTime(this.#child.pid ?? 0)

  async verified(): Promise<(number | null)[]> {
    this.#send({})
    const answer = await this.#answers.next()
    // What it says of its end is whole once it is closed.
    if (answer.done) await this.#closed
    assert.ok(!answer.done, `${this.#program} ended: ${this.#told}`)
    return JSON.parse(answer.value)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end()
    await this.#closed
  }

  #send(line: object): void {
    this.#child.stdin?.write(`${JSON.stringify(line)}\n`)
  }
}

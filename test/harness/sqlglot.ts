import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const python = process.env['ASSAY_TEST_SQLGLOT_PYTHON']

/** Why nothing is translated; false when it is. */
export const sqlglotAbsence: string | false = python
  ? false
  : 'ASSAY_TEST_SQLGLOT_PYTHON names no Python with sqlglot; `npm run engines -- sqlglot` installs one and runs this'

/** What became of a statement: its SQL for DuckDB with the names of functions that the translator does not know, or why it was not read. */
export type Translation = { sql: string; unknown: string[] } | { error: string }

/** By name, or in the order of their places. */
export type ParameterValues = Readonly<Record<string, string>> | readonly string[]

/** A process that reads SQL by grammars that others wrote. */
export class Sqlglot {
  readonly #child: ChildProcess
  readonly #lines: Interface
  readonly #waiting: PromiseWithResolvers<string>[] = []

  constructor() {
    const front = fileURLToPath(new URL('sqlglot-front.py', import.meta.url))
    this.#child = spawn(python ?? 'python3', [front], { stdio: ['pipe', 'pipe', 'inherit'] })
    if (!this.#child.stdout) throw new Error('The translator has no output.')
    this.#lines = createInterface({ input: this.#child.stdout })
    this.#lines.on('line', (line) => this.#waiting.shift()?.resolve(line))
    this.#child.on('close', (status) => {
      for (const one of this.#waiting.splice(0)) one.reject(new Error(`The translator ended with ${status}.`))
    })
  }

  /** `values` stand for the parameters by name, or by their order where these have none. */
  async translate(sql: string, dialect: string, values: ParameterValues = {}): Promise<Translation> {
    const answer = Promise.withResolvers<string>()
    this.#waiting.push(answer)
    this.#child.stdin?.write(`${JSON.stringify({ sql, dialect, values })}\n`)
    return JSON.parse(await answer.promise) as Translation
  }

  close(): void {
    this.#lines.close()
    this.#child.kill()
  }
}

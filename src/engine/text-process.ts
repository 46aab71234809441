import { StatementRefused, type SessionBounds } from '../connectors/connector.ts'
import { endedOver, ReadingProcess } from '../connectors/shared/reading-process.ts'
import { StatementWatch } from '../connectors/shared/statement-watch.ts'
import { programFile } from '../kernel/own-files.ts'
import type { TextRule } from '../rules/rule.ts'
import type { PreparedCheck } from './check.ts'
import type { TextAnswer, TextQuestion } from './text-messages.ts'

const program = { file: programFile('engine/text-child'), environment: {} }

/** Judges texts for one check in a process of its own, which may take the time of a statement for all of them together. */
export class TextProcess {
  readonly #child: ReadingProcess<TextQuestion, TextAnswer>
  readonly #watch: StatementWatch

  private constructor(bounds: Omit<SessionBounds, 'allowed_paths'>) {
    const child = new ReadingProcess<TextQuestion, TextAnswer>(program, bounds.memory_mb)
    this.#child = child
    this.#watch = new StatementWatch(
      { signal: bounds.signal, seconds: bounds.statement_timeout_seconds },
      () => child.kill(),
    )
  }

  /** The rule, its properties and its field are all that goes there. Throws Aborted, or StatementRefused when the rule cannot be opened. */
  static async open(
    { rule, input }: PreparedCheck<TextRule>,
    bounds: Omit<SessionBounds, 'allowed_paths'>,
  ): Promise<TextProcess> {
    const opened = new TextProcess(bounds)
    const { fields, properties, container, now } = input
    try {
      await opened.#ask({
        kind: 'open',
        rule_type: rule.type,
        fields: [...fields],
        properties,
        container,
        now,
      })
      return opened
    } catch (error) {
      opened.close()
      throw error
    }
  }

  /** One answer per text, true when it passes. Throws Aborted, StatementRefused or RunFailure; then the process is of no more use. */
  async judge(texts: readonly string[]): Promise<boolean[]> {
    const answer = await this.#ask({ kind: 'judge', texts })
    if (answer.kind !== 'judged') throw new Error('The judging process answered without verdicts.')
    return answer.passes
  }

  close(): void {
    this.#child.kill()
  }

  async #ask(question: TextQuestion): Promise<TextAnswer> {
    try {
      const answer = await this.#watch.during(() => this.#child.ask(question))
      if (answer.kind === 'error') throw new StatementRefused(answer.message)
      return answer
    } catch (error) {
      throw endedOver(error)
    }
  }
}

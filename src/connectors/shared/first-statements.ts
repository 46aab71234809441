import type { Statement } from '../../sql/print.ts'

/** What is asked of a table, by which two questions are told apart. */
export type Question = Pick<Statement, 'sql' | 'parameters'>

/** As it is remembered of a table. */
export interface FirstStatement extends Question {
  /** The stamp of the rows that it was asked of; null where they had none. */
  stamp: string | null
}

/** The length of all that is remembered, characters; beyond it, what was asked longest ago is forgotten. Some twenty thousand tables with five checks each. */
const mostInAll = 16_000_000
/** Longer statements are not remembered, characters. */
const mostCharacters = 4000
/** What took longer gains nothing by going along with something else, and would cost too much in vain, milliseconds. */
const mostMs = 50

/**
 * What each table was asked first the last time: mostly it is asked the same again, by the next scan with the same checks. Of one
 * process, and of statements alone: what came of them is not kept.
 */
export class FirstStatements {
  readonly #byTable = new Map<string, FirstStatement>()
  readonly #most: number
  /** Of all that is remembered. */
  #characters = 0

  /** `most` is the length of all that is remembered, characters. */
  constructor(most = mostInAll) {
    this.#most = most
  }

  /** Null where none is known. */
  of(table: string): FirstStatement | null {
    return this.#byTable.get(table) ?? null
  }

  /** Remembers a statement that took so long, unless a person wrote some of it; see FirstStatement for `stamp`. */
  note(
    table: string,
    { sql, parameters, written = [], matches_own_pattern = false }: Statement,
    ms: number,
    stamp: string | null = null,
  ): void {
    this.forget(table)
    const isOwn = written.length === 0 && !matches_own_pattern
    if (!isOwn || ms > mostMs || sql.length > mostCharacters) return
    const question = { sql, parameters, stamp }
    this.#byTable.set(table, question)
    this.#characters += lengthOf(table, question)
    for (const oldest of this.#byTable.keys()) {
      if (this.#characters <= this.#most) return
      this.forget(oldest)
    }
  }

  forget(table: string): void {
    const question = this.#byTable.get(table)
    if (question === undefined) return
    this.#byTable.delete(table)
    this.#characters -= lengthOf(table, question)
  }
}

const lengthOf = (table: string, { sql, parameters }: Question): number =>
  parameters.reduce((sum, parameter) => sum + (parameter?.length ?? 0), table.length + sql.length)

/** True when both ask the same. */
export const asksTheSame = (one: Question, other: Question): boolean =>
  one.sql === other.sql &&
  one.parameters.length === other.parameters.length &&
  one.parameters.every((parameter, index) => parameter === other.parameters[index])

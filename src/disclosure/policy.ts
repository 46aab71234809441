/** Names of fields whose values a reader must not see. Whoever shows values needs one, and only this room makes one. */
export class Policy {
  readonly #hidden: ReadonlySet<string>

  constructor(hidden: Iterable<string>) {
    this.#hidden = new Set(hidden)
  }

  hides(field: string): boolean {
    return this.#hidden.has(field)
  }

  get hidesNothing(): boolean {
    return this.#hidden.size === 0
  }

  hidden(): ReadonlySet<string> {
    return this.#hidden
  }

  /** The fields that were masked after somebody had read that `known` are. */
  since(known: ReadonlySet<string>): string[] {
    return [...this.#hidden].filter((name) => !known.has(name))
  }
}

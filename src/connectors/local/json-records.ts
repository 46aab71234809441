/** The path leads to no array of the document. */
export class NoRecords extends Error {}

interface Level {
  isArray: boolean
  /** The member whose value comes next; null in arrays and before a name. */
  key: string | null
}

/**
 * Takes the elements of one array out of a JSON document that comes in chunks, a line for each, without keeping more than
 * a name of it. The rest of the document is passed over; whether the elements are sound is for their reader to say.
 */
export class JsonRecords {
  readonly #path: readonly string[]
  readonly #levels: Level[] = []
  #isText = false
  #isEscaped = false
  #word = ''
  /** The number of levels outside the array that is wanted; null while it has not begun. */
  #depth: number | null = null
  #isFound = false

  constructor(path: readonly string[]) {
    this.#path = path
  }

  /** The part of the records that this chunk holds. */
  take(chunk: string): string {
    let text = ''
    for (const character of chunk) text += this.#next(character)
    return text
  }

  /** The text that ends the last record. Throws NoRecords when there was no such array. */
  rest(): string {
    if (!this.#isFound) throw new NoRecords()
    return '\n'
  }

  #next(character: string): string {
    if (this.#isText) return this.#inText(character)
    if (character === '"') {
      this.#isText = true
      this.#word = ''
      return this.#shown(character)
    }
    if (character === '{' || character === '[') return this.#open(character)
    if (character === '}' || character === ']') return this.#close(character)
    const level = this.#levels.at(-1)
    if (character === ':' && level) level.key = this.#word
    if (character === ',' && this.#depth === this.#levels.length) return '\n'
    if (character === '\n' || character === '\r') return this.#shown(' ')
    return this.#shown(character)
  }

  #inText(character: string): string {
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#isText = false
    if (this.#isText && this.#depth === null && this.#word.length < 1000) this.#word += character
    return this.#shown(character)
  }

  #open(character: string): string {
    const isWanted = character === '[' && this.#depth === null && !this.#isFound && this.#isHere()
    const shown = this.#shown(character)
    this.#levels.push({ isArray: character === '[', key: null })
    if (isWanted) {
      this.#depth = this.#levels.length
      this.#isFound = true
    }
    return shown
  }

  #close(character: string): string {
    if (this.#depth === this.#levels.length) {
      this.#depth = null
      this.#levels.pop()
      return ''
    }
    this.#levels.pop()
    return this.#shown(character)
  }

  #isHere(): boolean {
    return (
      this.#levels.length === this.#path.length &&
      this.#levels.every(({ isArray, key }, index) => !isArray && key === this.#path[index])
    )
  }

  #shown(character: string): string {
    return this.#depth === null ? '' : character
  }
}

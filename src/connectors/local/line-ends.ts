import type { TextLayout } from './separated-text.ts'

/**
 * Gives every row of a text that comes in chunks the line end of the first one; what is quoted stays as it is. The engine
 * refuses a file whose lines end in several ways. Characters may be bytes as well: only those of the layout matter.
 */
export class LineEnds {
  readonly #layout: Pick<TextLayout, 'delimiter' | 'quote' | 'escape' | 'lineEnd'>
  /** The number, from 1, of the first line that ended in another way; null while none did. */
  other: number | null = null
  #line = 1
  #isQuoted = false
  #isCellStart = true
  #isEscaped = false
  #isReturn = false

  constructor(layout: Pick<TextLayout, 'delimiter' | 'quote' | 'escape' | 'lineEnd'>) {
    this.#layout = layout
  }

  /** The next chunk, changed; a carriage return at its end is kept back for the next. */
  take(chunk: string): string {
    let text = ''
    for (const character of chunk) text += this.#next(character)
    return text
  }

  /** The rest that was kept back, at the end of the text. */
  rest(): string {
    return this.#isReturn ? this.#end('\r') : ''
  }

  #next(character: string): string {
    if (this.#isReturn) {
      const before = this.#end(character === '\n' ? '\r\n' : '\r')
      return character === '\n' ? before : before + this.#next(character)
    }
    if (this.#isQuoted) return this.#inside(character)
    if (character === '\r') {
      this.#isReturn = true
      return ''
    }
    if (character === '\n') return this.#end('\n')
    const { quote, delimiter } = this.#layout
    if (this.#isCellStart && character === quote) this.#isQuoted = true
    // The last byte of a separator of several bytes.
    this.#isCellStart = character === delimiter.at(-1)
    return character
  }

  #inside(character: string): string {
    const { quote, escape } = this.#layout
    if (character === '\n') this.#line += 1
    if (this.#isEscaped) this.#isEscaped = false
    else if (escape !== quote && character === escape) this.#isEscaped = true
    else if (character === quote) {
      this.#isQuoted = false
      // A doubled quote goes on with the same cell.
      this.#isCellStart = escape === quote
    }
    return character
  }

  #end(found: '\n' | '\r\n' | '\r'): string {
    const { lineEnd } = this.#layout
    if (found !== lineEnd) this.other ??= this.#line
    this.#isReturn = false
    this.#isCellStart = true
    this.#line += 1
    return lineEnd ?? found
  }
}

/** Empties the first lines of a text and leaves their ends, so that the numbers of the others stay. */
export class EmptiedLines {
  #left: number
  #isReturn = false

  constructor(lines: number) {
    this.#left = lines
  }

  take(chunk: string): string {
    let text = ''
    for (const [index, character] of [...chunk].entries()) {
      // A line feed after a carriage return belongs to the same line.
      if (this.#isReturn && character !== '\n') this.#left -= 1
      this.#isReturn = this.#left > 0 && character === '\r'
      if (this.#left <= 0) return text + [...chunk].slice(index).join('')
      if (character === '\n') this.#left -= 1
      if (character === '\n' || character === '\r') text += character
    }
    return text
  }

  rest(): string {
    return ''
  }
}

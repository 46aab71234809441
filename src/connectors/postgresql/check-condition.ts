/** A fact that a CHECK constraint holds of every value of its column that is not NULL, or that none is NULL. */
export type Fact =
  | { says: 'present' }
  | { says: 'compares'; operator: string; value: string; type: string }
  | { says: 'among'; texts: string[] }

type Node =
  | { is: 'column' }
  | { is: 'value'; text: string; type: string; digits: boolean }
  | { is: 'list'; texts: string[] }
  | { is: 'missing' }
  | { is: 'facts'; facts: Fact[] }

/** A condition that is not read here, so that nothing follows from it. */
class Unread extends Error {}

const tokens =
  /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|\p{L}[\p{L}\p{N}_$]*|_[\p{L}\p{N}_$]*|\d+(?:\.\d+)?|::|<=|>=|<>|[<>=()[\],-]/uy

const mirrored: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=', '<>': '<>' }

/** The types that a constant may be cast to without another value coming of it, where it has the form. */
const unharmed: Record<string, RegExp> = {
  smallint: /^-?\d+$/,
  integer: /^-?\d+$/,
  bigint: /^-?\d+$/,
  numeric: /^-?\d+(?:\.\d+)?$/,
}

/** The types whose texts are cast into each other as they are. */
const textual = new Set(['text', 'character varying'])

/**
 * The facts that follow from a CHECK constraint on one column, as PostgreSQL writes it, with a parenthesis around everything. A
 * constraint holds where it is TRUE or NULL. No facts follow from what is not known here. `column` is its name as PostgreSQL quotes it.
 */
export function factsOf(condition: string, column: string): Fact[] {
  try {
    return new Reader(condition, column).read()
  } catch (error) {
    if (error instanceof Unread) return []
    throw error
  }
}

class Reader {
  readonly #column: string
  readonly #tokens: string[] = []
  #at = 0

  constructor(text: string, column: string) {
    this.#column = column
    for (let at = 0; at < text.length; at = tokens.lastIndex) {
      tokens.lastIndex = at
      const [token] = tokens.exec(text) ?? []
      if (token === undefined) throw new Unread()
      if (token.trim() !== '') this.#tokens.push(token)
    }
  }

  read(): Fact[] {
    const node = this.#alternatives()
    if (this.#at < this.#tokens.length || node.is !== 'facts') throw new Unread()
    return node.facts
  }

  /** `x is null or ...` says of the values that are not NULL what the rest says. */
  #alternatives(): Node {
    const nodes = [this.#together()]
    while (this.#takes('OR')) nodes.push(this.#together())
    const others = nodes.filter(({ is }) => is !== 'missing')
    const [only] = others
    if (nodes.length === 1 && nodes[0]) return nodes[0]
    if (others.length !== 1 || only?.is !== 'facts') throw new Unread()
    return { is: 'facts', facts: only.facts.filter(({ says }) => says !== 'present') }
  }

  #together(): Node {
    const first = this.#condition()
    if (this.#tokens[this.#at] !== 'AND') return first
    const nodes = [first]
    while (this.#takes('AND')) nodes.push(this.#condition())
    // A condition that says nothing here takes nothing from the others, but what is not read cannot be skipped either.
    return { is: 'facts', facts: nodes.flatMap((node) => (node.is === 'facts' ? node.facts : refuse())) }
  }

  #condition(): Node {
    const left = this.#operand()
    if (this.#takes('IS')) {
      if (left.is !== 'column') throw new Unread()
      const isNegated = this.#takes('NOT')
      this.#expect('NULL')
      return isNegated ? { is: 'facts', facts: [{ says: 'present' }] } : { is: 'missing' }
    }
    const operator = this.#tokens[this.#at] ?? ''
    if (!(operator in mirrored)) return left
    this.#at += 1
    return {
      is: 'facts',
      facts: [comparison(left, operator, this.#takes('ANY') ? this.#any() : this.#operand())],
    }
  }

  #any(): Node {
    this.#expect('(')
    const list = this.#operand()
    this.#expect(')')
    return list.is === 'list' ? list : refuse()
  }

  /** What stands between operators, with its casts. */
  #operand(): Node {
    let node = this.#primary()
    while (this.#takes('::')) node = cast(node, this.#type())
    return node
  }

  #primary(): Node {
    const token = this.#tokens[this.#at] ?? refuse()
    this.#at += 1
    if (token === '(') {
      const inner = this.#alternatives()
      this.#expect(')')
      return inner
    }
    if (token === 'ARRAY') return this.#array()
    if (token === '-') {
      const digits = this.#tokens[this.#at] ?? ''
      this.#at += 1
      return /^\d/.test(digits) ? { is: 'value', text: `-${digits}`, type: '', digits: true } : refuse()
    }
    if (/^\d/.test(token)) return { is: 'value', text: token, type: '', digits: true }
    if (token.startsWith("'"))
      return { is: 'value', text: token.slice(1, -1).replaceAll("''", "'"), type: '', digits: false }
    return token === this.#column ? { is: 'column' } : refuse()
  }

  #array(): Node {
    this.#expect('[')
    const texts: string[] = []
    do {
      const value = this.#operand()
      if (value.is !== 'value' || !textual.has(value.type)) throw new Unread()
      texts.push(value.text)
    } while (this.#takes(','))
    this.#expect(']')
    return { is: 'list', texts }
  }

  /** The words of a type; one with a length or a scale may change a value. */
  #type(): string {
    const words: string[] = []
    while (/^\p{Ll}/u.test(this.#tokens[this.#at] ?? '')) {
      words.push(this.#tokens[this.#at] ?? '')
      this.#at += 1
    }
    const isArray = this.#takes('[')
    if (isArray) this.#expect(']')
    return `${words.join(' ')}${isArray ? '[]' : ''}`
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }

  #expect(token: string): void {
    if (!this.#takes(token)) throw new Unread()
  }
}

function refuse(): never {
  throw new Unread()
}

function cast(node: Node, type: string): Node {
  if (node.is === 'value') {
    const isText = !node.digits && node.type === ''
    const keeps =
      unharmed[type]?.test(node.text) === true || isText || (textual.has(node.type) && textual.has(type))
    return keeps ? { ...node, type } : refuse()
  }
  if (node.is === 'list') return [...textual].some((one) => `${one}[]` === type) ? node : refuse()
  // Only a text column is shown with a cast that changes none of its values; for others the fact would not fit its type.
  return node.is === 'column' && type === 'text' ? node : refuse()
}

function comparison(left: Node, operator: string, right: Node): Fact {
  if (left.is === 'value' && right.is === 'column')
    return comparison(right, mirrored[operator] ?? refuse(), left)
  if (left.is !== 'column') throw new Unread()
  if (right.is === 'list') return operator === '=' ? { says: 'among', texts: right.texts } : refuse()
  if (right.is !== 'value') throw new Unread()
  const type = right.type === '' && right.digits ? 'numeric' : right.type
  return { says: 'compares', operator, value: right.text, type }
}

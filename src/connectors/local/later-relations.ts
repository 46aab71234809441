import { duckdbText } from '../duckdb/types.ts'

/** A relation whose SQL can be told only when the beginnings of its files have been brought. */
interface Later {
  /** Brings them, and tells the SQL. */
  make(): Promise<string>
  /** Several statements will read it. */
  isWanted: boolean
  /** Null until it is made. */
  sql: string | null
}

/** What came in the place of a relation, and whether several statements will read it. */
interface Made {
  sql: string
  isWanted: boolean
}

/**
 * Relations over files of which nothing has been brought yet. Each is a name in statements, in the place of which the SQL is put when a
 * statement is run: so whoever makes a statement need not wait, and only the files that are read are brought.
 */
export class LaterRelations {
  readonly #named = new Map<string, Later>()
  readonly #nameOf = new Map<string, string>()

  /** The name of the relation over these files of a container; `key` tells apart how they are read. */
  add(container: string, files: number, key: string, make: () => Promise<string>): string {
    const known = this.#nameOf.get(key)
    if (known !== undefined) return known
    const name = `files_of(${duckdbText(container)}, ${files}) as rows_${this.#named.size + 1}_of`
    this.#named.set(name, { make, isWanted: false, sql: null })
    this.#nameOf.set(key, name)
    return name
  }

  /** Several statements will read the relation; one of another kind is left alone. */
  want(name: string): void {
    const later = this.#named.get(name)
    if (later) later.isWanted = true
  }

  /** The SQL of a relation by its name; null while it is not made, and for one of another kind. */
  madeOf(name: string): string | null {
    return this.#named.get(name)?.sql ?? null
  }

  /** The statement with the SQL of what it reads; `onMade` hears of each relation that was made for it. */
  async resolve(statement: string, onMade: (made: Made) => void): Promise<string> {
    let sql = statement
    for (const [name, later] of this.#named) {
      if (!sql.includes(name)) continue
      if (later.sql === null) {
        later.sql = await later.make()
        onMade({ sql: later.sql, isWanted: later.isWanted })
      }
      sql = sql.replaceAll(name, () => later.sql ?? name)
    }
    return sql
  }

  /** Forgets all: what they would be made of is not held any more. */
  clear(): void {
    this.#named.clear()
    this.#nameOf.clear()
  }
}

import { csv } from './working-app.ts'

/** A row of the table of random histories: a negative `price` and a missing `name` fail. */
export interface RandomRow {
  id: number
  price: number
  name: string
  loaded: number
}

/** The checks that it fails: the model of what a scan must find. */
export function failures(row: RandomRow): string[] {
  return [...(row.price < 0 ? ['price'] : []), ...(row.name === '' ? ['name'] : [])]
}

/** Rows that come, go, are mended and break, and a column that comes and goes. */
export class RandomTable {
  rows: RandomRow[] = []
  hasExtra = false
  /** True when rows have a key: without one, a row whose values change is another row. */
  readonly #isKeyed: boolean
  readonly #random: () => number
  #made = 0
  #loads = 0

  constructor(isKeyed: boolean, random: () => number) {
    this.#isKeyed = isKeyed
    this.#random = random
    for (let count = 0; count < 12; count++) this.rows.push(this.#row(++this.#made))
  }

  /** One random change, or several. */
  change(): void {
    const pick = this.#random()
    if (pick < 0.2) this.hasExtra = !this.hasExtra
    else if (pick < 0.3) this.rows.reverse()
    else if (pick < 0.4) this.rows.push(this.#row(++this.#made))
    else if (pick < 0.5) this.rows.splice(Math.floor(this.#random() * this.rows.length), 1)
    else
      this.rows = this.rows.map((row) =>
        this.#random() < 0.3 ? this.#row(this.#isKeyed ? row.id : ++this.#made) : row,
      )
    if (!this.#isKeyed) return
    this.#loads += 1
    for (const row of this.rows) row.loaded = this.#loads
  }

  text(): string {
    const header = ['id', 'price', 'name', 'loaded', ...(this.hasExtra ? ['extra'] : [])]
    const cells = this.rows.map(({ id, price, name, loaded }) => [
      id,
      price,
      name,
      loaded,
      ...(this.hasExtra ? [id * 7] : []),
    ])
    return csv(header, cells)
  }

  #row(id: number): RandomRow {
    const price = Math.ceil(this.#random() * 9) * (this.#random() < 0.35 ? -1 : 1)
    return { id, price, name: this.#random() < 0.25 ? '' : `n${id}`, loaded: 0 }
  }
}

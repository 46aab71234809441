import type { WrittenTable, WrittenValue } from '../connectors/writer.ts'
import { RunFailure } from '../kernel/errors.ts'
import type { ComputedSource } from '../model/container.ts'
import type { DiscoveredField } from '../model/field.ts'

/** The digits of a decimal in which numbers are staged. */
interface Digits {
  digits: number
  scale: number
}

/** The most digits that a decimal of DuckDB has. */
const mostDigits = 38

/** Those that numbers are taken to need while none of them is known. */
export const likelyDigits = ({ type }: Pick<DiscoveredField, 'type'>): Digits => ({
  digits: mostDigits,
  scale: type === 'Integral' ? 0 : 9,
})

/**
 * The digits that the numbers of a table need whose store declares none, or more than DuckDB has: the values are copied as texts and looked
 * at on the way, and become decimals that hold every one of them. As floating numbers they would be others.
 */
export class StagedDigits {
  readonly #source: ComputedSource
  readonly #columns: MetColumn[]

  /** `table` is the one into which the texts are copied, with a column for each field of the source. */
  constructor(table: WrittenTable, source: ComputedSource) {
    this.#source = source
    this.#columns = table.columns.flatMap(({ type }, at) => {
      const field = source.fields[at]
      return type === 'number' && field ? [{ at, field, whole: 0, scale: 0, isMet: false }] : []
    })
  }

  /** Looks at rows. Throws RunFailure where no decimal holds what was seen of a column. */
  meet(rows: readonly (readonly WrittenValue[])[]): void {
    for (const column of this.#columns) for (const row of rows) this.#meetIn(column, row[column.at] ?? null)
  }

  /** The table with decimals in the place of texts; the same one where it has none. */
  fitted(table: WrittenTable): WrittenTable {
    if (this.#columns.length === 0) return table
    const types = new Map(this.#columns.map((column) => [column.at, digitsOf(column)]))
    return {
      ...table,
      columns: table.columns.map((one, at) => ({ ...one, type: types.get(at) ?? one.type })),
    }
  }

  #meetIn(column: MetColumn, value: WrittenValue): void {
    if (value === null) return
    const found = partsOf(String(value))
    if (found === null) throw this.#endless(column)
    column.isMet = true
    column.whole = Math.max(column.whole, found.whole)
    column.scale = Math.max(column.scale, found.scale)
    if (column.whole + leastScale(column) > mostDigits) throw this.#refusal(column)
  }

  #endless({ field }: MetColumn): RunFailure {
    return new RunFailure(
      `"${field.name}" in "${this.#source.name}" holds an infinity, which a join over two datastores cannot copy: no decimal has one. Put NULL or a number in its place in a computed container, or leave the field out there, and join that one.`,
    )
  }

  /** Without a number: they may be those of a masked field. */
  #refusal({ field }: MetColumn): RunFailure {
    return new RunFailure(
      `The numbers of "${field.name}" in "${this.#source.name}" do not fit into a decimal of ${mostDigits} digits, the longest that a join over two datastores can copy. Round them in a computed container, or leave the field out there, and join that one.`,
    )
  }
}

/** A column of such numbers: at which place it stands, and the digits before and behind the point that its values need so far. */
interface MetColumn {
  at: number
  field: DiscoveredField
  whole: number
  scale: number
  isMet: boolean
}

/** A field that may have fractions keeps room for one, so that its type says so whatever its values are. */
const leastScale = ({ field, scale }: MetColumn): number =>
  field.type === 'Integral' ? 0 : Math.max(scale, 1)

function digitsOf(column: MetColumn): Digits {
  if (!column.isMet || column.field.type === 'Integral') return likelyDigits(column.field)
  const scale = leastScale(column)
  return { digits: column.whole + scale, scale }
}

/** How many digits a number needs before and behind its point; null for what is no finite number. */
function partsOf(text: string): { whole: number; scale: number } | null {
  const [, whole, fraction = '', exponent = '0'] =
    /^[-+]?0*(\d*)(?:\.(\d*?)0*)?(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  if (whole === undefined || !/\d/.test(text)) return null
  const moved = Number(exponent)
  return { whole: Math.max(whole.length + moved, 0), scale: Math.max(fraction.length - moved, 0) }
}

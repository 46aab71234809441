import { jsonText } from '../exact-numbers.ts'
import { table } from './table.ts'

/** What a command that lists takes beside the service. */
export interface ListOptions {
  /** The answer of the API as it is, for programs. */
  json?: boolean
}

/** Prints things as a table, or as JSON when asked; `none` is said in the place of an empty table. */
export function printList<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string | number | null | undefined>>,
  { json }: ListOptions,
  none: string,
): void {
  if (json) return void process.stdout.write(`${jsonText(items, 2)}\n`)
  if (items.length === 0) return void process.stdout.write(`${none}\n`)
  const rows = items.map((item) => Object.values(columns).map((cell) => String(cell(item) ?? '')))
  process.stdout.write(`${table(Object.keys(columns), rows)}\n`)
}

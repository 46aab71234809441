import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of orders, each a partition of one container. */
export const orderPartitions = 6
const rowsPerPartition = 400

/** Takes a while per row, and never fails. */
const slow = 'list_sum(range(12000 + id)) > 0'

/**
 * Orders: in every file rows of their own that fail one and two checks, two that are equal in all files, more of one
 * check than the roll-up threshold, and ids that occur in the next file too. People: one file, so one partition.
 */
export function writeOrders(folder: string): void {
  for (let file = 0; file < orderPartitions; file++) {
    const lines = ['id,price,note']
    for (let row = 0; row < rowsPerPartition; row++) {
      const id = file * (rowsPerPartition - 2) + row
      if (row < 5) lines.push(`${id},-${id + 1},fine`)
      else if (row < 17) lines.push(`${id},${id},too long a note ${id}`)
      else if (row < 19) lines.push('-7,-7,fine')
      else lines.push(`${id},${id},fine`)
    }
    writeFileSync(join(folder, `orders_${file + 1}.csv`), `${lines.join('\n')}\n`)
  }
  const people = Array.from({ length: 300 }, (_, id) => `${id},${id % 100 === 0 ? '' : `person ${id}`}`)
  writeFileSync(join(folder, 'people.csv'), `id,name\n${people.join('\n')}\n`)
}

const expression = (text: string, description: string) => ({
  rule: 'satisfiesExpression',
  description,
  properties: { expression: text },
})
/** Checks that find something in each of these ways, by the names of the containers. */
export const orderChecks = {
  'orders_*.csv': [
    { rule: 'notNegative', description: 'price', fields: ['price'] },
    { rule: 'notNegative', description: 'id', fields: ['id'] },
    { rule: 'maxLength', description: 'note', fields: ['note'], properties: { value: 10 } },
    { rule: 'unique', description: 'unique', fields: ['id'] },
    { rule: 'sum', description: 'sum', fields: ['price'], properties: { value: 1 } },
    { rule: 'minPartitionSize', description: 'size', properties: { value: rowsPerPartition } },
    expression(slow, 'slow'),
    expression('cast(note as integer) > 0', 'breaks on a row'),
  ],
  'people.csv': [
    { rule: 'notNull', description: 'name', fields: ['name'] },
    { rule: 'distinctCount', description: 'distinct', fields: ['name'], properties: { value: 297 } },
    expression(slow, 'slow'),
  ],
}

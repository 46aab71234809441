import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldsOfStatement } from '../../src/engine/profile/distribution.ts'
import { profileRows } from '../../src/engine/profile/profile-rows.ts'
import { allRows } from '../../src/engine/relation.ts'
import type { FieldType } from '../../src/model/field.ts'
import { absenceOf, exampleEngines, openExamples, type ExampleTable } from '../harness/example-stores.ts'
import { recorded } from '../harness/engine.ts'

const types: FieldType[] = ['Integral', 'Fractional', 'String', 'Date']

/** Two rows of so many fields, of all types in turns. */
function wideTable(width: number): ExampleTable {
  const columns = Array.from({ length: width }, (_, index) => types[index % types.length] ?? 'String')
  const cells = {
    Integral: [1, 2],
    Fractional: [0.5, 1.5],
    String: ['a', 'b'],
    Date: ['2024-01-01', '2024-02-01'],
  }
  const row = (place: number) => columns.map((type) => cells[type as keyof typeof cells][place] ?? null)
  return {
    name: `wide_${width}`,
    columns: Object.fromEntries(columns.map((type, index) => [`c${index}`, type])),
    rows: [row(0), row(1)],
  }
}

describe('the statements of a profile', () => {
  for (const engine of exampleEngines) {
    const skip = absenceOf(engine)
    test(`are few however many fields there are, in ${engine}`, { skip }, async () => {
      const widths = [4, 20, 60]
      const store = await openExamples(engine, widths.map(wideTable))
      const { sketches, limits } = store.session.dialect
      const { distributions = fieldsOfStatement } = limits
      // A field has about ten columns in all: in engines whose statements are narrow they make more statements.
      const narrow = (width: number) => Math.floor((width * 10) / limits.columns)
      const most = (width: number) =>
        sketches ? 2 + Math.ceil(width / distributions) : 4 + width / distributions + narrow(width)
      try {
        for (const width of widths) {
          const session = recorded(store.session)
          const container = store.container(`wide_${width}`)
          const { fields } = await session.describe(container)
          const measured = await profileRows(session, allRows(session, container, fields), fields, {
            high_correlation_threshold: 0.5,
            histogram_max_distinct_values: 100,
            types_are_declared: true,
          })
          assert.ok(measured.fields.every(({ refusal }) => refusal === null))
          const count = session.statements.length
          assert.ok(count <= most(width), `${count} statements for ${width} fields`)
          // Of fewer the planning would take longer than the reading.
          if (sketches) assert.equal(count, most(width))
        }
      } finally {
        await store.close()
      }
    })
  }
})

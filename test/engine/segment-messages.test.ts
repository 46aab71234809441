import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { evaluated } from '../harness/engine.ts'
import { absenceOf, exampleEngines, openExamples } from '../harness/example-stores.ts'

const days = ['2024-01-05', '2024-02-10', '2024-02-11', '2024-03-31', '2024-05-01', null]

for (const engine of exampleEngines) {
  const skip = absenceOf(engine)
  describe(`segments of time with too few rows on ${engine}`, { skip }, () => {
    test('are told by the first and the last of them, and not where the field is masked', async () => {
      const store = await openExamples(engine, [
        {
          name: 'sales',
          columns: { id: 'Integral', day: 'Date', seen: 'Timestamp' },
          rows: days.map((day, id) => [id, day, day === null ? null : `${day} 13:45:10`]),
        },
      ])
      const check = (field: string, filter: string | null = null) => ({
        rule_type: 'timeDistributionSize',
        fields: [field],
        properties: { interval_name: 'Monthly', min_size: 2 },
        filter,
      })
      try {
        const { shapes } = await evaluated(store, 'sales', [
          check('day'),
          check('seen'),
          check('day', 'id = 4'),
        ])
        assert.deepEqual(
          shapes.map(({ message }) => message),
          [
            '75.000% of the 4 monthly segments of `day` (3: from 2024-01 to 2024-05) do not have between 2 and any number records.',
            '75.000% of the 4 monthly segments of `seen` (3: from 2024-01 to 2024-05) do not have between 2 and any number records.',
            '100.000% of the 1 monthly segments of `day` (1: 2024-05) do not have between 2 and any number records.',
          ],
        )
        const masked_fields = new Set(['day'])
        const masked = await evaluated(store, 'sales', [check('day')], { masked_fields })
        assert.match(masked.shapes[0]?.message ?? '', /`day` \(3\) do not have/)
      } finally {
        await store.close()
      }
    })
  })
}

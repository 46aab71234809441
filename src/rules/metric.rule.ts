import { Type } from 'typebox'
import { optional } from '../model/wire.ts'
import { bounds, Change, judgeChange, refuseEmptyNumbers, requireBounds } from './change.ts'
import { defineMeasuredRule } from './rule.ts'

/** A value that is measured at every scan stays within bounds, or changes no more than they allow. */
export default defineMeasuredRule({
  type: 'metric',
  title: 'Metric',
  description:
    'The one value that the filtered rows hold, or its change since the last scan that measured it, lies between the bounds, both included. NaN lies between no bounds. At the first scan a change passes, and so it does at the first after another field or filter was set, because the earlier numbers are of something else. Several different values cannot be measured: the check is then not evaluated.',
  scope: 'single',
  accepts: ['Integral', 'Fractional'],
  properties: Type.Object(
    {
      comparison: Change,
      ...bounds,
      last_value: optional(
        Type.Number({
          description: 'Accepted and not kept: what was measured last is in the `measurements` of the check.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  filterable: true,
  supports_coverage: false,
  weight: 3,
  kept: ({ last_value: _measured, ...properties }) => properties,
  measures: 'value',
  validate: ({ properties }) => requireBounds(properties),
  validateAlone: (properties) => refuseEmptyNumbers(properties, 'number'),
  judge(measured, earlier, { field, properties, shown }) {
    const judged = judgeChange(
      measured,
      earlier[0]?.value ?? null,
      properties,
      `The value of \`${field.name}\``,
      shown,
    )
    return { ...judged, anomalous_records: judged.failed ? 1 : 0 }
  },
  examples: [
    {
      shows: 'the value itself; the row that holds it is the anomaly',
      columns: { day: 'String', total: 'Integral' },
      rows: [
        ['mon', 50],
        ['tue', 105],
      ],
      given: {
        fields: ['total'],
        properties: { comparison: 'Absolute Value', min: 0, max: 100 },
        filter: "day = 'tue'",
      },
      failing: [1],
    },
    {
      shows: 'the change since the scan before, even when that one failed',
      columns: { total: 'Integral' },
      rows: [[105], [null]],
      given: { fields: ['total'], properties: { comparison: 'Absolute Change', min: -20, max: 20 } },
      measured_before: [200, 100],
      failing: [0],
    },
    {
      shows: 'bounds and values beyond what JSON numbers hold keep every digit',
      columns: { total: 'Integral' },
      rows: [[9007199254740993n]],
      given: { fields: ['total'], properties: { comparison: 'Absolute Value', max: '9007199254740992' } },
      failing: [0],
    },
    {
      shows: 'so does a change',
      columns: { total: 'Integral' },
      rows: [[9007199254740993n]],
      given: { fields: ['total'], properties: { comparison: 'Absolute Change', max: 0 } },
      measured_before: [9007199254740992n],
      failing: [0],
    },
    {
      shows: 'percentage; both bounds are inside',
      columns: { total: 'Fractional' },
      rows: [[150]],
      given: { fields: ['total'], properties: { comparison: 'Percentage Change', min: -20, max: 50 } },
      measured_before: [100],
      failing: [],
    },
    {
      shows: 'the first scan has nothing to compare with',
      columns: { total: 'Integral' },
      rows: [[1]],
      given: { fields: ['total'], properties: { comparison: 'Absolute Change', max: 0 } },
      failing: [],
    },
  ],
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { timeIntervals } from '../sql/ast.ts'
import { segmentName } from './segment-name.ts'

const namesOf = (moment: string) => timeIntervals.map((interval) => segmentName(interval, moment))

describe('the name of a segment of time', () => {
  test('says year, quarter, month, Monday of the week, day and hour', () => {
    assert.deepEqual(namesOf('2024-03-10 23:59:59.5'), [
      '2024',
      '2024-Q1',
      '2024-03',
      '2024-03-04',
      '2024-03-10',
      '2024-03-10 23:00',
    ])
    assert.equal(segmentName('Weekly', '2024-03-11 00:00:00'), '2024-03-11')
    assert.equal(segmentName('Weekly', '2025-01-01 00:00:00'), '2024-12-30', 'a week lies in two years')
    assert.equal(segmentName('Quarterly', '2024-12-31 00:00:00'), '2024-Q4')
  })

  test('is missing for what is no moment of the calendar', () => {
    assert.deepEqual(namesOf('infinity'), [null, null, null, null, null, null])
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../console/src/api/refusal.ts'
import { placeInWords } from '../../console/src/words/places.ts'

describe('the place of what is wrong, in words', () => {
  const places = [
    [['name'], 'Name'],
    [['container_names', 0], 'Container names 1'],
    [['fields', 2, 'field_name'], 'Fields 3, field name'],
    [['quality_check', 'properties', 'min'], 'Quality check, properties, min'],
    [[], ''],
  ] as const
  for (const [place, words] of places)
    test(`${JSON.stringify(place)} is “${words}”`, () => assert.equal(placeInWords(place), words))

  test('a refusal says each member that is wrong on a line of its own, and of the whole body what is wrong alone', () => {
    const detail = [
      { loc: ['body', 'fields', 0], msg: 'There is no such field.', type: 'value_error' },
      { loc: ['body'], msg: 'It must be an object.', type: 'value_error' },
    ]
    assert.equal(
      Refusal.of(422, JSON.stringify({ detail, code: 'invalid' })).message,
      'Fields 1: There is no such field.\nIt must be an object.',
    )
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  StatementFatal,
  StatementRefused,
  StatementTooLarge,
  StatementTooLate,
} from '../connectors/connector.ts'
import { adviceOnFields, refusal } from './refusal.ts'

test('what to do about a check depends on why its statement was refused', () => {
  const said = (error: StatementRefused): string => refusal(error, new Set())
  assert.equal(
    said(new StatementRefused('division by zero')),
    "The source refused to evaluate it: division by zero. Correct the check's filter or properties, or the rows that they stumble over.",
  )
  for (const [error, why] of [
    [
      new StatementTooLate('It ran longer than 600 seconds and was cancelled.'),
      'It ran longer than 600 seconds and was cancelled',
    ],
    [new StatementTooLarge('Query memory limit exceeded'), 'Query memory limit exceeded'],
  ] as const)
    assert.equal(
      said(error),
      `The source refused to evaluate it: ${why}. Let its filter leave fewer rows, make what it computes cheaper, or have that limit raised.`,
    )
})

test('the words of a source about a limit of its own are withheld beside masked fields', () => {
  const said = refusal(new StatementTooLarge('the key is 4711'), new Set(['name']))
  assert.doesNotMatch(said, /4711/)
  assert.match(said, /have that limit raised\.$/)
})

test('the words of the service itself about a statement are shown also beside masked fields', () => {
  const late = 'It ran longer than 600 seconds and was cancelled.'
  for (const error of [new StatementTooLate(late), new StatementFatal(late)])
    assert.match(refusal(error, new Set(['name'])), /ran longer than 600 seconds/)
})

test('values are to be mended only where it is they that were refused', () => {
  assert.match(adviceOnFields(new StatementRefused('division by zero'), 'the field'), /^Mend the values, /)
  assert.doesNotMatch(adviceOnFields(new StatementTooLarge('no memory'), 'the field'), /Mend/)
})

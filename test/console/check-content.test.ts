import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { QualityCheck } from '../../console/src/api/api.generated.ts'
import { changeTo } from '../../console/src/checks/content.ts'

describe('the change that makes a check say and demand what another does', () => {
  const check = {
    description: 'One to nine',
    fields: [{ id: 1, name: 'id' }],
    filter: null,
    coverage: 1,
    properties: { min: 1, max: 9 },
    status: 'Active',
    anomaly_message_field: null,
    additional_metadata: { ticket: 'A-1', team: 'sales' },
    global_tags: [{ name: 'late' }, { name: 'early' }],
    owner: { user_name: 'ann' },
  } as unknown as QualityCheck

  test('has what differs and nothing else, so that what somebody else changes stays', () => {
    const now = { ...check, filter: 'id > 0', properties: { min: 1 }, description: 'From one on' }
    assert.deepEqual(changeTo(check, now), {
      description: 'One to nine',
      filter: null,
      properties: { max: 9, min: 1 },
    })
  })

  test('takes away what the other does not have', () => {
    const bare = { ...check, global_tags: [], additional_metadata: null }
    assert.deepEqual(changeTo(bare, check), { tags: [], additional_metadata: null })
  })

  test('is empty for the same in another order, and leaves the status and the people alone', () => {
    const now = {
      ...check,
      properties: { max: 9, min: 1 },
      additional_metadata: { team: 'sales', ticket: 'A-1' },
      global_tags: check.global_tags.toReversed(),
      status: 'Draft' as const,
      owner: null,
    }
    assert.deepEqual(changeTo(check, now), {})
  })
})

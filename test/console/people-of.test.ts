import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { peopleOf } from '../../console/src/pages/check-editor/people-of.ts'

describe('what a check is told of people by its form', () => {
  const [ann, bob] = [
    { id: 1, called: 'Ann' },
    { id: 2, called: 'Bob' },
  ]
  const person = (id: number) => ({ id, user_id: id, user_name: `user ${id}`, name: null, email: null })
  const kept = { owner: person(1), default_anomaly_assignee: person(2) }

  test('a new check is told those who were chosen, and the service has the rest', () => {
    assert.deepEqual(peopleOf({ owner: null, assignee: null }, null), {})
    assert.deepEqual(peopleOf({ owner: bob, assignee: ann }, null), {
      owner_id: 2,
      default_anomaly_assignee_id: 1,
    })
  })

  test('those who stay are left out: a form can be saved whose owner is gone by now', () => {
    assert.deepEqual(peopleOf({ owner: ann, assignee: bob }, kept), {})
  })

  test('new anomalies go to nobody again', () => {
    assert.deepEqual(peopleOf({ owner: ann, assignee: null }, kept), { default_anomaly_assignee_id: null })
  })
})

import assert from 'node:assert/strict'
import { claimMore, claimUnit, type ClaimedUnit } from '../../src/store/queue/claim.ts'
import type { Source, WorkingApp } from './working-app.ts'

/**
 * A new run of this type, with its next units of one kind claimed together: after so many containers (default: none) were begun one by
 * one, and `change` was made to the source.
 */
export async function claimTogether(
  app: WorkingApp,
  source: Source,
  type: 'profile' | 'scan',
  { begun = 0, change = () => undefined }: { begun?: number; change?: () => void } = {},
): Promise<{ id: number; units: ClaimedUnit[] }> {
  const id = await app.trigger(source, { type })
  assert.equal(await app.step(), 'plan')
  for (let left = begun; left > 0; left -= 1) assert.equal(await app.step(), 'container')
  change()
  const { database } = app.environment.store
  const first = await claimUnit(database, 'together', 10)
  assert.ok(first)
  return { id, units: [first, ...(await claimMore(database, first, 'together', 10, 99))] }
}

import assert from 'node:assert/strict'
import { claimMore, claimUnit, type ClaimedUnit } from '../../src/store/queue/claim.ts'
import type { Source, WorkingApp } from './working-app.ts'

/** A new run of this type, with the units of its containers claimed together. */
export async function claimTogether(
  app: WorkingApp,
  source: Source,
  type: 'profile' | 'scan',
): Promise<{ id: number; units: ClaimedUnit[] }> {
  const id = await app.trigger(source, { type })
  assert.equal(await app.step(), 'plan')
  const { database } = app.environment.store
  const first = await claimUnit(database, 'together', 10)
  assert.ok(first)
  return { id, units: [first, ...(await claimMore(database, first, 'together', 10, 99))] }
}

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSource, untilEnded, type Asking } from '../test/harness/scan-rounds.ts'
import { barred, timed } from './measure.ts'
import { withService } from './service.ts'

const sizes = [500, 1000, 2000, 5000]
const barOfDrafts = 10_000

/** Promotions of so many checks, each with a filter, as Drafts and into force, to containers that have none, and once more. */
export async function measurePromote(folder: string): Promise<object> {
  return withService(folder, async ({ ask }) => {
    const rows = 'id,amount\n1,2\n'
    const place = (name: string) => {
      const root = join(folder, name)
      mkdirSync(root)
      writeFileSync(join(root, 'orders.csv'), rows)
      return newSource(ask, name, root, {})
    }
    const figures: Record<string, object> = {}
    for (const size of sizes) {
      const source = await place(`source ${size}`)
      const from = await containerOf(ask, source)
      await addChecks(ask, from, size)
      const promote = async (to: number, as_draft: boolean) => {
        const [milliseconds, run] = await timed(async () => {
          const type = 'promote_quality_check'
          const ends = { datastore_id: source, container_id: from, destination_container_id: to }
          const { id } = await ask('POST', '/operations/run', { type, ...ends, as_draft })
          return untilEnded(ask, id, null, 100)
        })
        assert.equal(run.result, 'success', run.message)
        return { milliseconds, ...run.status }
      }
      const drafts = await containerOf(ask, await place(`drafts ${size}`))
      const active = await containerOf(ask, await place(`active ${size}`))
      const draft = await promote(drafts, true)
      const again = await promote(drafts, true)
      const inForce = await promote(active, false)
      assert.deepEqual(
        [draft.created, again.skipped, inForce.created],
        [size, size, size],
        'each check is promoted, and once',
      )
      figures[size] = {
        drafts_ms: size === sizes.at(-1) ? barred(draft.milliseconds, barOfDrafts) : draft.milliseconds,
        drafts_again_ms: again.milliseconds,
        active_ms: inForce.milliseconds,
        active_ms_of_ten: (inForce.milliseconds * 10) / size,
      }
    }
    return figures
  })
}

async function containerOf(ask: Asking, datastore: number): Promise<number> {
  return (await ask('GET', `/containers?datastore=${datastore}`)).items[0].id
}

/** Checks that one request makes of a template. */
const madeAtOnce = 500

/** As Drafts, each with a filter of its own: many at a time by templates whose filters list values. */
async function addChecks(ask: Asking, container_id: number, count: number): Promise<void> {
  for (let first = 0; first < count; first += madeAtOnce) {
    const values = Array.from({ length: Math.min(madeAtOnce, count - first) }, (_, index) => first + index)
    const { id } = await ask('POST', '/quality-check-templates', {
      rule: 'maxValue',
      properties: { value: 3 },
      filter: `id = each(${values.join(', ')})`,
      description: 'Amounts are small',
    })
    const uses = [{ container_id, fields: ['amount'], status: 'Draft' }]
    await ask('POST', `/quality-check-templates/${id}/quality-checks`, uses)
  }
}

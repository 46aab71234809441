import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { RunFailure } from '../../src/kernel/errors.ts'
import { evaluated } from '../harness/engine.ts'
import { attacksOn } from './attacks.ts'
import { absenceOf, triedStores } from '../harness/example-stores.ts'
import { usualSeconds, type BesiegedStore } from './besieged-store.ts'

const isFull = process.env['ASSAY_FULL'] === '1'
const canaryText = 'canary-4711-tweet'
/**
 * Three statements are cancelled at their time limit: that of all checks, and then those of the two hostile ones. The rest is for noticing the
 * ends, which on a busy Spark were seen to take two seconds each.
 */
const patienceMs = (seconds: number): number => (seconds * 3 + 30) * 1000

const besieged = [...triedStores.values()].flatMap(({ engine, attacks, besieged }) =>
  Object.entries(besieged).map(([name, open]) => ({ engine, own: attacks, name, open })),
)

for (const { name, engine, own, open } of besieged) {
  const skip = absenceOf(engine)
  describe(`hostile expressions on ${name}`, { skip }, () => {
    const home = mkdtempSync(join(tmpdir(), 'assay-attack-'))
    const folder = join(home, 'elsewhere')
    const target = { folder, canary: join(folder, 'canary.txt') }
    const attacks = attacksOn(own, target)
    let store: BesiegedStore
    let contents: string
    before(async () => {
      // The server could read and write here, under any account.
      chmodSync(home, 0o755)
      mkdirSync(folder)
      chmodSync(folder, 0o777)
      writeFileSync(target.canary, `${canaryText}\n`, { mode: 0o644 })
      store = await open(home)
      contents = await store.contents()
    })
    after(async () => {
      await store.close()
      rmSync(home, { recursive: true, force: true })
    })

    test('are at least 150', () => {
      assert.ok(new Set([...attacks.refused, ...attacks.disguised]).size >= 150)
    })

    test('have no answer, as a filter and as a condition, and leave the check beside them alone', async () => {
      const answered: string[] = []
      for (const sql of attacks.refused) {
        const said = await attacked(store, sql)
        for (const { role, result, details } of said.verdicts) {
          const isSentence = details !== null && /^[A-Z"'].*\.$/s.test(details) && !/\n\s+at /.test(details)
          if (result !== 'unasserted' || !isSentence) answered.push(`${role} ${sql}: ${result} ${details}`)
        }
        if (said.sound !== 'failed 1 of 3') answered.push(`beside ${sql}: ${said.sound} ${said.why}`)
        assert.doesNotMatch(said.whole, new RegExp(canaryText), sql)
      }
      assert.deepEqual(answered, [])
    })

    test('write nothing from inside what some engines take for a text', async () => {
      for (const sql of attacks.disguised) assert.equal((await attacked(store, sql)).sound, 'failed 1 of 3')
    })

    for (const sql of isFull ? attacks.slow : attacks.slow.slice(0, 1)) {
      test(
        `ends in time: ${sql.slice(0, 80)}`,
        { timeout: patienceMs(own.seconds ?? usualSeconds) },
        async () => {
          const said = await attacked(store, sql)
          assert.equal(said.sound, 'failed 1 of 3')
          for (const { details } of said.verdicts) assert.match(details ?? 'Done.', /^[A-Z"'].*\.$/s)
        },
      )
    }

    test('have changed no row and written no file', async () => {
      assert.equal(await store.contents(), contents)
      assert.deepEqual(readdirSync(folder), ['canary.txt'])
    })
  })
}

interface Said {
  verdicts: { role: string; result: string; details: string | null }[]
  /** What became of a check that is sound. */
  sound: string
  /** What is said of that, null without a reason. */
  why: string | null
  /** Everything that a client could read of it. */
  whole: string
}

/** The expression as a filter and as a condition, beside a sound check of the same container. */
async function attacked(store: BesiegedStore, sql: string): Promise<Said> {
  const found = await evaluated(store, 'victim', [
    { rule_type: 'notNull', fields: ['name'] },
    { rule_type: 'notNull', fields: ['name'], filter: sql },
    { rule_type: 'satisfiesExpression', properties: { expression: sql } },
  ]).catch((error: unknown) => {
    assert.ok(error instanceof RunFailure, `${sql}: ${String(error)}`)
    throw error
  })
  const [sound, filter, condition] = [1, 2, 3].map((id) => found.outcomes.get(id))
  const verdict = (role: string, outcome: typeof sound) => ({
    role,
    result: outcome?.assertion_result ?? 'nothing',
    details: outcome?.assertion_details ?? null,
  })
  return {
    verdicts: [verdict('filter', filter), verdict('condition', condition)],
    sound: `${sound?.assertion_result} ${sound?.anomalous_records} of ${sound?.asserted_records}`,
    why: sound?.assertion_details ?? null,
    whole: JSON.stringify([[...found.outcomes.values()], found.records, found.shapes]),
  }
}

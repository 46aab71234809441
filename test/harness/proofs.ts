import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../../src/connectors/connector.ts'
import type { CheckOutcome } from '../../src/engine/finding.ts'
import { evaluated, type GivenCheck } from './engine.ts'
import { tableNamed } from './example-tables.ts'

/** A check on fields, whose names stand with commas between. */
export const on = (
  rule_type: string,
  fields: string,
  properties: Record<string, unknown> = {},
): GivenCheck => ({
  rule_type,
  fields: fields.split(','),
  properties,
})

/** The verdict by proof, which is the one that reading gives; the words of the proof or null. */
export async function proofOf(session: Session, table: string, check: GivenCheck): Promise<string | null> {
  const one = async (proves: boolean): Promise<CheckOutcome> => {
    const store = { session, container: tableNamed, close: async () => undefined }
    const outcome = (await evaluated(store, table, [check], { proves })).outcomes.get(1)
    assert.ok(outcome)
    return outcome
  }
  const { proof = null, ...verdict } = await one(true)
  const read = await one(false)
  assert.equal(read.proof, undefined)
  assert.deepEqual(verdict, read)
  return proof
}

/** The sentence of a proof. */
export const provenBy = (reason: string): string => `Proven by ${reason}, without reading the values.`
/** The same of a field by these constraints of a database. */
export const enforced = (field: string, ...constraints: string[]): string =>
  provenBy(`what the database enforces on \`${field}\` (${constraints.join(', ')})`)
/** The same by the primary key. */
export const primary = provenBy('the primary key of the table')

/** A table, a check on it, and the words of its proof; null: its rows are read. */
export type Case = [shows: string, create: string, check: GivenCheck, proof: string | null]

/** A test for each case, over its table in the datastore of the session. */
export function cases(given: readonly Case[], session: () => Session): void {
  for (const [index, [shows, , check, proof]] of given.entries())
    test(shows, async () => assert.equal(await proofOf(session(), `t${index}`, check), proof))
}

/** Each case has a table of its own: `t` in its statements. */
export const statementsOf = (given: readonly Case[]): string[] =>
  given.flatMap(([, create], index) =>
    create
      .replaceAll(/\bt\b/g, `t${index}`)
      .split(';')
      .map((one) => one.trim()),
  )

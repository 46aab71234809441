import { familyOf } from '../engine/families/table.ts'
import { withoutOtherSide } from '../engine/difference-records.ts'
import { mayRead } from '../engine/masking.ts'
import { rules } from '../rules/registry.ts'
import { lockFindingsOf } from '../store/identities.ts'
import { withholdFindings } from '../store/kept-messages.ts'
import { replaceRecords, withholdVerdicts } from '../store/kept-references.ts'
import { withdrawMessages } from '../store/flows/withdraw.ts'
import type { Queryable } from '../store/pool.ts'
import { referringVersions, type ReferringVersion } from '../store/referring-versions.ts'

const withheldVerdict =
  'The reason is withheld: it may show values of a field of another container that was masked since.'

/** Stands in the place of messages of flows that may show values of fields which were masked since. */
export const withdrawnMessage =
  'The message is withdrawn: it may show values of a field that was masked since. What it was about is still there.'

/**
 * Takes the values of fields that are masked now out of what checks of other containers, which compare with this one, have
 * found: what was computed from them, the other side of kept records, and reasons of sources. For good. `only` is the one
 * container whose checks are meant (null: all).
 */
export async function rewriteReferring(
  transaction: Queryable,
  containerId: number,
  hidden: readonly string[],
  only: number | null = null,
): Promise<void> {
  if (hidden.length === 0) return
  const all = await checksReferringTo(transaction, containerId)
  const referring = all.filter(({ container_id }) => only === null || container_id === only)
  if (referring.length === 0) return
  const containers = [...new Set(referring.map(({ container_id }) => container_id))]
  // In the order of their ids, as scans take several.
  await lockFindingsOf(transaction, containers)
  const names = new Set(hidden)
  for (const container of containers) {
    const own = referring.filter(({ container_id }) => container_id === container)
    const computing = own.filter(({ definition }) => computesThere(definition, names))
    const fields = hidden.map((name) => `\`${name}\``).join(', ')
    const sentence = `What was found is withheld: it was computed with ${fields} of another container, which was masked since.`
    await withholdFindings(transaction, container, idsOf(computing), sentence)
  }
  const compared = referring.filter(({ definition }) => showsOtherSide(definition))
  await replaceRecords(transaction, idsOf(compared), (record) => withoutOtherSide(record, names))
  await withholdVerdicts(transaction, idsOf(referring), withheldVerdict)
  await withdrawMessages(transaction, containers, withdrawnMessage)
}

/** The versions of checks that read the container beside their own. */
async function checksReferringTo(transaction: Queryable, containerId: number): Promise<ReferringVersion[]> {
  const types = rules.all().flatMap(({ type, references }) => (references ? type : []))
  const versions = await referringVersions(transaction, types)
  return versions.filter(({ definition: { rule_type, properties } }) =>
    rules.find(rule_type)?.references?.(properties).includes(containerId),
  )
}

type Definition = ReferringVersion['definition']

const idsOf = (versions: readonly ReferringVersion[]): number[] => [
  ...new Set(versions.map(({ quality_check_id }) => quality_check_id)),
]

/** True when the message holds a value that may have been computed from one of these fields of the other container. */
function computesThere({ rule_type, properties }: Definition, names: ReadonlySet<string>): boolean {
  const rule = rules.find(rule_type)
  const tells = rule !== undefined && familyOf(rule).tells_other_side === true
  return tells && mayRead(JSON.stringify(properties), names)
}

/** True when its kept records show rows of the other container. */
function showsOtherSide({ rule_type }: Definition): boolean {
  const rule = rules.find(rule_type)
  return rule !== undefined && familyOf(rule).keeps_other_side === true
}

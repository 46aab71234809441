import { familyOf } from '../engine/families/table.ts'
import { computesFromMasked, mayRead } from '../engine/masking.ts'
import { rules } from '../rules/registry.ts'
import { versionsOfContainer } from '../store/check-versions.ts'
import { forgetReadings } from '../store/former-readings.ts'
import { lockFindings } from '../store/identities.ts'
import {
  keptMessages,
  replaceMessages,
  withholdFindings,
  withholdReasons,
  withholdRemarks,
  withholdWords,
} from '../store/kept-messages.ts'
import { withdrawMessages } from '../store/flows/withdraw.ts'
import type { Queryable } from '../store/pool.ts'
import { hideRanges } from './hide-ranges.ts'
import { withholdInferred } from './inferred.ts'
import { messageFrom } from './messages.ts'
import { policyOf } from './policies.ts'
import { beforeItsWords } from './reasons.ts'
import { rewriteReferring, withdrawnMessage } from './rewrite-referring.ts'

const withheldReason =
  'The reason is withheld: it may show values of a field that was masked since. The next scan says what is so now.'

const withheldRemark =
  'A remark of a sync is withheld: it may show values of the field, which was masked since.'

/**
 * Brings what is kept of a container's findings in line with which of its fields are masked now. Messages of rows are
 * written anew from the rows that are kept; what was measured in a field that is masked now, the bounds of ranges by it, and
 * the reasons of its sources, are withheld for good. Scans of the container wait until this transaction ends.
 */
export async function rewriteKept(
  transaction: Queryable,
  containerId: number,
  changed: { hidden: readonly string[]; shown: readonly string[] },
): Promise<void> {
  await lockFindings(transaction, containerId)
  await forgetReadings(transaction, containerId)
  const policy = await policyOf(transaction, containerId)
  for await (const batch of keptMessages(transaction, containerId, [...changed.hidden, ...changed.shown])) {
    const messages = batch.map(({ anomaly_id, quality_check_id, template, records }) => ({
      anomaly_id,
      quality_check_id,
      message: messageFrom(template, records, policy),
    }))
    await replaceMessages(transaction, messages)
  }
  for (const name of changed.hidden) {
    await hideRanges(transaction, containerId, name)
    await withholdRemarks(transaction, containerId, name, withheldRemark)
    const sentence = `What was found is withheld: it was measured in \`${name}\`, which was masked since.`
    await withholdFindings(
      transaction,
      containerId,
      await measuringChecks(transaction, containerId, name),
      sentence,
    )
  }
  if (changed.hidden.length === 0) return
  await withholdInferred(transaction, containerId, changed.hidden)
  await withholdReasons(transaction, containerId, withheldReason)
  await withholdWords(transaction, containerId, beforeItsWords, withheldReason)
  await withdrawMessages(transaction, [containerId], withdrawnMessage)
  await rewriteReferring(transaction, containerId, changed.hidden)
}

/** Of a rule that is unknown here the worst is assumed. */
function tellsValues(ruleType: string): boolean {
  const rule = rules.find(ruleType)
  return rule === undefined || familyOf(rule).tells === 'values'
}

/**
 * Checks whose messages hold numbers or values computed from this field: they name it, or their filter or an expression of
 * theirs may read it, in any of their versions, because what an older one found is kept too.
 */
async function measuringChecks(transaction: Queryable, containerId: number, name: string): Promise<number[]> {
  const masked = new Set([name])
  const versions = (await versionsOfContainer(transaction, containerId)).filter(
    ({ definition }) =>
      tellsValues(definition.rule_type) &&
      (computesFromMasked(definition, masked) || mayRead(JSON.stringify(definition.properties), masked)),
  )
  return [...new Set(versions.map(({ quality_check_id }) => quality_check_id))]
}

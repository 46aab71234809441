import type { Context } from '../../access/context.ts'
import { heldBy, isEnough } from '../../access/require.ts'
import { connectors } from '../../connectors/registry.ts'
import { invalidMember, notFound, ServiceError } from '../../kernel/errors.ts'
import { allPrefixes, formerWriters, lockEnrichment, otherWriters } from '../../store/enrichment-links.ts'
import type { Queryable } from '../../store/pool.ts'
import { longestPrefix, sharesTables } from '../enrichment/table-names.ts'

/** The longest prefix that is made, characters, without a number: PostgreSQL has 63 for it, the number and `_check_templates_export`. */
const longestStem = 35

/** What would lie among the copies of another prefix, whatever number comes behind. */
const copiesWithin = /_mat(?=_|$)/g

/** `Analytics Bronze` gives `_analytics_bronze`, and `_analytics_bronze_2` when another datastore has that already, or, but for Admins, tables of one that is gone do. */
export async function freePrefix(
  { principal }: Context,
  transaction: Queryable,
  name: string,
): Promise<string> {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const stem = `_${words || 'datastore'}`.slice(0, longestStem).replaceAll(copiesWithin, 'mat')
  const { taken, written } = await allPrefixes(transaction)
  // An Admin who makes a datastore anew goes on with its tables.
  const barred = principal.role === 'Admin' ? taken : [...taken, ...written]
  let prefix = stem
  for (let number = 2; barred.some((other) => sharesTables(prefix, other)); number += 1)
    prefix = `${stem}_${number}`
  return prefix
}

/** The side that is to be linked, as it will be. */
export interface LinkSource {
  /** 0 for a datastore that does not exist yet. */
  id: number
  name: string
  enrichment_only: boolean
  enrichment_prefix: string
  /** True when the request gives the prefix. */
  gives_prefix: boolean
}

/**
 * Refuses a link that could not work: from or to the wrong kind of datastore, or under a prefix that another datastore
 * writes there, or has written there unless the caller is an Editor of that: who reads the one would see the tables of the other.
 * Locks the enrichment datastore until the transaction ends, so that two links do not take one prefix.
 */
export async function requireLinkable(
  context: Context,
  transaction: Queryable,
  source: LinkSource,
  enrichmentId: number,
): Promise<void> {
  const enrichment = await lockEnrichment(transaction, enrichmentId)
  if (!enrichment) throw notFound('datastore', enrichmentId)
  if (source.enrichment_only) {
    throw new ServiceError(
      'conflict',
      `The datastore "${source.name}" is an enrichment datastore itself and cannot be linked to another.`,
    )
  }
  if (!enrichment.enrichment_only) {
    throw new ServiceError(
      'conflict',
      `The datastore "${enrichment.name}" is not an enrichment datastore; set its enrichment_only first.`,
    )
  }
  requireFitting(source, enrichment)
  const clashes = ({ prefix }: { prefix: string }) => sharesTables(prefix, source.enrichment_prefix)
  const other = (await otherWriters(transaction, enrichmentId, source.id)).find(clashes)
  if (other) {
    throw new ServiceError(
      'conflict',
      `The datastore "${other.name}" writes to "${enrichment.name}" under the prefix ${other.prefix}${sameTables(source, other)}; choose another enrichment_prefix.`,
    )
  }
  for (const former of (await formerWriters(transaction, enrichmentId)).filter(clashes)) {
    if (former.datastore_id === source.id || isEnough(await heldBy(context, former.datastore_id), 'Editor'))
      continue
    throw new ServiceError(
      'conflict',
      `"${enrichment.name}" has tables of another datastore under the prefix ${former.prefix}${sameTables(source, former)}; choose another enrichment_prefix, or let an Admin link it.`,
    )
  }
}

/** Why another prefix stands in the way, where that is not plain to see. */
function sameTables({ enrichment_prefix }: LinkSource, { prefix }: { prefix: string }): string {
  if (prefix.toLowerCase() === enrichment_prefix.toLowerCase()) return ''
  return `, and copies of containers under the one may have names of tables under ${enrichment_prefix}`
}

/** Refuses a prefix with which names of tables become longer than the store takes: runs that write there would fail. */
export function requireFitting(
  { enrichment_prefix, gives_prefix }: Pick<LinkSource, 'enrichment_prefix' | 'gives_prefix'>,
  { name, type }: { name: string; type: string },
): void {
  const most = connectors.find(type)?.longest_table_name
  if (most === undefined || enrichment_prefix.length <= longestPrefix(most)) return
  const sentence = `With the enrichment_prefix ${enrichment_prefix} names of tables become longer than "${name}" takes; choose one of at most ${longestPrefix(most)} characters.`
  throw gives_prefix
    ? invalidMember('enrichment_prefix', sentence, 'string_too_long')
    : new ServiceError('conflict', sentence)
}

import type { Context } from '../../access/context.ts'
import { heldBy, isEnough } from '../../access/require.ts'
import { notFound, ServiceError } from '../../kernel/errors.ts'
import { formerWriterUnder, lockEnrichment, prefixesLike, writerUnder } from '../../store/enrichment-links.ts'
import type { Queryable } from '../../store/pool.ts'

/** The longest prefix that is made, characters, without a number: PostgreSQL has 63 for it, the number and `_check_templates_export`. */
const longestStem = 35

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
  const stem = `_${words || 'datastore'}`.slice(0, longestStem)
  const { taken, written } = await prefixesLike(transaction, stem)
  // An Admin who makes a datastore anew goes on with its tables.
  const barred = principal.role === 'Admin' ? taken : taken.union(written)
  let prefix = stem
  for (let number = 2; barred.has(prefix); number += 1) prefix = `${stem}_${number}`
  return prefix
}

/** The side that is to be linked, as it will be. */
export interface LinkSource {
  /** 0 for a datastore that does not exist yet. */
  id: number
  name: string
  enrichment_only: boolean
  enrichment_prefix: string
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
  const other = await writerUnder(transaction, enrichmentId, source.enrichment_prefix, source.id)
  if (other !== undefined) {
    throw new ServiceError(
      'conflict',
      `The datastore "${other}" writes to "${enrichment.name}" under the prefix ${source.enrichment_prefix}; choose another enrichment_prefix.`,
    )
  }
  const former = await formerWriterUnder(transaction, enrichmentId, source.enrichment_prefix)
  if (former === undefined || former === source.id || isEnough(await heldBy(context, former), 'Editor'))
    return
  throw new ServiceError(
    'conflict',
    `"${enrichment.name}" has tables of another datastore under the prefix ${source.enrichment_prefix}; choose another enrichment_prefix, or let an Admin link it.`,
  )
}

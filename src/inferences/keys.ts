import { fewestValues, fieldsFor, type Observed, type ObservedField } from './inference.ts'

/** Names of fields that tell rows apart, as people give them. */
const keyName =
  /(^|[_ -])(id|key|code|no|nr|number|uuid|guid|email|sku|isbn|iata|zip_code|postcode|barcode)$/i
const keyEnding = /[a-z](Id|Key|Code|No|Number|Uuid)$/

/** A share of repeated values up to this is an error rather than a trait. */
const mostRepeated = 0.01

/** Fields whose values are all different, but for exceptions, and not by chance. */
export function keyFields(observed: Observed): ObservedField[] {
  return fieldsFor({ shows_values: false }, observed).filter((one) => {
    const { field, metrics, values } = one
    if (!['Integral', 'String'].includes(field.type)) return false
    const present = (metrics.completeness ?? 0) * observed.rows
    const distinct = metrics.approximate_distinct_values ?? 0
    if (values.length < fewestValues || present < 0.5 * observed.rows) return false
    return distinct >= (1 - mostRepeated) * present && isKeyLike(one, present)
  })
}

function isKeyLike({ field, place, metrics }: ObservedField, rows: number): boolean {
  if (keyName.test(field.name) || keyEnding.test(field.name)) return true
  if (field.type === 'Integral')
    return metrics.min !== null && metrics.max !== null && metrics.max - metrics.min < 2 * rows
  // The first field of a table, or texts that are all of one length.
  return place === 0 || (metrics.min_length === metrics.max_length && (metrics.min_length ?? 0) >= 6)
}

/** Fields that are looked at in pairs. */
const mostPaired = 8

/** Two fields that together tell rows apart although each repeats, and would not by chance; null where there are none. */
export function keyPair(observed: Observed): [ObservedField, ObservedField] | null {
  const parts = fieldsFor({ shows_values: false }, observed)
    .filter(({ field, metrics }) => metrics.completeness === 1 && field.type !== 'Fractional')
    .filter(({ metrics }) => (metrics.approximate_distinct_values ?? 0) > 1)
    .slice(0, mostPaired)
  for (const [index, one] of parts.entries())
    for (const other of parts.slice(index + 1)) if (tellsApart(observed, one, other)) return [one, other]
  return null
}

function tellsApart({ rows, learned }: Observed, one: ObservedField, other: ObservedField): boolean {
  const pairs = distinctOf(one) * distinctOf(other)
  // So many rows would be equal to another one if the values were drawn at random.
  const byChance = (rows * rows) / (2 * pairs)
  if (learned < fewestValues || byChance < 20) return false
  const seen = new Set(one.values.map((value, row) => JSON.stringify([value, other.values[row]])))
  return seen.size >= (1 - mostRepeated) * learned
}

const distinctOf = ({ metrics }: ObservedField): number => metrics.approximate_distinct_values ?? 1

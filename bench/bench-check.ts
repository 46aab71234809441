/** A check twice: as the API takes it, and as the best SQL for the same count that a person would write. */
export interface BenchCheck {
  rule: string
  description: string
  fields: string[]
  properties?: object
  filter?: string
  /** TRUE for a failing row; null for checks that are not about single rows. */
  failing: string | null
  /** The number that the check is about, in SQL; for those about one number. */
  number?: string
}

/** The check as the API takes it. */
export function asked({
  failing: _byHand,
  number: _number,
  ...check
}: BenchCheck): Omit<BenchCheck, 'failing' | 'number'> {
  return check
}

/** A check on one field; `failing` is what a person would write for it, without the filter. */
export const row = (
  description: string,
  rule: string,
  field: string,
  failing: string,
  properties: object = {},
  filter?: string,
): BenchCheck => ({
  rule,
  description,
  fields: [field],
  properties,
  failing: filter ? `(${filter}) and (${failing})` : failing,
  ...(filter && { filter }),
})

/** A check that every row meets a condition. */
export const expression = (description: string, text: string): BenchCheck => ({
  rule: 'satisfiesExpression',
  description,
  fields: [],
  properties: { expression: text },
  failing: `not (${text})`,
})

/** A check that no two rows have the same values. */
export const unique = (description: string, ...fields: string[]): BenchCheck => ({
  rule: 'unique',
  description,
  fields,
  failing: null,
})

/** A whole number that a number of JavaScript may not hold is a bigint here, so that it is written as it was read. */
const isUnsafe = (value: unknown, source: string | undefined): source is string =>
  typeof value === 'number' &&
  source !== undefined &&
  /^-?\d{16,}$/.test(source) &&
  !Number.isSafeInteger(value)

/** What JSON text says, with whole numbers beyond 2^53 as bigint. Throws as `JSON.parse` does. */
export function parseJson(text: string): unknown {
  // Looking at every value takes several times as long.
  if (!/(?:^|[\s:[,])-?\d{16}/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_member, value: unknown, { source }: { source?: string } = {}) =>
    isUnsafe(value, source) ? BigInt(source) : value,
  )
}

/** The JSON text of a value in which such numbers are bigint; `indent` blanks before what is inside something (default: one line). */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(
    value,
    (_member, inner: unknown) => (typeof inner === 'bigint' ? JSON.rawJSON(String(inner)) : inner),
    indent,
  )
}

/** How YAML is read for `fromYaml`: as documents, or at once. */
export const yamlOptions = { intAsBigInt: true } as const

/** A value of YAML that was read so: only numbers beyond 2^53 stay bigint. Reviver of `parse` and `toJS`. */
export function fromYaml(_member: unknown, value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

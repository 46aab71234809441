/** More digits behind the point than any number of the random tables has. */
const scale = 24

/** A plain decimal as a whole number of its smallest parts; apart from the engine's own arithmetic. */
export function scaled(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new Error(`"${text}" is not a plain decimal.`)
  const [, sign = '', whole = '', fraction = ''] = match
  const parts = BigInt(whole + fraction.padEnd(scale, '0'))
  return sign === '-' ? -parts : parts
}

/** Microseconds since 1970 of `YYYY-MM-DD HH:MM:SS[.ffffff]`, read as UTC. */
export function microsOf(text: string): bigint {
  const [seconds = '', fraction = ''] = text.split('.')
  return BigInt(Date.parse(`${seconds.replace(' ', 'T')}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
}

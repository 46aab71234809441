import { invalidMember } from '../kernel/errors.ts'

/** 422 when a bulk request names one thing twice: which of the two is meant cannot be known. `noun`: `anomaly`, `field`. */
export function refuseRepeated(noun: string, named: readonly { id: number }[]): void {
  const seen = new Set<number>()
  for (const [place, { id }] of named.entries()) {
    if (seen.has(id)) {
      throw invalidMember(
        [place, 'id'],
        `The body names the ${noun} ${id} twice; say once what is to become of it.`,
      )
    }
    seen.add(id)
  }
}

import { ServiceError } from '../kernel/errors.ts'

/** 422 when a bulk request names one thing twice: which of the two is meant cannot be known. `noun`: `anomaly`, `field`. */
export function refuseRepeated(noun: string, named: readonly { id: number }[]): void {
  const seen = new Set<number>()
  for (const { id } of named) {
    if (seen.has(id)) {
      throw new ServiceError(
        'invalid',
        `The body names the ${noun} ${id} twice; say once what is to become of it.`,
      )
    }
    seen.add(id)
  }
}

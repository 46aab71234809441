import { listed } from '../kernel/listed.ts'

/** Why a field cannot be changed yet that these checks name, as sentences go on behind its name. */
export function namedByChecks(checks: readonly number[]): string {
  const isOne = checks.length === 1
  return `is named by the quality ${isOne ? 'check' : 'checks'} ${listed(checks, 20)}; delete ${isOne ? 'it' : 'them'} for good first`
}

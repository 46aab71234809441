import { triedStores } from '../harness/example-stores.ts'
import type { OracleCheck } from './judge.ts'
import { columns } from './tables.ts'

const days = Object.entries(columns).flatMap(([name, type]) => (type === 'Date' ? [name] : []))
const aDay = new RegExp(String.raw`\b(?:${days.join('|')})\b`)

/** True on an engine whose dates have a time. */
export const lacksDays = (engine: string): boolean => triedStores.get(engine)?.lacks_days === true

/** The checks that can be judged on these engines: where one has no dates without a time, those that name no date. */
export const checksFor = (engines: readonly string[], checks: readonly OracleCheck[]): OracleCheck[] =>
  engines.some((engine) => lacksDays(engine))
    ? checks.filter((check) => !aDay.test(JSON.stringify(check)))
    : [...checks]

import type { Dialect } from '../dialect.ts'
import { trino } from './trino.dialect.ts'

/**
 * Amazon Athena, engine version 3: its functions and its grammar of queries are those of Trino. Parameters have no numbers there
 * either. No server of it has met this yet; what runs it in the tests is Trino itself.
 */
export const athena: Dialect = {
  ...trino,
  name: 'athena',
  // The service takes 262,144 bytes, and a character may have several.
  limits: { ...trino.limits, characters: 120_000 },
}

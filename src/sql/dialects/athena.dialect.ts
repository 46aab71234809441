import { trinoFamily } from './trino-family.ts'

/**
 * Amazon Athena, engine version 3: its functions and its grammar of queries are those of Trino. No server of it has met this yet; what
 * runs it in the tests is Trino itself.
 */
export const athena = trinoFamily({
  name: 'athena',
  // The service takes 262,144 bytes, and a character may have several.
  limits: { columns: 1000, characters: 120_000, parameters: 1000 },
})

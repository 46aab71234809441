import type { Dialect } from '../dialect.ts'
import { spark } from './spark.dialect.ts'

/**
 * Databricks SQL: its functions and its grammar of queries are those of Spark, with ANSI on and the time zone UTC, which sessions ask for
 * first. Double quotes stand around texts there. No warehouse has met this yet; what runs it in the tests is Spark itself.
 */
export const databricks: Dialect = {
  ...spark,
  name: 'databricks',
  lexicalRules: { ...spark.lexicalRules, undoubledQuotes: true },
}

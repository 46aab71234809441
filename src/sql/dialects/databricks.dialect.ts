import type { Dialect } from '../dialect.ts'
import { does } from '../forbidden-constructs.ts'
import { spark } from './spark.dialect.ts'

/** Formats of files that stand for a schema, and a path for a table: `parquet.\`s3://bucket/rows\``. Sessions of Spark have that turned off. */
const files = {
  pattern:
    /\b(?:parquet|delta|iceberg|csv|json|text|xml|orc|avro|binaryfile|image|hudi|excel) \. [^ ]*\/[^ ]/,
  does: does.readsFiles,
  isName: true,
} as const

/**
 * Databricks SQL: its functions and its grammar of queries are those of Spark, with ANSI on and the time zone UTC, which sessions ask for
 * first. Double quotes stand around texts there. No warehouse has met this yet; what runs it in the tests is Spark itself.
 */
export const databricks: Dialect = {
  ...spark,
  name: 'databricks',
  forbidden: [...spark.forbidden, files],
  lexicalRules: { ...spark.lexicalRules, undoubledQuotes: true },
}

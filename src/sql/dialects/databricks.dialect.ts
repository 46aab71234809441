import { does } from '../forbidden-constructs.ts'
import { sparkFamily } from './spark-family.ts'

/** A format of files that stands for a schema, and a path for a table: `parquet.\`s3://bucket/rows\``. */
const files = {
  pattern:
    /\b(?:parquet|delta|iceberg|csv|json|text|xml|orc|avro|binaryfile|image|hudi|excel) \. [^ ]*\/[^ ]/,
  does: does.readsFiles,
  isName: true,
} as const

/**
 * Databricks SQL: its functions and its grammar of queries are those of Spark. Double quotes stand around texts there, and two quotes within a text
 * may end one and begin another. No warehouse has met this yet; what runs it in the tests is Spark itself.
 */
export const databricks = sparkFamily({
  name: 'databricks',
  forbidden: [files],
  lexicalRules: { undoubledQuotes: true },
})

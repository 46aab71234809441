import { scalars as ofSpark } from '../spark/attacks.ts'

export { slow } from '../spark/attacks.ts'

/** Scalars that must have no answer. */
export const scalars = (): string[] => [
  ...ofSpark(),
  `select "\\"" || reflect('java.lang.System', 'nanoTime') || "\\""`,
  `select secret('scope', 'key')`,
  `select http_request(conn => 'c', method => 'GET', path => '/')`,
  `select ai_query('model', 'x')`,
  `select count(*) from read_files('/Volumes/lake/shop')`,
  `select count(*) from delta.\`s3://elsewhere/table\``,
  `select count(*) from system.access.audit`,
]

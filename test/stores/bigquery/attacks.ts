/** What no filter or expression may hold, by the documentation; nothing of it can be tried on a double. */
export const scalars = (): string[] => [
  "select * from external_query('a', 'b')",
  'select 1 from lake.shop.INFORMATION_SCHEMA.TABLES',
  'select session_user()',
  'select @@project_id',
  "export data options (uri = 'gs://elsewhere/*') as select 1",
]

/** Work without end. */
export const slow: string[] = ["char_length(repeat('x', 2000000000)) = 1"]

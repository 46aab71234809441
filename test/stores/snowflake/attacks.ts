/** What no filter or expression may hold, by the documentation; nothing of it can be tried on a double. */
export const scalars = (): string[] => [
  'select system$cancel_all_queries(1)',
  'select "SYSTEM$WAIT"(10)',
  'select $1 from @stage/file.csv',
  'select counter.nextval',
  'select * from table(result_scan(last_query_id()))',
  "select * from identifier('victim')",
  'select 1 from shop.information_schema.tables',
  'select current_user()',
  "select snowflake.cortex.complete('model', name) from victim",
  'select 1 ->> delete from victim',
]

/** Work without end. */
export const slow: string[] = ["length(repeat('x', 2000000000)) = 1"]

import type { FoundTable } from '../shared/table-writer.ts'

/**
 * Whether people tied something to a table, by the schema, its name and that of the one which is to take its place: rights that the
 * other one has not, views, indexes, triggers, policies, publications. All of that would go with the table.
 */
export const isTied = `
  select there.relacl is distinct from next.relacl or there.relrowsecurity
    or exists (select from pg_attribute where attrelid = there.oid and attacl is not null)
    or exists (select from pg_depend where refclassid = 'pg_class'::regclass and refobjid = there.oid and deptype <> 'i')
  from pg_class there join pg_class next on next.relnamespace = there.relnamespace and next.relname = $3
  join pg_namespace n on n.oid = there.relnamespace
  where n.nspname = $1 and there.relname = $2`

/** A table by its name as it stands in statements, with its columns. */
interface NamedTable extends FoundTable {
  name: string
}

/** The statements by which a table stays and gets the rows and columns of another one, which goes. */
export function fillingFrom(from: NamedTable, to: NamedTable, quoted: (name: string) => string): string[] {
  const kept = new Map(to.columns.map(({ name, type }) => [name, type]))
  const wanted = new Set(from.columns.map(({ name }) => name))
  const columns = from.columns.flatMap(({ name, type }) => {
    const former = kept.get(name)
    if (former === type) return []
    const column = quoted(name)
    return former === undefined
      ? `alter table ${to.name} add column ${column} ${type}`
      : `alter table ${to.name} alter column ${column} type ${type} using null`
  })
  const gone = [...kept.keys()].flatMap((name) =>
    wanted.has(name) ? [] : `alter table ${to.name} drop column ${quoted(name)}`,
  )
  const list = from.columns.map(({ name }) => quoted(name)).join(', ')
  return [
    `truncate ${to.name}`,
    ...gone,
    ...columns,
    `insert into ${to.name} (${list}) select ${list} from ${from.name}`,
    `drop table ${from.name}`,
  ]
}

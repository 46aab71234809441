import type { DiscoveredContainer, Rows } from '../connector.ts'

/**
 * The tables whose row-level security applies to what a container of a schema ($1) shows this session, with the role that it
 * applies to; $2 is a container's name or '' for all. Behind a view the rows are read as its owner, or as who asks where the
 * view says so. A materialized view keeps its rows. A superuser's session refuses such tables, so it is not told of them.
 */
export const rowSecuritySql = `with recursive shown (container, relation, role) as (
    select c.oid, c.oid, (select oid from pg_catalog.pg_roles where rolname = current_user)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p', 'v') and ($2 = '' or c.relname = $2)
      and pg_catalog.current_setting('row_security')::bool
    union
    select s.container, d.refobjid, case when exists (
        select from pg_catalog.pg_options_to_table(v.reloptions)
        where option_name = 'security_invoker' and option_value::bool)
      then (select oid from pg_catalog.pg_roles where rolname = current_user) else v.relowner end
    from shown s
    join pg_catalog.pg_class v on v.oid = s.relation and v.relkind = 'v'
    join pg_catalog.pg_rewrite w on w.ev_class = v.oid
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = w.oid
      and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid <> v.oid)
  select distinct c.relname, t.relname, r.rolname
  from shown s
  join pg_catalog.pg_class c on c.oid = s.container
  join pg_catalog.pg_class t on t.oid = s.relation and t.relrowsecurity
  join pg_catalog.pg_roles r on r.oid = s.role
  where not r.rolsuper and not r.rolbypassrls
    and (t.relforcerowsecurity or not pg_catalog.pg_has_role(r.oid, t.relowner, 'usage'))
  order by 1, 2, 3`

/** Remarks on containers, by their names; those without a remark have no entry. */
export type RowSecurityRemarks = ReadonlyMap<string, Required<Pick<DiscoveredContainer, 'remarks'>>>

/** A sentence for each answer to `rowSecuritySql`. */
export function rowSecurityRemarks({ rows }: Rows): RowSecurityRemarks {
  const found = new Map<string, { remarks: string[] }>()
  for (const [container = '', table, role] of rows.map((row) => row.map(String))) {
    const what = table === container ? `"${table}"` : `"${table}", which "${container}" shows,`
    const sentence = `Row-level security applies to ${what} for the role "${role}": rows hidden by a policy are not seen, neither counted nor checked. To check all rows, give the role BYPASSRLS in the database or connect with one that has it.`
    found.set(container, { remarks: [...(found.get(container)?.remarks ?? []), sentence] })
  }
  return found
}

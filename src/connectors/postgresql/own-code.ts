import { messageOf } from '../../kernel/errors.ts'
import { postgresql } from '../../sql/dialects/postgresql.dialect.ts'
import { tokensOf } from '../../sql/lexer.ts'
import { namesIn, refuseForbidden } from '../../sql/forbidden-constructs.ts'
import { StatementRefused, type Rows } from '../connector.ts'

/** The code of a database that may do more than compute, by what calls it: names as they stand in `namesIn`. */
export interface OwnCode {
  /** `name`, where PostgreSQL has no function of that name, and `schema . name`. */
  functions: ReadonlySet<string>
  /** Symbols that PostgreSQL does not have itself. */
  operators: readonly string[]
  /** Types whose casts or conditions call such code. */
  types: ReadonlySet<string>
}

/**
 * Functions that the database's owners declared volatile (which is what a function without a declaration is), and the
 * operators, casts and domains that call one without its name. A domain's condition comes as text for the server's own
 * functions in it, which the catalogue does not list.
 */
export const ownCodeSql = `with own as (
    select p.oid, p.proname, n.nspname from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.provolatile = 'v' and n.nspname not in ('pg_catalog', 'information_schema'))
  select 'function', own.proname::text, own.nspname::text,
    exists (select from pg_catalog.pg_proc b where b.proname = own.proname and b.pronamespace = 'pg_catalog'::regnamespace), null
    from own
  union all select 'operator', o.oprname::text, null,
    exists (select from pg_catalog.pg_operator b where b.oprname = o.oprname and b.oprnamespace = 'pg_catalog'::regnamespace), null
    from pg_catalog.pg_operator o join own on own.oid = o.oprcode
  union all select 'type', t.typname::text, null, false, null
    from pg_catalog.pg_cast c join own on own.oid = c.castfunc join pg_catalog.pg_type t on t.oid = c.casttarget
  union all select 'type', t.typname::text, null, false, null
    from pg_catalog.pg_type t join own on own.oid in (t.typinput, t.typreceive) where t.typnamespace <> 'pg_catalog'::regnamespace
  union all select case when own.oid is null then 'domain' else 'type' end, t.typname::text, null, false,
      pg_catalog.pg_get_constraintdef(k.oid)
    from pg_catalog.pg_constraint k join pg_catalog.pg_type t on t.oid = k.contypid
    left join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_constraint'::regclass and d.objid = k.oid
      and d.refclassid = 'pg_catalog.pg_proc'::regclass
    left join own on own.oid = d.refobjid`

/** Reads the answer to `ownCodeSql`. */
export function ownCode({ rows }: Rows): OwnCode {
  const functions = new Set<string>()
  const operators: string[] = []
  const types = new Set<string>()
  for (const [kind, written, schema, isBuiltIn, condition] of rows) {
    const name = String(written).toLowerCase()
    if (kind === 'function') {
      functions.add(`${String(schema).toLowerCase()} . ${name}`)
      if (isBuiltIn !== true) functions.add(name)
    } else if (kind === 'operator') {
      if (isBuiltIn !== true) operators.push(name)
    } else if (kind === 'type' || reaches(String(condition))) types.add(name)
  }
  return { functions, operators, types }
}

/** Throws StatementRefused for an expression that calls code of the database's own which may do more than compute. */
export function refuseOwnCode(written: string, code: OwnCode): void {
  const tokens = tokensOf(written, postgresql.lexicalRules)
  const names = namesIn(written, tokens, postgresql.lexicalRules)
  const found =
    callsIn(names).find((name) => code.functions.has(name)) ??
    operatorsIn(names).find((symbols) => code.operators.some((operator) => symbols.includes(operator))) ??
    names.split(' ').find((name) => code.types.has(name))
  if (found === undefined) return
  throw new StatementRefused(
    `"${found.replace(' . ', '.')}" runs code of the database that is declared volatile and may do more than compute; declare it stable or immutable there, or leave it out.`,
  )
}

/** Every called name, alone and behind its schema. */
function callsIn(names: string): string[] {
  return [...names.matchAll(/(?:(?<= |^)([^ ]+) \. )?([^ ]+) \(/g)].flatMap(([, schema, name = '']) =>
    schema === undefined ? [name] : [name, `${schema} . ${name}`],
  )
}

/** Runs of operator symbols, which the lexer hands over one by one. */
function operatorsIn(names: string): string[] {
  return [...names.matchAll(/(?<= |^)[-+*/<>=~!@#%^&|`?](?: [-+*/<>=~!@#%^&|`?])*(?= |$)/g)].map(([run]) =>
    run.replaceAll(' ', ''),
  )
}

function reaches(condition: string): boolean {
  try {
    refuseForbidden(condition, tokensOf(condition, postgresql.lexicalRules, 'kept'), postgresql)
    return false
  } catch (error) {
    return messageOf(error) !== ''
  }
}

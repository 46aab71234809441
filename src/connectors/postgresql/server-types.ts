import type { Rows } from '../connector.ts'
import type { ServerType, ServerTypes } from './types.ts'

/** A type by its object id: internal name, category, and the element's object id of an array. */
type BuiltIn = readonly [oid: number, name: string, category: string, element?: number]

/** The commonest types of the server itself. Their object ids were assigned by hand and are the same in all versions. */
const builtIn: readonly BuiltIn[] = [
  [16, 'bool', 'B'],
  [19, 'name', 'S', 18],
  [20, 'int8', 'N'],
  [21, 'int2', 'N'],
  [23, 'int4', 'N'],
  [25, 'text', 'S'],
  [26, 'oid', 'N'],
  [114, 'json', 'U'],
  [700, 'float4', 'N'],
  [701, 'float8', 'N'],
  [869, 'inet', 'I'],
  [1042, 'bpchar', 'S'],
  [1043, 'varchar', 'S'],
  [1082, 'date', 'D'],
  [1083, 'time', 'D'],
  [1114, 'timestamp', 'D'],
  [1184, 'timestamptz', 'D'],
  [1700, 'numeric', 'N'],
  [2950, 'uuid', 'U'],
  [3802, 'jsonb', 'U'],
  [1007, '_int4', 'A', 23],
  [1009, '_text', 'A', 25],
  [1016, '_int8', 'A', 20],
]

/**
 * The types of object ids (an array in the server's text form), domains replaced by the type under them, which may be a
 * domain again. Composite types, one per table, and their arrays have no meaning here and are left out.
 */
export const serverTypesSql = `with recursive wanted (oid, base, modifier) as (
    select oid, oid, -1 from pg_catalog.pg_type where oid = any($1::pg_catalog.oid[])
    union all select w.oid, d.typbasetype, case when w.modifier >= 0 then w.modifier else d.typtypmod end
    from wanted w join pg_catalog.pg_type d on d.oid = w.base and d.typtype = 'd')
  select w.oid::int8, t.typname::text, t.typcategory::text, t.typelem::int8, t.typdelim::text, w.modifier
  from wanted w join pg_catalog.pg_type t on t.oid = w.base and t.typtype <> 'd'
  left join pg_catalog.pg_type e on e.oid = t.typelem
  where t.typtype <> 'c' and coalesce(e.typtype, 'b') <> 'c'`

/** The types of a database as far as a session has met them. */
export class MetTypes {
  readonly #types = new Map<number, ServerType>(
    builtIn.map(([oid, name, category, element]) => [
      oid,
      { name, category, element: element ?? null, delimiter: ',', modifier: -1 },
    ]),
  )
  /** Those that have no meaning here. */
  readonly #others = new Set<number>()

  get known(): ServerTypes {
    return this.#types
  }

  /** Learns the types of these object ids, and of the elements of arrays; `read` runs `serverTypesSql`. */
  async meet(oids: Iterable<number>, read: (parameters: string[]) => Promise<Rows>): Promise<void> {
    for (let asked = this.#unknown(oids); asked.length > 0;) {
      const { rows } = await read([`{${asked.join()}}`])
      for (const [oid, name, category, element, delimiter, modifier] of rows) {
        this.#types.set(Number(oid), {
          name: String(name),
          category: String(category),
          element: Number(element) === 0 ? null : Number(element),
          delimiter: String(delimiter),
          modifier: Number(modifier),
        })
      }
      for (const oid of asked) if (!this.#types.has(oid)) this.#others.add(oid)
      asked = this.#unknown(asked.flatMap((oid) => this.#types.get(oid)?.element ?? []))
    }
  }

  isUnknown(oid: number): boolean {
    return !this.#types.has(oid) && !this.#others.has(oid)
  }

  #unknown(oids: Iterable<number>): number[] {
    return [...new Set(oids)].filter((oid) => this.isUnknown(oid))
  }
}

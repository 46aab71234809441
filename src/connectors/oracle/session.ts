import { ServiceError } from '../../kernel/errors.ts'
import type { Cell } from '../../kernel/cell.ts'
import { openedWith } from '../shared/client-session.ts'
import { SnapshotSession, type CatalogueTable } from '../shared/table-session.ts'
import { fieldless, tablesByName } from '../shared/tables.ts'
import type { OracleClient } from './client.ts'
import { isSchemaThere } from './places.ts'
import { fieldOf } from './types.ts'

/**
 * One row per column of what the account may read in a schema (:p1), a row without one where there is none. Rows of a materialized view are in a
 * table of its name; what was dropped and what the server made for itself is left out.
 */
const columnsSql = `select o.object_name, o.object_type, c.column_name, c.data_type, c.data_precision, c.data_scale,
    case when c.char_length > 0 then c.char_length else c.data_length end, c.nullable
  from all_objects o left join all_tab_cols c
    on c.owner = o.owner and c.table_name = o.object_name and c.hidden_column = 'NO'
  where o.owner = :p1 and o.object_type in ('TABLE', 'VIEW') and o.generated = 'N' and o.secondary = 'N'
    and o.object_name not like 'BIN$%'`

/** The tables and views of one schema of a service. It guarantees nothing and offers no keys, as no server was ever asked. */
export class OracleSession extends SnapshotSession<OracleClient> {
  /** Throws ServiceError when the account sees no such schema. */
  static open(client: OracleClient, schema: string, account: string): Promise<OracleSession> {
    return openedWith(client, 'The schema', async () => {
      if (await isSchemaThere(client, schema)) return new OracleSession(client, { path: [schema] })
      throw new ServiceError(
        'connection_failed',
        `The service has no schema "${schema}" that the account "${account}" may see; a name in lower case stands in double quotes.`,
      )
    })
  }

  protected override async tables(name: string | null): Promise<CatalogueTable[]> {
    const only = name === null ? '' : ' and o.object_name = :p2'
    const { rows } = await this.client.read(`${columnsSql}${only} order by o.object_name, c.column_id`, [
      ...this.path,
      ...(name === null ? [] : [name]),
    ])
    const tables = tablesByName<CatalogueTable>(
      rows,
      (table, [, type]) => ({ name: table, isView: type === 'VIEW', fields: [] }),
      ({ fields }, row) => void (row[2] !== null && fields.push(fieldIn(row))),
    )
    return [...tables.values()]
  }

  protected override async reasonAgainst(table: CatalogueTable): Promise<string | null> {
    return table.fields.length === 0 ? fieldless(table.name) : super.reasonAgainst(table)
  }
}

function fieldIn([, , column, type, precision, scale, length, nullable]: readonly Cell[]) {
  const parts = {
    name: String(type),
    precision: numberOrNull(precision),
    scale: numberOrNull(scale),
    length: numberOrNull(length),
  }
  return fieldOf(String(column), parts, nullable !== 'N')
}

const numberOrNull = (value: Cell | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

import type { Dialect } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { Rows } from '../connector.ts'
import { gathered, ownStatement } from './rows.ts'
import { refuseUnlessOneSelect } from './statement-text.ts'

/** A client to whose server no text of a person gets that is not one select of its dialect. */
export abstract class SelectClient {
  abstract readonly dialect: Dialect

  /** The answer of the server in batches; the last one may be without rows. */
  protected abstract batches(statement: Statement): AsyncGenerator<Rows>

  /** A statement of the connector's own, see `ownStatement`. */
  read(sql: string, parameters: string[] = []): Promise<Rows> {
    return ownStatement(gathered(this.batches({ sql, parameters })))
  }

  async query(statement: Statement): Promise<Rows> {
    refuseUnlessOneSelect(statement.sql, this.dialect)
    return gathered(this.batches(statement))
  }

  async *stream(statement: Statement): AsyncGenerator<Rows> {
    refuseUnlessOneSelect(statement.sql, this.dialect)
    for await (const found of this.batches(statement)) if (found.rows.length > 0) yield found
  }
}

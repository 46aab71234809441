import { messageOf, RunFailure, ServiceError } from '../../kernel/errors.ts'
import type { DiscoveredField } from '../../model/field.ts'
import type { Dialect } from '../../sql/dialect.ts'
import type { Statement } from '../../sql/print.ts'
import type { Rows, Session } from '../connector.ts'

/** A client of one server, with which a session begins and ends. */
export interface SessionClient {
  readonly dialect: Dialect
  fieldsOf(statement: Statement): Promise<DiscoveredField[]>
  close(): void | Promise<void>
}

/** What runs the statements of a client: the client itself, or what it keeps for that. */
export type Statements = Pick<Session, 'query' | 'stream'>

/** A session whose statements are those of a client, which it closes with itself; what there is to read is for others to say. */
export abstract class ClientSession<Client extends SessionClient> implements Session {
  readonly dialect: Dialect
  protected readonly client: Client
  readonly #statements: Statements

  constructor(client: Client, statements: Statements) {
    this.dialect = client.dialect
    this.client = client
    this.#statements = statements
  }

  abstract discover(): ReturnType<Session['discover']>
  abstract describe(...given: Parameters<Session['describe']>): ReturnType<Session['describe']>
  abstract relation(...given: Parameters<Session['relation']>): ReturnType<Session['relation']>

  fieldsOf(statement: Statement): Promise<DiscoveredField[]> {
    return this.client.fieldsOf(statement)
  }

  query(statement: Statement): Promise<Rows> {
    return this.#statements.query(statement)
  }

  stream(statement: Statement): AsyncIterable<Rows> {
    return this.#statements.stream(statement)
  }

  async close(): Promise<void> {
    await this.client.close()
  }
}

/** What `open` makes of a client. After an error the client is closed; a RunFailure is told as a ServiceError about `place`, such as "The schema". */
export async function openedWith<Result>(
  client: SessionClient,
  place: string,
  open: () => Promise<Result>,
): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    await client.close()
    if (!(error instanceof RunFailure)) throw error
    const sentence = `${place} was not opened: ${messageOf(error).replace(/\.$/, '')}.`
    const options = { cause: error, retryable: error.retryable }
    throw new ServiceError('connection_failed', sentence, options)
  }
}

import type { Rows } from '../connector.ts'

/** What is closed when it is not needed any more. */
export interface Closing {
  close(): void | Promise<void>
}

/** What `ask` answers about a client that is opened for it alone, and closed afterwards, also after an error. */
export async function withClient<Client extends Closing, Answer>(
  opening: Promise<Client>,
  ask: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = await opening
  try {
    return await ask(client)
  } finally {
    await client.close()
  }
}

/** The names that a client of `withClient` reads in the first column of an answer, in its order. */
export const namesAsked = <Client extends Closing>(
  opening: Promise<Client>,
  read: (client: Client) => Promise<Rows>,
): Promise<string[]> =>
  withClient(opening, async (client) => (await read(client)).rows.map(([name]) => String(name)))

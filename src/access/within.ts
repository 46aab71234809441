import type { OpenTransaction as Open, Store } from '../store/pool.ts'
import { openTransaction, releaseSavepoint, returnToSavepoint, setSavepoint } from '../store/transactions.ts'
import type { Environment } from './context.ts'

type WithStore = Pick<Environment, 'store'>
type StateDatabase = Store['database']

/** The work that is put off until the end of each open transaction; it gets the database outside of it. */
const putOff = new WeakMap<Open, ((database: StateDatabase) => Promise<void>)[]>()

/** The refusal of a nested verb, by the transaction that it joined. */
const refused = new WeakMap<Open, { error: unknown }>()

/**
 * Does the work in one transaction: the one that the context is in, or a new one. So verbs compose: one that calls another
 * gives it the context that `work` gets, and all that they do is kept or left undone together. What a nested verb throws
 * takes back everything, also where the caller catches it; `attempt` is for what may fail by itself.
 */
export async function within<C extends WithStore, Result>(
  context: C,
  work: (transaction: Open, context: C) => Promise<Result>,
): Promise<Result> {
  const open = openTransaction(context.store.database)
  if (open !== null) {
    try {
      return await work(open, context)
    } catch (error) {
      refused.set(open, { error })
      throw error
    }
  }
  const { database } = context.store
  const tasks: ((database: StateDatabase) => Promise<void>)[] = []
  try {
    return await database.transaction().execute(async (transaction) => {
      putOff.set(transaction, tasks)
      const store = { ...context.store, database: transaction }
      const result = await work(transaction, { ...context, store })
      const refusal = refused.get(transaction)
      if (refusal) throw refusal.error
      return result
    })
  } finally {
    for (const task of tasks) await task(database)
  }
}

/**
 * Writes what is to stay whatever becomes of the transaction that the context is in, in one of its own: when that has ended,
 * well or not, because the two could wait for each other. At once where none is open.
 */
export const apart = (context: WithStore, work: (transaction: Open) => Promise<void>): Promise<void> =>
  atTheEnd(context, (database) => database.transaction().execute(work))

/** Does what depends on the end of the transaction that the context is in, then, and may fail without a word. At once where none is open. */
export const afterwards = (
  context: WithStore,
  task: (database: StateDatabase) => Promise<void>,
): Promise<void> => atTheEnd(context, (database) => task(database).catch(() => undefined))

async function atTheEnd(
  { store: { database } }: WithStore,
  task: (database: StateDatabase) => Promise<void>,
): Promise<void> {
  const open = openTransaction(database)
  const tasks = open && putOff.get(open)
  if (tasks) tasks.push(task)
  else await task(database)
}

/** Does a part of the open transaction's work; what it throws takes back this part only. Throws where no transaction is open. */
export async function attempt<Result>(context: WithStore, work: () => Promise<Result>): Promise<Result> {
  const transaction = openTransaction(context.store.database)
  if (transaction === null) throw new Error('An attempt is a part of a transaction, and none is open.')
  const before = refused.get(transaction)
  await setSavepoint(transaction)
  try {
    const result = await work()
    const refusal = refused.get(transaction)
    if (refusal && refusal !== before) throw refusal.error
    await releaseSavepoint(transaction)
    return result
  } catch (error) {
    // Fails, and takes back the whole transaction, when the connection is what failed.
    await returnToSavepoint(transaction)
    if (before) refused.set(transaction, before)
    else refused.delete(transaction)
    throw error
  }
}

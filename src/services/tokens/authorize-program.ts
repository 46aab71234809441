import type { Context } from '../../access/context.ts'
import { createToken } from './create.ts'
import { listTokens } from './list.ts'

/** Days for which a program stays signed in. */
const lifetimeDays = 90

/**
 * A token of the caller's own for a program on the machine `hostname` (empty: unknown), told only now. It has the name of the
 * machine, with a number after it when that is taken.
 */
export async function authorizeProgram(context: Context, hostname: string): Promise<string> {
  const name = await freeName(context, hostname === '' ? 'command' : hostname)
  const { bearer_token } = await createToken(context, { name, expires_in_days: lifetimeDays })
  return bearer_token
}

async function freeName(context: Context, wanted: string): Promise<string> {
  const taken = new Set((await listTokens(context)).map(({ name }) => name))
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`
  return name
}

import { within } from '../../access/within.ts'
import type { Context } from '../../access/context.ts'
import { requireRole } from '../../access/require.ts'
import type { User, UserInput } from '../../model/user.ts'
import { refusingDuplicates } from '../../store/refusals.ts'
import { insertUser } from '../../store/users.ts'
import { recordAudit } from '../../access/audit.ts'
import { readUser } from './read.ts'
import { refuseTakenName } from './unique-name.ts'

/** Admin. The user gets in only with a token that is made for it. */
export async function createUser(context: Context, input: UserInput): Promise<User> {
  requireRole(context, 'Admin')
  const id = await refusingDuplicates(
    `There is, or was, a user called "${input.user_name}"; names are not given twice.`,
    () =>
      within(context, async (transaction) => {
        await refuseTakenName(transaction, input.user_name)
        const made = await insertUser(transaction, settable(input))
        const { user_name, role } = input
        await recordAudit(context, transaction, {
          action: 'create_user',
          resource_type: 'user',
          resource_id: made,
          details: { user_name, role: role ?? 'Member' },
        })
        return made
      }),
  )
  return readUser(context, id)
}

/** Only the columns that a client may set: bodies may carry members that are none. */
export function settable<Input extends Partial<UserInput>>(input: Input): Input {
  const { user_name, email, name, role, user_type } = input
  const given = Object.entries({ user_name, email, name, role, user_type }).filter(
    ([, value]) => value !== undefined,
  )
  // A subset of the members of `input`, each as it came.
  return Object.fromEntries(given) as Input
}

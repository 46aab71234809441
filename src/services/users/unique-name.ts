import { invalidMember, ServiceError } from '../../kernel/errors.ts'
import type { Queryable } from '../../store/pool.ts'
import { listUserNames, lockUserNames } from '../../store/users.ts'

/** Alphabets with letters that look like those of another one. */
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Characters that cannot be seen, which would make two names out of one. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Throws 422 for a name that could be taken for another one, and 409 when somebody else, also one who was deleted, has it but for letter case and white space. */
export async function refuseTakenName(transaction: Queryable, name: string, ownId?: number): Promise<void> {
  if (invisible.test(name)) {
    throw invalidMember('user_name', 'user_name holds a character that cannot be seen; leave it out.')
  }
  const letters = name.normalize('NFKC')
  if (alphabets.filter((alphabet) => alphabet.test(letters)).length > 1) {
    throw invalidMember(
      'user_name',
      'user_name mixes alphabets whose letters look alike (Latin, Cyrillic, Greek); write it in one.',
    )
  }
  await lockUserNames(transaction)
  const users = await listUserNames(transaction)
  const other = users.find((user) => user.id !== ownId && seen(user.user_name) === seen(name))
  if (!other) return
  throw new ServiceError(
    'conflict',
    `There is, or was, a user called "${other.user_name}"; names are not given twice, nor such that look alike.`,
  )
}

/** The name as people tell names apart. */
function seen(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

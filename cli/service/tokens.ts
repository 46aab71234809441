import { printList, type ListOptions } from '../output/print-list.ts'
import { openClient, type ServiceOptions } from './find-service.ts'

/** Prints the caller's tokens, never their text. */
export async function listTokens(options: ServiceOptions & ListOptions): Promise<void> {
  printList(
    await openClient(options).listTokens(),
    {
      Id: ({ id }) => id,
      Name: ({ name }) => name,
      Active: ({ active }) => (active ? 'yes' : 'no'),
      Expires: ({ expiration }) => expiration?.slice(0, 10) ?? 'never',
      'Last used': ({ last_used }) => last_used?.slice(0, 10) ?? 'never',
    },
    options,
    'You have no tokens.',
  )
}

/** Prints the new token alone on standard output, so that it can be put into a variable or a file. */
export async function createToken(name: string, options: ServiceOptions & { days?: number }): Promise<void> {
  const made = await openClient(options).createToken({
    body: { name, ...(options.days !== undefined && { expires_in_days: options.days }) },
  })
  process.stdout.write(`${made.bearer_token}\n`)
  process.stderr.write(`Token ${made.id}, "${made.name}". It is not shown again.\n`)
}

/** Ends a token; nothing can use it any more. */
export async function revokeToken(id: number, options: ServiceOptions): Promise<void> {
  await openClient(options).revokeToken({ id })
  process.stdout.write(`Token ${id} is revoked.\n`)
}

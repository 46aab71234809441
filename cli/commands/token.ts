import { Argument, type Command } from 'commander'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'
import type { ListOptions } from '../output/print-list.ts'
import { wholeNumber } from '../whole-number.ts'

/** `assay token`: tokens for programs and machines. */
export function addToken(program: Command): void {
  const token = program.command('token').description('list, create and revoke your API tokens')
  const list = token.command('list').description('your tokens').option('--json', 'print JSON')
  addServiceOptions(list).action(async (options: ServiceOptions & ListOptions) => {
    const { listTokens } = await import('../service/tokens.ts')
    await listTokens(options)
  })
  const create = token
    .command('create')
    .description('create a token and print it, once')
    .argument('<name>', 'what it is for')
    .option('--days <count>', 'how long it works (default: until it is revoked)', wholeNumber('--days'))
  addServiceOptions(create).action(async (name: string, options: ServiceOptions & { days?: number }) => {
    const { createToken } = await import('../service/tokens.ts')
    await createToken(name, options)
  })
  const revoke = token
    .command('revoke')
    .description('end a token for good')
    .addArgument(new Argument('<id>', 'number of the token').argParser(wholeNumber('id')))
  addServiceOptions(revoke).action(async (id: number, options: ServiceOptions) => {
    const { revokeToken } = await import('../service/tokens.ts')
    await revokeToken(id, options)
  })
}

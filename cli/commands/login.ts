import type { Command } from 'commander'
import { addServiceOptions } from '../service/service-options.ts'
import type { ServiceOptions } from '../service/find-service.ts'

/** `assay login` and `assay logout`: which service and token are used when nothing else names them. */
export function addLogin(program: Command): void {
  const login = program
    .command('login')
    .description('remember a service and your token; the token is asked for, or read from a pipe')
  addServiceOptions(login)
    .option('--browser', 'sign in with the browser, which is opened, instead of a token')
    .action(async (options: ServiceOptions & { browser?: boolean }) => {
      const { logIn } = await import('../service/log-in.ts')
      await logIn(options)
    })
  program
    .command('logout')
    .description('forget the remembered service and token')
    .action(async () => {
      const { writeLogin } = await import('../service/login-file.ts')
      writeLogin(null)
      process.stdout.write('Forgotten. The token itself still works: assay token revoke ends it.\n')
    })
}

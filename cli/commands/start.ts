import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { isBundled, packageFolder, programFile } from '../../src/kernel/own-files.ts'

/** `assay start`, and in a checkout `assay demo`: the service itself, until Ctrl-C. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('start the service; all settings are variables, see docs/reference/configuration.md')
    .option('--port <port>', 'the port to listen on (default: ASSAY_PORT, or 8080)')
    .option('--home <folder>', 'where the service keeps its state (default: ASSAY_HOME, or ./.assay)')
    .option(
      '--data <folder>',
      'a folder whose files may be read, beside this one; may be repeated',
      collect,
      [],
    )
    .action(async (options: { port?: string; home?: string; data: string[] }) => {
      const { startProgram } = await import('../service/start-program.ts')
      await startProgram(fileURLToPath(programFile('main')), options)
    })
  // Its data and its checks are not in the packed command.
  if (isBundled) return
  program
    .command('demo')
    .description('start the service with public data and checks that find what is wrong with it')
    .option('--once', 'end when the report is printed')
    .action(async ({ once }: { once?: boolean }) => {
      const { startProgram } = await import('../service/start-program.ts')
      await startProgram(join(packageFolder, 'demo/demo.ts'), { data: [] }, once ? ['--once'] : [])
    })
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value]

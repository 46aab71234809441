import { Command, CommanderError } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { commands } from './commands/index.ts'
import { CommandFailed } from './command-failed.ts'

/** Nothing is wrong, something was found, or the command could not be done. */
const exitCodes = { good: 0, found: 1, failed: 2 } as const

/** All commands with their arguments, without anything that they need to run. */
export function describeCommands(): Command {
  const program = new Command('assay')
    .description(
      'Finds what is wrong with data: in a file without any set-up, or with a service that remembers.',
    )
    .version(manifest.version, '-V, --version')
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError('Try: assay --help')
    .addHelpText(
      'after',
      `
Examples:
  assay scan orders.csv                    what is wrong with a file, at once
  assay scan data/ --checks checks.yaml    a folder, with checks of your own
  assay start                              the service; its state is in ./.assay
  assay connect local Shop --root-path data
  assay scan --datastore Shop --format junit --output results.xml

The commands that ask a service find it by ASSAY_URL and ASSAY_TOKEN, by assay login, or by ./.assay.`,
    )
  for (const add of commands) add(program)
  // Copied by hand: subcommands take neither from their parent.
  for (const command of withSubcommands(program))
    command.exitOverride().configureOutput({ outputError: (text, write) => write(text) })
  return program
}

/** Runs what the arguments of a process ask for and returns its exit code; tells on standard error why something cannot be done. */
export async function runCommand(args: readonly string[]): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader may leave, as in `assay scan | head`: what was asked is done all the same, and the code says how it ended.
    if (error.code === 'EPIPE') return
    process.stderr.write(`assay: The output cannot be written: ${error.message}\n`)
    process.exit(exitCodes.failed)
  })
  try {
    await describeCommands().parseAsync(args)
    return Number(process.exitCode ?? exitCodes.good)
  } catch (error) {
    // Help and the version end this way, too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.good : exitCodes.failed
    const { explain } = await import('./service/explain.ts')
    const { message, next } = error instanceof CommandFailed ? error : explain(error)
    process.stderr.write(`assay: ${message}\n${next === null ? '' : `Try: ${next}\n`}`)
    return exitCodes.failed
  }
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

import type { Command } from 'commander'

/** Adds the options of every command that asks a service. */
export function addServiceOptions(command: Command): Command {
  return command
    .option('--url <address>', 'where the service is (default: ASSAY_URL, the login, or this machine)')
    .option('--token <token>', 'the API token (default: ASSAY_TOKEN, the login, or that of ./.assay)')
}

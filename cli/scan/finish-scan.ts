import { writeFileSync } from 'node:fs'
import { Option, type Command } from 'commander'
import { CommandFailed } from '../command-failed.ts'
import type { Format } from '../output/formats.ts'
import { failed, type Report } from './report.ts'

/** How a report is shown, and when it fails a build. */
export interface ReportOptions {
  format: Format
  /** A file for the report; then the terminal has the table. */
  output?: string
  failOn: string
}

/** Adds the options that every command with a report has. */
export function addReportOptions(command: Command): Command {
  return command
    .addOption(
      new Option('-f, --format <form>', 'form of the report')
        .choices(['table', 'json', 'junit', 'markdown', 'sarif'])
        .default('table'),
    )
    .option('-o, --output <file>', 'write the report into a file, and the table to the terminal')
    .option('--fail-on <weight>', 'least weight of an anomaly for exit code 1; or any, never', 'any')
}

/** Throws for a threshold that nobody can mean, before any work is done. */
export function requireThreshold({ failOn }: ReportOptions): void {
  if (failOn === 'any' || failOn === 'never' || /^-?\d+$/.test(failOn)) return
  throw new CommandFailed(`--fail-on is "${failOn}"; expected a whole number, any or never.`)
}

/** Writes the report and sets the exit code of the process: 1 when something that was found weighs enough. */
export async function finishScan(report: Report, options: ReportOptions): Promise<void> {
  const { formats } = await import('../output/formats.ts')
  const text = formats[options.format](report)
  if (options.output === undefined) process.stdout.write(text)
  else {
    try {
      writeFileSync(options.output, text)
    } catch (error) {
      throw new CommandFailed(`The report could not be written to ${options.output}.`, null, error)
    }
    process.stdout.write(formats.table(report))
  }
  if (isTooMuch(report, options.failOn)) process.exitCode = 1
}

function isTooMuch(report: Report, failOn: string): boolean {
  if (failOn === 'never') return false
  const findings = failed(report)
  return failOn === 'any'
    ? findings.length > 0
    : findings.some(({ weight }) => (weight ?? 0) >= Number(failOn))
}

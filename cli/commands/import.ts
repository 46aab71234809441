import { readFileSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { CommandFailed } from '../command-failed.ts'
import { fromYaml, jsonText, parseJson, yamlOptions } from '../exact-numbers.ts'

interface ImportOptions {
  datastore: string
  container?: string
  json?: boolean
}

/** `assay import`: the checks of another tool as files of configuration. */
export function addImport(program: Command): void {
  program
    .command('import')
    .description(
      'write the checks of dbt, Great Expectations, Soda or a data contract as files for assay apply',
    )
    .argument('<tool>', 'dbt, great-expectations, soda or odcs')
    .argument('<file>', 'the file of that tool')
    .argument('<folder>', 'where to write')
    .requiredOption('-d, --datastore <name>', 'the datastore that has the tables')
    .option('--container <name>', 'the table, where the file does not say it')
    .option('--json', 'what was read, and what was left over and why, as JSON')
    .action(importChecks)
}

async function importChecks(
  tool: string,
  file: string,
  folder: string,
  options: ImportOptions,
): Promise<void> {
  const [{ importers }, { writeImported }, { parse }] = await Promise.all([
    import('../../importers/index.ts'),
    import('../config/write-imported.ts'),
    import('yaml'),
  ])
  const importer = importers.find(({ name }) => name === tool)
  if (!importer)
    throw new CommandFailed(
      `Files of "${tool}" are not read; known: ${importers.map(({ name }) => name).join(', ')}.`,
    )
  const content = contentOf(file, (text) => parse(text, fromYaml, yamlOptions))
  const { checks, leftovers } = importer.read(content, options.container ?? null)
  const written = await writeImported(folder, options.datastore, tool, checks)
  if (options.json) {
    process.stdout.write(`${jsonText({ checks, leftovers, written }, 2)}\n`)
    return
  }
  const doubtful = checks.filter(({ doubt }) => doubt !== null)
  for (const { container, key, doubt } of doubtful)
    process.stdout.write(`? ${container}/${key}\n    ${doubt}\n`)
  for (const { place, reason } of leftovers) process.stdout.write(`! ${place}\n    ${reason}\n`)
  process.stdout.write(
    `${checks.length} checks (${written} files written anew), ${doubtful.length} of them Drafts to look at; ${leftovers.length} were left over.\nTry: assay plan ${folder}\n`,
  )
}

/** Throws a sentence about a file that is not there, or holds neither JSON nor YAML. */
function contentOf(file: string, parseYaml: (text: string) => unknown): unknown {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new CommandFailed(`There is no file ${file}.`)
  try {
    const text = readFileSync(file, 'utf8')
    // JSON is read by its own parser: a manifest of dbt may have many megabytes.
    return /^\s*\{/.test(text) ? parseJson(text) : parseYaml(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    throw new CommandFailed(`${file} cannot be read: ${reason}`, null, error)
  }
}

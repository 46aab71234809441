import { existsSync, readFileSync } from 'node:fs'
import type { Client, QualityCheckInput } from '../../client/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import { fromYaml, yamlOptions } from '../exact-numbers.ts'
import type { Named } from '../service/named.ts'

/** A check of a file: what the API takes, with the container by its name. */
type GivenCheck = Omit<QualityCheckInput, 'container_id'> & { container: string }

/** The checks that a YAML or JSON file lists, below `checks` or as the whole file. Throws a sentence about the first bad one. */
export async function readChecks(file: string): Promise<GivenCheck[]> {
  if (!existsSync(file)) throw new CommandFailed(`There is no file ${file}, which is to have the checks.`)
  const { parse } = await import('yaml')
  let content: unknown
  try {
    content = parse(readFileSync(file, 'utf8'), fromYaml, yamlOptions)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(`The checks in ${file} cannot be read: ${reason}`, null, error)
  }
  const list: unknown =
    typeof content === 'object' && content !== null && 'checks' in content ? content.checks : content
  if (!Array.isArray(list)) throw new CommandFailed(`${file} has no list of checks.`)
  return list.map((entry: unknown, position) => {
    if (isGiven(entry)) return entry
    throw new CommandFailed(
      `Check ${position + 1} of ${file} needs at least a container and a rule, both by name.`,
    )
  })
}

function isGiven(entry: unknown): entry is GivenCheck {
  if (typeof entry !== 'object' || entry === null) return false
  const { container, rule, rule_type } = entry as Record<string, unknown>
  return typeof container === 'string' && typeof (rule ?? rule_type) === 'string'
}

/** Makes the checks on these containers. Throws the service's own sentence for one that does not fit. */
export async function makeChecks(
  client: Client,
  containers: readonly Named[],
  checks: readonly GivenCheck[],
): Promise<void> {
  for (const { container, ...check } of checks) {
    const found = containers.find(({ name }) => name === container)
    if (!found)
      throw new CommandFailed(
        `A check names the container "${container}", which is not there; there are ${containers.map(({ name }) => name).join(', ')}.`,
      )
    const description = check.description ?? [check.rule ?? check.rule_type, ...namesOf(check)].join(' ')
    try {
      await client.createCheck({ body: { ...check, description, container_id: found.id } })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandFailed(
        `The check "${description}" of ${container} does not fit: ${reason}`,
        null,
        error,
      )
    }
  }
}

const namesOf = ({ fields }: Pick<GivenCheck, 'fields'>): string[] =>
  (fields ?? []).map((field) => (typeof field === 'string' ? field : field.name))

import { connectors } from '../../src/connectors/registry.ts'
import type { Connector } from '../../src/connectors/connector.ts'

/** The parts of a schema that are read here. */
interface Schema {
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  type?: string
}

/** What `assay connect` offers: the types of connections with the members that each takes, as the connectors declare them. */
export function generateConnectionTypes(): { path: string; content: string } {
  const content = [
    '// Written by `npm run generate`; do not edit.',
    '',
    '/** By type: its name for people, the members that it needs and those that it takes, its parameters by what they are, and those without which it is nothing. */',
    'export const connectionTypes = {',
    ...connectors.all().map((connector) => `  ${connector.type}: ${JSON.stringify(factsOf(connector))},`),
    '} as const',
    '',
  ]
  return { path: 'cli/service/connection-types.generated.ts', content: content.join('\n') }
}

function factsOf({ title, connection, requires, takes }: Connector): object {
  const { properties = {}, required = [] }: Schema = connection
  const isNeeded = (member: string): boolean => [...required, ...requires].includes(member)
  const members = [...Object.keys(properties), ...Object.keys(takes)].filter((name) => name !== 'parameters')
  const parameters = withoutNull(properties['parameters'])
  return {
    title,
    needs: members.filter(isNeeded),
    takes: members.filter((member) => !isNeeded(member)),
    parameters: Object.fromEntries(
      Object.entries(parameters.properties ?? {}).map(([name, { type }]) => [
        name,
        type === 'integer' || type === 'number' ? 'number' : 'text',
      ]),
    ),
    needed_parameters: parameters.required ?? [],
  }
}

const withoutNull = (schema: Schema = {}): Schema => schema.anyOf?.[0] ?? schema

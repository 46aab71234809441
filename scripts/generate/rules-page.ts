import type { TSchema } from 'typebox'
import { cellText, type Cell } from '../../src/kernel/cell.ts'
import { rules } from '../../src/rules/registry.ts'
import type { Rule, RuleExample } from '../../src/rules/rule.ts'

const scopes: Record<Rule['scope'], string> = {
  single: 'one field',
  multi: 'one field or more',
  none: 'none: it judges the whole container',
  calculated: 'any number, for information: the expression names its own',
}

/** The reference page of all rule types, printed from the rules themselves. */
export function generateRulesPage(): { path: string; content: string } {
  const sorted = [...rules.all()].sort((a, b) => a.type.localeCompare(b.type, 'en'))
  const content = [
    '<!-- Written by `npm run generate`; do not edit. -->',
    '# Rule types',
    '',
    'Every example below is run on DuckDB, SQLite and PostgreSQL by the tests. A property with the value null counts as left out; an unknown one is refused.',
    '',
    sorted.map(({ type }) => `[${type}](#${type.toLowerCase()})`).join(' · '),
    ...sorted.flatMap(section),
    '',
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/\n+$/, '\n')
  return { path: 'docs/reference/rules.md', content }
}

function section(rule: Rule): string[] {
  const types = rule.accepts === 'all' ? 'all' : rule.accepts.join(', ')
  return [
    '',
    `## ${rule.type}`,
    '',
    `**${rule.title}.** ${rule.description}`,
    '',
    '| | |',
    '|---|---|',
    `| Fields | ${scopes[rule.scope]} |`,
    ...(rule.scope === 'none' ? [] : [`| Field types | ${types} |`]),
    `| Anomalies | ${anomalies(rule)} |`,
    `| Filter | ${rule.filterable ? 'yes' : 'no'} |`,
    `| Coverage | ${rule.supports_coverage ? 'yes' : 'no'} |`,
    `| Weight | ${rule.weight} |`,
    '',
    ...propertyTable(rule),
    ...rule.examples.flatMap((example) => exampleTable(rule, example)),
  ]
}

function anomalies(rule: Rule): string {
  if (rule.family === 'row')
    return 'one a failing row (record), or one for all when they are many or coverage is below 1 (shape)'
  if (rule.family === 'size') return 'one a partition (shape)'
  return 'one a container (shape)'
}

function propertyTable(rule: Rule): string[] {
  const required = rule.properties.required ?? []
  const entries = Object.entries<TSchema>(rule.properties.properties)
  if (entries.length === 0) return ['No properties.', '']
  return [
    '| Property | Type | Required | Meaning |',
    '|---|---|---|---|',
    ...entries.map(([name, schema]) => {
      const { description = '' } = present(schema) as { description?: string }
      return `| \`${name}\` | ${typeName(present(schema))} | ${required.includes(name) ? 'yes' : 'no'} | ${escaped(description)} |`
    }),
    '',
  ]
}

interface Shape {
  type?: string
  anyOf?: Shape[]
  enum?: unknown[]
  items?: Shape
  properties?: Record<string, Shape>
}

/** An optional property without its null. */
function present(schema: Shape): Shape {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  return others?.length === 1 && others[0] ? others[0] : schema
}

function typeName(schema: Shape): string {
  const shape = present(schema)
  if (shape.anyOf) return shape.anyOf.map(typeName).join(' or ')
  if (shape.enum) return shape.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (shape.items) return `list of ${typeName(shape.items)}`
  if (shape.properties) {
    return `{${Object.entries(shape.properties)
      .map(([name, inner]) => `${name}: ${typeName(inner)}`)
      .join(', ')}}`
  }
  return shape.type ?? 'any'
}

function exampleTable(rule: Rule, { shows, columns, rows, given, failing, fails }: RuleExample): string[] {
  const names = Object.keys(columns)
  const perRow = rule.family === 'row'
  const verdict = (index: number) =>
    perRow ? [failing?.includes(index) === true ? '**fails**' : 'passes'] : []
  const heading = [...names.map((name) => `${escaped(name)} (${columns[name]})`), ...(perRow ? ['Row'] : [])]
  const table = [
    `| ${heading.join(' | ')} |`,
    `|${heading.map(() => '---').join('|')}|`,
    ...rows.map((row, index) => `| ${[...row.map(cell), ...verdict(index)].join(' | ')} |`),
  ]
  return [
    `Example: ${shows}.`,
    '',
    `\`\`\`json\n${JSON.stringify({ rule: rule.type, ...given })}\n\`\`\``,
    '',
    ...table,
    '',
    ...(perRow ? [] : [outcome(rows.length, fails), '']),
  ]
}

function outcome(rows: number, fails: RuleExample['fails']): string {
  const over = rows === 0 ? 'Without rows, the' : 'The'
  if (!fails) return `${over} check passes.`
  const count = fails.anomalous_records
  return `${over} check fails${count === null ? '' : ` with ${count} anomalous ${count === 1 ? 'record' : 'records'}`}.`
}

/** Texts in quotes, so that blanks, line breaks and the empty text can be seen. */
const cell = (value: Cell): string => (value === null ? 'NULL' : `\`${escaped(written(value))}\``)

// JSON has no negative zero.
const written = (value: Cell): string => (Object.is(value, -0) ? '-0' : cellText(value))

const escaped = (text: string): string => text.replaceAll('|', '\\|')

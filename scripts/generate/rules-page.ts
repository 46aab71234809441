import type { TSchema } from 'typebox'
import { cellText, type Cell } from '../../src/kernel/cell.ts'
import { familyOf } from '../../src/engine/families/table.ts'
import { rules } from '../../src/rules/registry.ts'
import type { Rule, RuleExample } from '../../src/rules/rule.ts'

const scopes: Record<Rule['scope'], string> = {
  single: 'one field',
  multi: 'one field or more',
  none: 'none: it judges the whole container',
  calculated: 'any number, for information: the expression itself names the fields that it reads',
}

/** The reference page of all rule types, printed from the rules themselves. */
export function generateRulesPage(): { path: string; content: string } {
  const sorted = [...rules.all()].sort((a, b) => a.type.localeCompare(b.type, 'en'))
  const content = [
    '<!-- Written by `npm run generate`; do not edit. -->',
    '# Rule types',
    '',
    'The tests run every example below on Parquet files, SQLite and PostgreSQL, and on MariaDB where it is installed. A property with the value null counts as left out; an unknown property is refused.',
    '',
    'In the examples another container that a check refers to is shown below the judged one, under its id.',
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
    `| Fields | ${fieldsOf(rule)} |`,
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

function fieldsOf({ properties, scope }: Rule): string {
  return 'target_fields' in properties.properties
    ? 'any number: those that entities are recognised by, when `target_fields` is left out'
    : scopes[scope]
}

function anomalies(rule: Rule): string {
  const { judges } = familyOf(rule)
  if (judges === 'rows') {
    return 'one for each failing row (record); one for all of them (shape) when they are more than the roll-up threshold, or when coverage is below 1'
  }
  if (judges === 'partition') return 'one for each failing partition (shape)'
  if ('measures' in rule && rule.measures === 'value') return 'one for the row with the value (record)'
  return 'one for the container (shape)'
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

function exampleTable(rule: Rule, example: RuleExample): string[] {
  const { shows, columns, rows, given, failing, fails } = example
  return [
    `Example: ${shows}.`,
    '',
    `\`\`\`json\n${JSON.stringify({ rule: rule.type, ...given })}\n\`\`\``,
    '',
    ...tableOf(columns, rows, failing ?? null),
    '',
    ...Object.entries(example.references ?? {}).flatMap(([id, other]) => [
      `The container ${id}:`,
      '',
      ...tableOf(other.columns, other.rows, null),
      '',
    ]),
    ...circumstances(example),
    ...(failing ? [] : [outcome(rows.length, fails), '']),
  ]
}

/** `failing` are the indexes of the rows that fail; null for a table whose rows are not judged one by one. */
function tableOf(columns: RuleExample['columns'], rows: Cell[][], failing: number[] | null): string[] {
  const heading = Object.entries(columns).map(([name, type]) => `${escaped(name)} (${type})`)
  if (failing) heading.push('Row')
  const verdict = (index: number) => (failing ? [failing.includes(index) ? '**fails**' : 'passes'] : [])
  return [
    `| ${heading.join(' | ')} |`,
    `|${heading.map(() => '---').join('|')}|`,
    ...rows.map((row, index) => `| ${[...row.map(cell), ...verdict(index)].join(' | ')} |`),
  ]
}

/** The circumstances of an example besides its tables: earlier scans, and the age of the container. */
function circumstances({ measured_before: before, modified_before: age }: RuleExample): string[] {
  return [
    ...(before
      ? [
          `Daily scans before this one measured, newest first: ${before.map((value) => `\`${value}\``).join(', ')}.`,
          '',
        ]
      : []),
    ...(age === undefined ? [] : [`The container was modified ${age} milliseconds before the scan.`, '']),
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

import { globSync } from 'node:fs'
import type { FieldType } from '../../src/model/field.ts'
import { rules } from '../../src/rules/registry.ts'
import type { Rule, RuleExample, RuleInput } from '../../src/rules/rule.ts'
import { validateCheck } from '../../src/rules/validate.ts'
import { column, segment } from '../../src/sql/build.ts'
import type { Dialect } from '../../src/sql/dialect.ts'
import registered from '../../src/sql/dialects/index.generated.ts'
import type { Expression } from '../../src/sql/ast.ts'
import { printExpression } from '../../src/sql/print.ts'

const folder = 'test/sql/golden'
/** Stands for the time of the scan. */
const now = '2026-01-31T12:00:00.000Z'

type NativeTypes = Partial<Record<FieldType, string>>
const ofMysql: NativeTypes = { Integral: 'bigint(20)', Fractional: 'double', String: 'longtext' }
const nativesOf: Record<string, NativeTypes> = {
  duckdb: { Integral: 'BIGINT', Fractional: 'DOUBLE', String: 'VARCHAR' },
  postgresql: { Integral: 'bigint', Fractional: 'double precision', String: 'text' },
  mariadb: ofMysql,
  mysql: ofMysql,
  clickhouse: { Integral: 'Int64', Fractional: 'Float64', String: 'String' },
  redshift: { Integral: 'bigint', Fractional: 'double precision', String: 'character varying' },
  trino: { Integral: 'bigint', Fractional: 'double', String: 'varchar' },
  athena: { Integral: 'bigint', Fractional: 'double', String: 'varchar' },
  spark: { Integral: 'bigint', Fractional: 'double', String: 'string' },
  databricks: { Integral: 'bigint', Fractional: 'double', String: 'string' },
  bigquery: { Integral: 'INT64', Fractional: 'FLOAT64', String: 'STRING' },
  snowflake: { Integral: 'NUMBER(38,0)', Fractional: 'FLOAT', String: 'VARCHAR' },
  oracle: { Integral: 'NUMBER(18,0)', Fractional: 'BINARY_DOUBLE', String: 'VARCHAR2(100)' },
  sqlserver: { Integral: 'bigint', Fractional: 'float', String: 'nvarchar(100)' },
  sqlite: { Integral: 'INTEGER', Fractional: 'REAL', String: 'TEXT' },
}
const known = Object.keys(nativesOf)
/** In the order of their native types; one without them comes last, with the types as the service calls them. */
const dialects: readonly Dialect[] = [...registered].sort((one, other) => rank(one.name) - rank(other.name))

function rank(name: string): number {
  return known.includes(name) ? known.indexOf(name) : known.length
}

/** Families whose rules answer with SQL of their own; the others are judged by the engine or by numbers. */
const printedFamilies = new Set<Rule['family']>(['row', 'aggregate', 'grouped', 'segments'])

/** One file a rule with what each example becomes on each engine; rules that never reach SQL have none. */
export function generateGoldenSql(): { path: string; content: string }[] {
  return rules
    .all()
    .filter((rule) => printedFamilies.has(rule.family))
    .map((rule) => ({
      path: `${folder}/${rule.type}.sql`,
      content: [
        '-- Written by `npm run generate`; do not edit.',
        ...rule.examples.flatMap(example(rule)),
        '',
      ].join('\n'),
    }))
}

/** Golden files on disk whose rule is gone. */
export const orphanedGoldenSql = (written: readonly { path: string }[]): string[] =>
  globSync(`${folder}/*.sql`).filter((path) => !written.some((file) => file.path === path))

const example = (rule: Rule) => (shown: RuleExample) => [
  '',
  `-- ${shown.shows}`,
  ...dialects.flatMap((dialect) => [
    `-- ${dialect.name}`,
    ...Object.entries(expressions(rule, inputOf(rule, shown, nativesOf[dialect.name] ?? {}))).map(
      ([what, expression]) => line(what, expression, dialect),
    ),
  ]),
]

function inputOf(rule: Rule, { columns, given }: RuleExample, natives: NativeTypes): RuleInput {
  const fields = Object.entries(columns).map(([name, type]) => ({
    name,
    type,
    native_type: natives[type] ?? type.toLowerCase(),
    nullable: true,
  }))
  const { coverage = 1, filter = null, properties = null } = given
  const definition = { rule_type: rule.type, fields: given.fields, coverage, filter, properties }
  return validateCheck(definition, { name: 'example', fields }, now).input
}

/** The statements that a rule asks an engine for, by their kind. */
function expressions(rule: Rule, input: RuleInput): Record<string, Expression> {
  switch (rule.family) {
    case 'row':
      return { failing: rule.failing(input) }
    case 'aggregate':
      return Object.fromEntries(
        Object.entries(rule.measures(input)).map(([name, { aggregate, of }]) => [
          `${aggregate} as ${name}`,
          of,
        ]),
      )
    case 'grouped':
      return Object.fromEntries(input.fields.map((field, index) => [`group by ${index + 1}`, column(field)]))
    case 'segments':
      return { 'group by': segment(rule.segments(input).interval, column(input.field)) }
    default:
      return {}
  }
}

function line(what: string, expression: Expression, dialect: Dialect): string {
  const { sql, parameters } = printExpression(expression, dialect)
  const bound =
    parameters.length === 0 ? '' : ` -- ${parameters.map((value) => JSON.stringify(value)).join(', ')}`
  return `/* ${what} */ ${sql};${bound}`
}

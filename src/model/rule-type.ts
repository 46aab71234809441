import { Type, type Static } from 'typebox'
import { anomalyTypes } from './anomaly.ts'
import { fieldTypes } from './field.ts'
import { described, FreeObject, Id, nullable, SourceName } from './wire.ts'

/** What a property of a rule asks for, so that a client can offer the right input. */
export const propertyKinds = [
  'boolean',
  'number',
  'integer',
  'text',
  'choice',
  'list',
  'object',
  'field',
  'fields',
  'container',
  'datastore',
  'sql',
  'regular_expression',
] as const
export type PropertyKind = (typeof propertyKinds)[number]

/** How many fields a check of a rule names: one, one or more, none, or any number that its expression reads. */
export const ruleScopes = ['single', 'multi', 'none', 'calculated'] as const

/** Whose SQL a property holds: that of the check's own datastore, or of the other container's. */
export const sqlSides = ['own', 'other'] as const

const RuleProperty = Type.Object(
  {
    name: Type.String({ description: 'Its name among the properties of a check' }),
    kind: described(Type.Enum(propertyKinds), 'What it asks for'),
    required: Type.Boolean({ description: 'True: a check of the rule cannot do without it' }),
    description: Type.String({ description: 'What it means, for people' }),
    values: nullable(Type.Array(Type.String()), 'What it may be; null: anything of its kind'),
    sql_of: nullable(
      Type.Enum(sqlSides),
      'Of SQL: whether it is that of the datastore of the check or of the other container; null: it is no SQL',
    ),
    schema: described(FreeObject, 'Its JSON Schema'),
  },
  { title: 'RuleProperty', description: 'A property of the checks of a rule' },
)
export type RuleProperty = Static<typeof RuleProperty>

const exampleCheck = {
  shows: Type.String({ description: 'What it shows, in a few words' }),
  fields: described(Type.Array(SourceName), 'The fields of the check'),
  properties: described(FreeObject, 'The properties of the check'),
  filter: nullable(Type.String(), 'The filter of the check; null: it has none'),
  coverage: Type.Number({ description: 'The coverage of the check' }),
}

const RuleTypeExample = Type.Object(exampleCheck, {
  title: 'RuleExample',
  description: 'A check of a rule',
})

const exampleTable = {
  columns: described(
    Type.Array(
      Type.Object(
        {
          name: described(SourceName, 'The name of the field'),
          type: described(Type.Enum(fieldTypes), 'Its type'),
        },
        { title: 'ExampleColumn', description: 'A field of a table that shows what a rule does' },
      ),
    ),
    'The fields of its table',
  ),
  rows: Type.Array(Type.Array(Type.Unknown()), {
    description: 'The rows of its table, a value for each column; NaN and infinities are texts',
  }),
}

/** A check, the rows that it judges, and what it finds: each is a test of the rule on every engine. */
export const ExecutedRuleExample = Type.Object(
  {
    ...exampleCheck,
    ...exampleTable,
    failing_rows: nullable(
      Type.Array(Type.Integer()),
      'Which rows fail, counted from 0; null: the check judges them together',
    ),
    fails: Type.Boolean({ description: 'True: rows fail, or the rows together do' }),
    anomalous_records: nullable(
      Type.Integer(),
      'How many rows are to blame; null: nobody can say which, or none are',
    ),
    references: described(
      Type.Array(
        Type.Object(
          {
            container_id: described(Id, 'The id by which the properties name it'),
            ...exampleTable,
          },
          { title: 'ExampleContainer', description: 'Another container that the check reads' },
        ),
      ),
      'The other containers that the check reads',
    ),
    measured_before: Type.Array(Type.Unknown(), {
      description: 'What earlier scans measured, newest first, a day apart: numbers, NaN as a text',
    }),
    modified_before_ms: nullable(
      Type.Integer(),
      'How long before the scan the container was modified, milliseconds; null: it does not matter',
    ),
  },
  { title: 'ExecutedRuleExample', description: 'A check of a rule on a table, and what it finds there' },
)
export type ExecutedRuleExample = Static<typeof ExecutedRuleExample>

/** A rule type with all that an editor of checks needs to know. */
export const RuleSpecification = Type.Object(
  {
    rule_type: Type.String({ description: 'Its name in checks' }),
    title: Type.String({ description: 'Its name for people' }),
    description: Type.String({ description: 'When a row or a container fails, and what NULL does' }),
    fields: described(
      Type.Enum(ruleScopes),
      'How many fields a check names: one, one or more, none, or any number that its expression reads',
    ),
    field_types: described(Type.Array(Type.Enum(fieldTypes)), 'The types that its fields may have'),
    filterable: Type.Boolean({ description: 'True: a check may have a filter' }),
    supports_coverage: Type.Boolean({ description: 'True: a check may have a coverage below 1' }),
    reads_other_container: Type.Boolean({ description: 'True: a check compares with another container' }),
    anomaly_types: described(
      Type.Array(Type.Enum(anomalyTypes)),
      'What its anomalies are: one failing row, or a finding about the container or many rows',
    ),
    weight: Type.Integer({ description: 'Points that it adds to the weight of a check' }),
    properties: described(Type.Array(RuleProperty), 'What a check tells it'),
    properties_schema: described(FreeObject, 'JSON Schema of all properties together'),
    examples: described(Type.Array(RuleTypeExample), 'Checks that show what it does'),
  },
  { title: 'RuleSpecification', description: 'A kind of demand on data' },
)
export type RuleSpecification = Static<typeof RuleSpecification>

/** A rule type with the tables of its examples. */
export const ExplainedRule = Type.Object(
  {
    ...RuleSpecification.properties,
    examples: described(Type.Array(ExecutedRuleExample), 'Checks on small tables, and what they find there'),
  },
  { title: 'ExplainedRule', description: 'A kind of demand on data, and what it finds in small tables' },
)
export type ExplainedRule = Static<typeof ExplainedRule>

/** How a check is judged, in SQL. */
export const CheckSql = Type.Object(
  {
    dialect: Type.String({ description: 'The engine whose SQL it is' }),
    sql: Type.String({ description: 'The statements one after the other; empty where there are none' }),
    statements: Type.Array(Type.String(), {
      description: 'The statements in the order in which they are sent',
    }),
    reason: nullable(
      Type.String(),
      'What the statements do not tell, such as what the service judges itself; null: nothing',
    ),
  },
  {
    title: 'CheckSql',
    description:
      'How a check is judged, for reading: containers go by their names, and literals are withheld where a masked field is computed with',
  },
)
export type CheckSql = Static<typeof CheckSql>

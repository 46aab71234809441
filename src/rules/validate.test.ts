import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ServiceError, type Violation } from '../kernel/errors.ts'
import type { DiscoveredField, FieldType } from '../model/field.ts'
import { rules } from './registry.ts'
import { validateCheck, validateWithoutContainer, type TestedDefinition } from './validate.ts'

const now = '2026-01-31T12:00:00.000Z'
const field = (name: string, type: FieldType): DiscoveredField => ({
  name,
  type,
  native_type: type.toLowerCase(),
  nullable: true,
})
const orders = {
  name: 'orders',
  fields: [
    field('total', 'Integral'),
    field('discount', 'Fractional'),
    field('status', 'String'),
    field('sent', 'Timestamp'),
    field('lines', 'Array'),
  ],
}

const validate = (definition: Partial<TestedDefinition>) =>
  validateCheck(
    { rule_type: 'notNull', fields: ['total'], coverage: 1, filter: null, properties: null, ...definition },
    orders,
    now,
  )

/** The violations of a refusal; fails when there is none. */
function refusals(definition: Partial<TestedDefinition>): readonly Violation[] {
  try {
    validate(definition)
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error))
    assert.equal(error.status, 422)
    assert.ok(error.violations && error.violations.length > 0)
    for (const { msg } of error.violations) assert.match(msg, /[.?]$/)
    return error.violations
  }
  assert.fail('it was accepted')
}

const refusal = (definition: Partial<TestedDefinition>): [string, string] => {
  const [first] = refusals(definition)
  return [first?.loc.join('.') ?? '', first?.msg ?? '']
}

describe('a definition that fits', () => {
  test('gives the rule and what it answers from', () => {
    const { rule, input } = validate({
      rule_type: 'greaterThanField',
      properties: {
        field_name: 'discount',
        inclusive: null,
        numeric_comparator: { epsilon: 1, as_absolute: null },
      },
    })
    assert.equal(rule.type, 'greaterThanField')
    assert.equal(input.field.name, 'total')
    assert.deepEqual(input.properties, { field_name: 'discount', numeric_comparator: { epsilon: 1 } })
    assert.equal(input.container, 'orders')
    assert.equal(input.now, now)
    assert.equal(input.named('status', 'field_name').type, 'String')
  })

  test('may have null for properties, unknown keys with null, and a blank filter where none is taken', () => {
    validate({ properties: null })
    validate({ properties: { min: null, anything: null } })
    validate({ rule_type: 'fieldCount', fields: [], properties: { value: 5 }, filter: '  ' })
  })

  test('has no first field when the rule takes none', () => {
    const { input } = validate({ rule_type: 'fieldCount', fields: [], properties: { value: 5 } })
    assert.throws(() => input.field, /no field/)
  })

  test('is every example of every rule', () => {
    for (const rule of rules.all()) {
      assert.ok(rule.examples.length >= 2, rule.type)
      for (const { given, columns, references = {} } of rule.examples) {
        const fieldsOf = (table: typeof columns) =>
          Object.entries(table).map(([name, type]) => field(name, type))
        const fields = fieldsOf(columns)
        const others = Object.entries(references).map(([id, other]) => ({
          container_id: Number(id),
          datastore_id: 1,
          name: `other ${id}`,
          fields: fieldsOf(other.columns),
        }))
        const known = new Map(others.map((other) => [other.container_id, other]))
        const { coverage = 1, filter = null, properties = null } = given
        validateCheck(
          { rule_type: rule.type, fields: given.fields, coverage, filter, properties },
          { name: 'example', fields, references: known },
          now,
        )
      }
    }
  })
})

describe('a definition is refused, naming the member, when', () => {
  test('its rule is unknown', () => {
    const [at, says] = refusal({ rule_type: 'notNul' })
    assert.equal(at, 'body.rule')
    assert.match(says, /"notNul".*known: .*notNull/)
  })

  test('a field is unknown, in other letter case, or named twice', () => {
    assert.match(refusal({ fields: ['price'] }).join(' '), /^body.fields .*"price"; known: total, discount/)
    assert.match(refusal({ fields: ['Total'] }).join(' '), /did you mean total\?/)
    assert.match(refusal({ fields: ['total', 'total'] }).join(' '), /named twice/)
  })

  test('it has too few or too many fields', () => {
    assert.match(refusal({ fields: [] }).join(' '), /^body.fields notNull takes one field or more; 0 given/)
    assert.match(
      refusal({ rule_type: 'positive', fields: ['total', 'discount'] }).join(' '),
      /^body.fields positive takes exactly one field; 2 given/,
    )
    assert.match(
      refusal({ rule_type: 'fieldCount', properties: { value: 1 } }).join(' '),
      /^body.fields fieldCount takes no fields/,
    )
  })

  test('a field has a type that the rule does not judge', () => {
    assert.match(
      refusal({ rule_type: 'positive', fields: ['status'] }).join(' '),
      /^body.fields positive judges fields of type Integral, Fractional; `status` is String \(string\)/,
    )
    refusal({ rule_type: 'expectedValues', fields: ['lines'], properties: { list: ['a'] } })
  })

  test('coverage is outside 0 to 1, or the rule has none', () => {
    for (const coverage of [-0.1, 1.1, Number.NaN]) assert.equal(refusal({ coverage })[0], 'body.coverage')
    assert.match(
      refusal({ rule_type: 'distinctCount', coverage: 0.9, properties: { value: 1 } }).join(' '),
      /^body.coverage distinctCount gives one verdict/,
    )
  })

  test('a rule about the whole container is given a filter', () => {
    const definition = { rule_type: 'fieldCount', fields: [], properties: { value: 1 }, filter: 'total > 1' }
    assert.match(refusal(definition).join(' '), /^body.filter fieldCount judges the whole container/)
  })

  test('a property is unknown, and the known ones are named', () => {
    assert.deepEqual(refusals({ rule_type: 'minValue', properties: { value: 1, inclusve: true } }), [
      {
        loc: ['body', 'properties', 'inclusve'],
        msg: 'minValue has no property "inclusve"; known: value, inclusive.',
        type: 'unknown_member',
      },
    ])
    assert.match(refusal({ rule_type: 'positive', properties: { value: 1 } }).join(' '), /it has none/)
    const nested = { field_name: 'discount', numeric_comparator: { epsilon: 1, percent: true } }
    assert.equal(
      refusal({ rule_type: 'equalToField', properties: nested })[0],
      'body.properties.numeric_comparator.percent',
    )
  })

  test('elements of lists and rare texts may be named only to be left aside', () => {
    for (const rule_type of ['notNull', 'unique']) {
      validate({ rule_type, fields: ['lines'], properties: { is_element_context: false } })
      assert.equal(
        refusal({ rule_type, fields: ['lines'], properties: { is_element_context: true } })[0],
        'body.properties.is_element_context',
      )
      // A template is told the same.
      const template = { rule_type, coverage: 1, filter: null, properties: { is_element_context: true } }
      assert.throws(() => validateWithoutContainer(template), /cannot be judged one by one/)
    }
    const texts = (rule_type: string, properties: object) => ({
      rule_type,
      fields: ['status'],
      properties: { ...properties, is_element_context: false },
    })
    validate(texts('notEmpty', {}))
    validate(texts('minLength', { value: 1 }))
    validate(texts('maxLength', { value: 1 }))
    const resolve = (consider_term_frequency: boolean) => ({
      rule_type: 'entityResolution',
      fields: [],
      properties: {
        distinct_field_name: 'total',
        target_fields: [{ field_name: 'status', consider_term_frequency }],
      },
    })
    validate(resolve(false))
    assert.match(refusal(resolve(true)).join(' '), /^body.properties.target_fields .*rare/)
  })

  test('a property is missing or of another type, each with its own sentence', () => {
    assert.match(refusal({ rule_type: 'minValue' }).join(' '), /^body.properties.value minValue needs/)
    const violations = refusals({ rule_type: 'minValue', properties: { value: true, inclusive: 'no' } })
    assert.deepEqual(
      violations.map(({ msg }) => msg),
      ['The property "value" must be a number or text.', 'The property "inclusive" must be true or false.'],
    )
    for (const properties of [{ value: '1e5' }, { value: '' }, { value: '.5' }, { value: '9'.repeat(39) }])
      assert.match(
        refusal({ rule_type: 'minValue', properties }).join(' '),
        /^body.properties.value .* is not a number/,
      )
    const bounds = { min: '9223372036854775807', max: '9223372036854775806' }
    assert.match(
      refusal({ rule_type: 'between', properties: bounds }).join(' '),
      /^body.properties.min .* no value could pass/,
    )
  })

  test('a list holds null, nothing, or values that the field cannot have', () => {
    const list = (values: unknown[], fields = ['total']) =>
      refusal({ rule_type: 'expectedValues', fields, properties: { list: values } })
    assert.match(list([1, null]).join(' '), /^body.properties.list.1 .*not null/)
    assert.equal(list([])[0], 'body.properties.list')
    assert.match(list([1, 'one']).join(' '), /^body.properties.list.1 "one" cannot be a value of `total`/)
    assert.match(list([1], ['status']).join(' '), /write text in quotes/)
    assert.match(list(['2024-02-30'], ['sent']).join(' '), /is not a date or time/)
  })

  test('another field is unknown, the same, or of an unlike type', () => {
    const other = (field_name: string) =>
      refusal({ rule_type: 'equalToField', properties: { field_name } }).join(' ')
    assert.match(other('price'), /^body.properties.field_name .*no field called "price"/)
    assert.match(other('total'), /compared with itself/)
    assert.match(other('status'), /cannot be compared/)
  })

  test('a pattern does not compile or a text holds a NUL', () => {
    const pattern = (text: string) =>
      refusal({ rule_type: 'matchesPattern', fields: ['status'], properties: { pattern: text } }).join(' ')
    assert.match(pattern('(open'), /^body.properties.pattern The pattern does not compile/)
    assert.match(pattern('a\0'), /NUL/)
    validate({
      rule_type: 'matchesPattern',
      fields: ['status'],
      properties: { pattern: '(?i)a\\-b\\u0000?' },
    })
  })

  test('bounds leave no value, or there are none', () => {
    assert.match(refusal({ rule_type: 'between', properties: { min: 2, max: 1 } })[1], /no value could pass/)
    const times = { min_time: '2024-02-01', max_time: '2024-01-01' }
    assert.match(
      refusal({ rule_type: 'betweenTimes', fields: ['sent'], properties: times })[1],
      /no value could pass/,
    )
    assert.match(refusal({ rule_type: 'betweenTimes', fields: ['sent'] })[1], /min_time, max_time or both/)
    const excluded = { min: '1.0', max: 1, inclusive_max: false }
    assert.match(refusal({ rule_type: 'between', properties: excluded })[1], /no value could pass/)
    validate({ rule_type: 'between', properties: { min: 1, max: 1 } })
    validate({
      rule_type: 'betweenTimes',
      fields: ['sent'],
      properties: { ...times, max_time: '2024-02-01' },
    })
    const metric = { comparison: 'Absolute Value', min: 2, max: 1 }
    assert.match(refusal({ rule_type: 'metric', properties: metric })[1], /no number could pass/)
    const rows = (properties: object) => ({
      rule_type: 'volumetric',
      fields: [],
      properties: { comparison: 'Absolute Value', ...properties },
    })
    const [place, sentence] = refusal(rows({ max: -1 }))
    assert.equal(place, 'body.properties.max')
    assert.match(sentence, /max \(-1\) is below 0.* no number could pass.*Absolute Change/)
    validate(rows({ max: 0 }))
    validate(rows({ comparison: 'Absolute Change', max: -1 }))
    validate({ rule_type: 'metric', properties: { comparison: 'Absolute Value', max: -1 } })
  })

  test('bounds of a template leave no value, whatever its container will be', () => {
    const template = (rule_type: string, properties: object) =>
      validateWithoutContainer({ rule_type, coverage: 1, filter: null, properties: { ...properties } })
    const none = /could pass/
    assert.throws(() => template('between', { min: 2, max: 1 }), none)
    assert.throws(() => template('metric', { comparison: 'Absolute Change', min: 2, max: 1 }), none)
    assert.throws(() => template('betweenTimes', { min_time: '2024-02-01', max_time: '2024-01-01' }), none)
    const sizes = { interval_name: 'Monthly', min_size: 2, max_size: 1 }
    assert.throws(() => template('timeDistributionSize', sizes), none)
    assert.throws(() => template('matchesPattern', { pattern: '(open' }), /does not compile/)
    // Its field may be one of days, of which this is one.
    template('betweenTimes', { min_time: '2024-02-01T09:00:00Z', max_time: '2024-02-01T08:00:00Z' })
  })
})

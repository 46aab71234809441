import type {
  Field,
  OpenCheckStatus,
  QualityCheck,
  QualityCheckInput,
  RuleProperty,
  RuleSpecification,
  RuleType,
} from '../../api/api.generated.ts'
import { textOf } from '../../kit/cell.tsx'
import { numeralOf } from '../../checks/numeral.ts'
import { isOther } from '../../kit/unsaved-input.ts'
import { merged } from '../../drafts/merged.ts'
import { wordsOf } from '../../checks/properties.ts'
import { somebodyOf, type Somebody } from './people-of.ts'

/** A check as it stands in the form: everything as the text that a person writes. */
export interface Draft {
  datastoreId: number | null
  containerId: number | null
  rule: string | null
  fields: readonly string[]
  /** By the name of the property; lists have a line for each value. */
  properties: Readonly<Record<string, string>>
  filter: string
  /** In percent. */
  coverage: string
  /** Empty: the proposed one is taken. */
  description: string
  /** Between commas. */
  tags: string
  /** Null: whoever makes it, or nobody. */
  owner: Somebody | null
  /** Whom its new anomalies are assigned to. */
  assignee: Somebody | null
}

/** A form in which nothing is written. */
export const blank: Draft = {
  datastoreId: null,
  containerId: null,
  rule: null,
  fields: [],
  properties: {},
  filter: '',
  coverage: '100',
  description: '',
  tags: '',
  owner: null,
  assignee: null,
}

/** The form of a check that is kept. */
export function draftOf(check: QualityCheck): Draft {
  return {
    datastoreId: check.datastore.id,
    containerId: check.container.id,
    rule: check.rule_type,
    fields: check.fields.map(({ name }) => name),
    properties: Object.fromEntries(
      Object.entries(check.properties).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, written(value)]],
      ),
    ),
    filter: check.filter ?? '',
    coverage: String(Number((check.coverage * 100).toPrecision(12))),
    description: check.description,
    tags: check.global_tags.map(({ name }) => name).join(', '),
    owner: somebodyOf(check.owner),
    assignee: somebodyOf(check.default_anomaly_assignee),
  }
}

/** `merged`, but for the fields: a rule of one field judges those that were chosen together. */
export function mergedDraft(mine: Draft, base: Draft, theirs: Draft): Draft {
  const { fields } = isOther(mine.fields, base.fields) ? mine : theirs
  return { ...merged(mine, base, theirs), fields }
}

function written(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value)
}

/** What the service is asked for; a string says what is still to be chosen. */
export function inputOf(
  draft: Draft,
  rule: RuleSpecification | undefined,
  fields: readonly Field[],
  status: OpenCheckStatus,
): QualityCheckInput | string {
  if (draft.containerId === null) return 'Choose a table or file.'
  if (rule === undefined) return 'Choose a rule.'
  if ((rule.fields === 'single' || rule.fields === 'multi') && draft.fields.length === 0) {
    return 'Choose what the rule is about: a field.'
  }
  const missing = rule.properties.find(({ name, required }) => required && !draft.properties[name]?.trim())
  if (missing) return `Fill in "${wordsOf(missing.name)}".`
  const limits = rule.properties.filter(({ kind }) => ['number', 'integer', 'text'].includes(kind))
  if (!rule.properties.some(({ required }) => required) && limits.length > 0) {
    if (limits.every(({ name }) => !draft.properties[name]?.trim())) {
      return `Fill in one of ${limits.map(({ name }) => `"${wordsOf(name)}"`).join(', ')}.`
    }
  }
  const coverage = Number(draft.coverage) / 100
  if (!(coverage >= 0 && coverage <= 1)) return 'The share of rows is a number from 0 to 100.'
  try {
    return {
      container_id: draft.containerId,
      rule: rule.rule_type as RuleType,
      fields: rule.fields === 'none' ? [] : [...draft.fields],
      properties: propertiesOf(draft, rule, fields),
      filter: draft.filter.trim() || null,
      ...(rule.supports_coverage && { coverage }),
      description: draft.description.trim() || proposal(draft, rule),
      tags: draft.tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
      status,
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'Something in the form cannot be read.'
  }
}

/** The description that is proposed as long as nobody wrote one. */
export function proposal(draft: Draft, rule: RuleSpecification): string {
  const about = draft.fields.length === 0 ? rule.title : `${rule.title} of ${draft.fields.join(', ')}`
  const limits = rule.properties.flatMap(({ name }) => {
    const text = draft.properties[name]?.trim().replaceAll('\n', ', ')
    return text ? [`${wordsOf(name).toLowerCase()} ${text}`] : []
  })
  return [about, limits.join(', ')].filter((part) => part !== '').join(': ')
}

function propertiesOf(
  draft: Draft,
  rule: RuleSpecification,
  fields: readonly Field[],
): Record<string, unknown> {
  const type = fields.find(({ name }) => name === draft.fields[0])?.type
  return Object.fromEntries(
    rule.properties.flatMap((property) => {
      const text = draft.properties[property.name] ?? ''
      return text.trim() === '' ? [] : [[property.name, valueOf(property, text, type)]]
    }),
  )
}

/** The value of a property as its text says. Throws a sentence when the text cannot be one. */
function valueOf({ name, kind }: RuleProperty, text: string, type: Field['type'] | undefined): unknown {
  const lines = text.split('\n').filter((line) => line !== '')
  switch (kind) {
    case 'number':
    case 'integer':
      return numeralOf(text.trim())
    case 'container':
    case 'datastore':
      return Number(text)
    case 'boolean':
      return text === 'true'
    case 'fields':
      return lines
    case 'list':
      return lines.map((line) => itemOf(line, type))
    case 'object':
      return parsed(name, text)
    default:
      return text
  }
}

function itemOf(line: string, type: Field['type'] | undefined): unknown {
  if (line.startsWith('{')) return parsed('The line', line)
  if (type === 'Integral' || type === 'Fractional') return numeralOf(line.trim())
  if (type === 'Boolean' && (line === 'true' || line === 'false')) return line === 'true'
  return line
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`"${wordsOf(name)}" is not JSON.`)
  }
}

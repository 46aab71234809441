import type { Field, RuleProperty, RuleSpecification } from '../../api/api.generated.ts'
import { DatastoreChooser } from '../../sources/datastore-chooser.tsx'
import { wordsOf } from '../../checks/properties.ts'
import { CodeArea, Select, TextArea, TextField } from '../../kit/fields.tsx'
import { ContainerChooser } from '../../sources/container-chooser.tsx'
import type { Draft } from './draft.ts'

interface Given {
  rule: RuleSpecification
  draft: Draft
  /** All of the container. */
  fields: readonly Field[]
  put(change: Partial<Draft>): void
  /** What is wrong with a member of the check, such as `properties.min`; null: nothing. */
  problemOf(member: string): string | null
}

/** The properties of a rule, as its specification has them. */
export function PropertiesForm(given: Given) {
  const { rule, draft, put, problemOf } = given
  const properties = rule.properties.filter(isOpen)
  return (
    <>
      {properties.map((property) => {
        const { name, required } = property
        return (
          <div key={name} className="property">
            <Property
              {...given}
              property={property}
              note={withoutDefault(property)}
              label={`${wordsOf(name)}${required ? '' : ' (optional)'}`}
              problem={problemOf(`properties.${name}`)}
              value={draft.properties[name] ?? ''}
              onChange={({ target }) => put({ properties: { ...draft.properties, [name]: target.value } })}
            />
          </div>
        )
      })}
    </>
  )
}

/** What the service takes where nothing is chosen, in the words of the form; null: its specification names nothing. */
function defaultOf({ kind, description }: RuleProperty): string | null {
  const [, said = null] = kind === 'boolean' || kind === 'choice' ? (inBrackets.exec(description) ?? []) : []
  if (said === null) return null
  const word = { true: 'yes', false: 'no' }[said] ?? comparisons[said] ?? said
  return `${word} (default)`
}

/** How a specification names the default at the end of its sentence. */
const inBrackets = / \(default:? `?([^`)]+)`?\)/

/** What a property is, without the default that the line above names. */
function withoutDefault(property: RuleProperty): string {
  return defaultOf(property) === null ? property.description : property.description.replace(inBrackets, '')
}

/** The short words for comparisons, which have the same meaning as the long ones that the service takes as well. */
const comparisons: Readonly<Record<string, string>> = {
  lt: 'less than',
  lte: 'less than or equal to',
  eq: 'equal to',
  gte: 'greater than or equal to',
  gt: 'greater than',
}

/** The values of a choice with their words, those of one meaning once: as it is chosen, else as it is short. */
function choicesOf({ values }: RuleProperty, chosen: string): (readonly [string, string])[] {
  const words = new Map<string, string>()
  for (const value of values ?? []) {
    const word = comparisons[value] ?? value
    if (!words.has(word) || value === chosen) words.set(word, value)
  }
  return [...words].map(([word, value]) => [value, word] as const)
}

/** False: the property can only be what it is by itself, so that nobody is asked for it. */
function isOpen({ required, values }: RuleProperty): boolean {
  return required || values?.length !== 1
}

interface One extends Given {
  property: RuleProperty
  label: string
  note: string
  problem: string | null
  value: string
  onChange(event: { target: { value: string } }): void
}

function Property(one: One) {
  const { property, label, note, problem, value, onChange, rule, draft, fields } = one
  const shared = { label, note, problem, value, onChange }
  const none = ['', property.required ? 'choose …' : (defaultOf(property) ?? 'none')] as const
  switch (property.kind) {
    case 'boolean':
      return <Select {...shared} options={[none, ['true', 'yes'], ['false', 'no']]} />
    case 'choice':
      return <Select {...shared} options={[none, ...choicesOf(property, value)]} />
    case 'field':
      return rule.reads_other_container ? (
        <TextField {...shared} />
      ) : (
        <Select {...shared} options={[none, ...fields.map(({ name }) => [name, name] as const)]} />
      )
    case 'datastore':
      return <DatastoreProperty {...one} />
    case 'container':
      return (
        <>
          <ContainerChooser
            label={label}
            problem={problem}
            datastoreId={Number(draft.properties['ref_datastore_id'] ?? '') || draft.datastoreId}
            containerId={Number(value) || null}
            {...(!property.required && { none: 'none' })}
            choose={(id) => onChange({ target: { value: String(id ?? '') } })}
          />
          <p className="muted note">{note}</p>
        </>
      )
    case 'list':
    case 'fields':
      return <TextArea {...shared} label={`${label}, one a line`} />
    case 'object':
      return <CodeArea {...shared} label={`${label}, as JSON`} />
    case 'sql':
      return <CodeArea {...shared} />
    default:
      return (
        <TextField
          {...shared}
          inputMode={property.kind === 'number' || property.kind === 'integer' ? 'decimal' : 'text'}
          autoComplete="off"
        />
      )
  }
}

function DatastoreProperty({ property, label, note, problem, value, onChange }: One) {
  return (
    <>
      <DatastoreChooser
        label={label}
        problem={problem}
        datastoreId={Number(value) || null}
        none={property.required ? undefined : 'the same datastore'}
        choose={(id) => onChange({ target: { value: String(id ?? '') } })}
      />
      <p className="muted note">{note}</p>
    </>
  )
}

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
        const { name, required, description } = property
        return (
          <div key={name} className="property">
            <Property
              {...given}
              property={property}
              label={`${wordsOf(name)}${required ? '' : ' (optional)'}`}
              problem={problemOf(`properties.${name}`)}
              value={draft.properties[name] ?? ''}
              onChange={({ target }) => put({ properties: { ...draft.properties, [name]: target.value } })}
            />
            <p className="muted note">{description}</p>
          </div>
        )
      })}
    </>
  )
}

/** False: the property can only be what it is by itself, so that nobody is asked for it. */
function isOpen({ required, values }: RuleProperty): boolean {
  return required || values?.length !== 1
}

interface One extends Given {
  property: RuleProperty
  label: string
  problem: string | null
  value: string
  onChange(event: { target: { value: string } }): void
}

function Property(one: One) {
  const { property, label, problem, value, onChange, rule, draft, fields } = one
  const shared = { label, problem, value, onChange }
  const none = ['', property.required ? 'choose …' : 'as usual'] as const
  switch (property.kind) {
    case 'boolean':
      return <Select {...shared} options={[none, ['true', 'yes'], ['false', 'no']]} />
    case 'choice':
      return (
        <Select
          {...shared}
          options={[none, ...(property.values ?? []).map((word) => [word, word] as const)]}
        />
      )
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
        <ContainerChooser
          label={label}
          problem={problem}
          datastoreId={Number(draft.properties['ref_datastore_id'] ?? '') || draft.datastoreId}
          containerId={Number(value) || null}
          {...(!property.required && { none: 'as usual' })}
          choose={(id) => onChange({ target: { value: String(id ?? '') } })}
        />
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

function DatastoreProperty({ property, label, problem, value, onChange }: One) {
  return (
    <DatastoreChooser
      label={label}
      problem={problem}
      datastoreId={Number(value) || null}
      none={property.required ? undefined : 'the same datastore'}
      choose={(id) => onChange({ target: { value: String(id ?? '') } })}
    />
  )
}

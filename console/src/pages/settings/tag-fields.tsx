import { Select, TextField } from '../../kit/fields.tsx'

/** A tag as it is typed. */
export type TagDraft = Record<'weight' | 'category' | 'description' | 'color', string>

/** What a tag may add, as the API has it. */
const weights = Array.from({ length: 21 }, (_, place) => 10 - place)

/** What is typed, as members of the request; what is empty is null. */
export function membersOf({ weight, category, description, color }: TagDraft) {
  return {
    weight_modifier: Number(weight),
    category: category.trim() || null,
    description: description.trim() || null,
    color: color.trim() || null,
  }
}

/** All of a tag but its name. */
export function TagFields({
  draft,
  put,
  problems,
}: {
  draft: TagDraft
  put: (members: Partial<TagDraft>) => void
  problems: ReadonlyMap<string, string>
}) {
  const line = (label: string, member: keyof TagDraft, placeholder?: string) => (
    <TextField
      label={label}
      placeholder={placeholder}
      value={draft[member]}
      problem={problems.get(member) ?? null}
      onChange={({ target }) => put({ [member]: target.value })}
    />
  )
  return (
    <>
      <Select
        label="Adds to the weight"
        value={draft.weight}
        options={weights.map((one) => [String(one), one > 0 ? `+${one}` : String(one)] as const)}
        onChange={({ target }) => put({ weight: target.value })}
      />
      {line('Category', 'category')}
      {line('Meaning', 'description')}
      {line('Colour', 'color', '#RRGGBB')}
    </>
  )
}

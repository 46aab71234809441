import {
  fewestValues,
  fieldsFor,
  percent,
  counted,
  present,
  type Candidate,
  type Observed,
} from './inference.ts'

/** The share of the texts that must have the form; the others would be exceptions. */
const enough = 0.99

/** A check without properties for every field of texts of which nearly all have the form. */
export function fieldsOfForm(
  observed: Observed,
  form: { named: string; has(text: string): boolean },
): Candidate[] {
  return fieldsFor({ shows_values: false }, observed).flatMap(({ field, values }) => {
    if (field.type !== 'String') return []
    const texts = present(values)
    const like = texts.filter((text) => form.has(text)).length
    if (texts.length < fewestValues || like < enough * texts.length) return []
    return [
      {
        fields: [field.name],
        trial: {},
        because: `${percent(like / texts.length)} of ${counted(texts.length)} texts in "${field.name}" are ${form.named}`,
        description: `"${field.name}" holds ${form.named}`,
      },
    ]
  })
}

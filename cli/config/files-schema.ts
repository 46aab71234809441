import { kinds } from './kinds/index.ts'

/** The JSON Schema of a file: one of the kinds, with its members. */
export function filesSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A file of Assay',
    oneOf: kinds.map(({ name, title, schema }) => ({
      title,
      type: 'object',
      properties: { kind: { const: name }, ...schema.properties },
      required: ['kind', ...(schema.required ?? [])],
      additionalProperties: false,
    })),
  }
}

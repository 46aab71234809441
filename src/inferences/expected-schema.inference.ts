import { defineInference, fewestValues } from './inference.ts'

/** The fields that a container has. */
export default defineInference({
  name: 'expected-schema',
  rule_type: 'expectedSchema',
  level: 1,
  description: 'The container has its fields; others may come.',
  shows_values: false,
  may_have_exceptions: false,
  propose: ({ names, container, learned }) =>
    learned < fewestValues || names.length === 0
      ? []
      : [
          {
            fields: [],
            trial: { list: [...names], allow_other_fields: true },
            because: `"${container}" has ${names.length} fields`,
            description: `The fields of "${container}" are there`,
          },
        ],
})

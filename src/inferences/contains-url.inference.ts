import { defineInference } from './inference.ts'
import { fieldsOfForm } from './text-forms.ts'

/** Texts that are addresses of the web. */
export default defineInference({
  name: 'contains-url',
  rule_type: 'containsUrl',
  level: 2,
  description: 'A text is an address of the web.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsOfForm(observed, {
      named: 'addresses of the web',
      has: (text) => /^https?:[/][/][^\s/]+[.][^\s]+$/i.test(text),
    }),
})

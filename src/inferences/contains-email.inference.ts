import { defineInference } from './inference.ts'
import { fieldsOfForm } from './text-forms.ts'

/** Texts that are e-mail addresses. */
export default defineInference({
  name: 'contains-email',
  rule_type: 'containsEmail',
  level: 2,
  description: 'A text is an e-mail address.',
  shows_values: false,
  may_have_exceptions: true,
  propose: (observed) =>
    fieldsOfForm(observed, {
      named: 'e-mail addresses',
      has: (text) => /^[^\s@]{1,64}@[^\s@]+[.][A-Za-z]{2,}$/.test(text),
    }),
})

import { errorCatalogue } from '../../src/kernel/errors.ts'

/** Markdown of every error code, for docs/reference. */
export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, sentence }]) => `| \`${code}\` | ${status} | ${sentence} |`,
  )
  return [
    '# Errors',
    '',
    'An error answers with `{"detail": "<sentence>", "code": "<code>"}`. For code `invalid` that names members, `detail` is a',
    'list of `{"loc": ["body", "name"], "msg": "<sentence>", "type": "<word>"}`. The sentence usually says more than the one below.',
    '',
    '| Code | Status | Sentence when there is nothing more to say |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

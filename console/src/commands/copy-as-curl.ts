import { answers } from '../api/answers.ts'
import { addressOf } from '../api/ask.ts'
import { copyText } from '../kit/copy.ts'

/** Copies the requests whose answers the page shows now, as commands; the token stays a variable of the reader's shell. */
export async function copyAsCurl(): Promise<void> {
  const requests = requestsShown()
  await copyText(
    requests.map(curl).join('\n'),
    `Copied as curl: ${requests.length} requests. Set ASSAY_TOKEN to one of your tokens.`,
  )
}

/** The paths, with their queries, of what the page reads. */
function requestsShown(): string[] {
  const shown = answers.getQueryCache().findAll({ type: 'active' })
  const paths = shown.flatMap(({ queryKey: [name, path, query] }) =>
    typeof name === 'string' && name.startsWith('GET ') && name !== 'GET /api/users/me'
      ? [addressOf(name.slice(4), membersOf(path), membersOf(query))]
      : [],
  )
  return [...new Set(paths)]
}

type Members = Parameters<typeof addressOf>[1]

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

function curl(path: string): string {
  return `curl --header "Authorization: Bearer $ASSAY_TOKEN" ${quoted(location.origin + path)}`
}

/** One word of a shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

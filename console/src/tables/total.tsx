import { useAnswer } from '../api/answers.ts'
import type { Given } from '../api/ask.ts'
import { count } from '../words/numbers.ts'
import type { ListName } from './paged-list.ts'

/** How many rows a list has, for the tab that leads to it; the former number stays until the present one has come. */
export function Total<Name extends ListName>({ list, query }: { list: Name; query: Given<Name>['query'] }) {
  const given = { query: { ...query, size: 1 } } as unknown as Given<Name>
  const { data } = useAnswer(list, given, { keep: true })
  return data === undefined ? null : count((data as { total: number }).total)
}

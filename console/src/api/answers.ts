import {
  QueryClient,
  keepPreviousData,
  useMutation,
  useQuery,
  type Query,
  type QueryState,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Endpoints } from './api.generated.ts'
import { ask, type Given, type Reading } from './ask.ts'
import { Refusal } from './refusal.ts'

/** Milliseconds for which an answer is not asked for again by who only begins to show it. */
const freshness = 5_000

/** All answers that the page holds, by request. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshness,
      // The page of a missing thing finds what was asked for beside its code.
      retryOnMount: ({ state }) => !isMissing(state),
      retry: (count, error) => count < 3 && error instanceof Refusal && error.isAbsence,
      refetchOnWindowFocus: true,
    },
  },
})

/** When each answer was asked for last, in milliseconds since the page was opened. */
const askedAt = new WeakMap<Query, number>()

answers.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch') askedAt.set(event.query, performance.now())
})

/**
 * Whether an answer was asked for last before this moment, at which something was told, in milliseconds since the page was opened. Clocks of
 * browsers are coarse: what is asked at the same moment is asked because of it.
 */
export function isAskedBefore(query: Query, moment: number): boolean {
  return (askedAt.get(query) ?? 0) < moment
}

/** What the library knows of an answer. */
type State = Pick<QueryState<unknown, Error>, 'data' | 'error' | 'errorUpdatedAt'>

/** Whether the service has just said that there is no such thing: who comes to show it need not ask again. */
export function isMissing({ data, error, errorUpdatedAt }: State): boolean {
  if (data !== undefined || !(error instanceof Refusal) || error.status !== 404) return false
  return Date.now() - errorUpdatedAt < freshness
}

interface ReadingOptions {
  /** False: it is not asked yet. */
  enabled?: boolean
  /** Milliseconds after which it is asked again while the page is seen; false: never by itself. */
  every?: number | false
  /** True: numbers keep all their digits, as `Digits`. */
  exact?: boolean
  /** True: the answer to the former question is shown until this one has come. */
  keep?: boolean
}

/** The answer to a request that reads; the same question is asked once, whoever asks. */
export function useAnswer<Name extends Reading>(
  name: Name,
  given: Given<Name>,
  { enabled = true, every = false, exact = false, keep = false }: ReadingOptions = {},
): UseQueryResult<Endpoints[Name]['answer'], Refusal> {
  return useQuery<Endpoints[Name]['answer'], Refusal>({
    queryKey: keyOf(name, given),
    queryFn: ({ signal }) => ask(name, given, { signal, exact }),
    enabled,
    refetchInterval: every,
    ...(keep && { placeholderData: keepPreviousData }),
  })
}

/** A request that reads, as the library takes many of them at once. */
export function reading<Name extends Reading>(
  name: Name,
  given: Given<Name>,
): {
  queryKey: readonly unknown[]
  queryFn: (how: { signal: AbortSignal }) => Promise<Endpoints[Name]['answer']>
} {
  return { queryKey: keyOf(name, given), queryFn: ({ signal }) => ask(name, given, { signal }) }
}

/** Asks for what a page is about to show, which then finds it under way or answered; what comes of it the page says. */
export function askBefore<Name extends Reading>(name: Name, given: Given<Name>): void {
  void answers.prefetchQuery(reading(name, given))
}

/** The key of a request among the answers. */
export function keyOf<Name extends Reading>(name: Name, given: Given<Name>): readonly unknown[] {
  return [name, given.path ?? null, given.query ?? null]
}

/** A change, and how it goes. It is pending until what it may have changed is asked again. */
interface Change<Name extends keyof Endpoints> extends Pick<
  UseMutationResult<Endpoints[Name]['answer'], Refusal>,
  'data' | 'error' | 'isPending' | 'isSuccess' | 'reset'
> {
  /** Has it done; one of `then` is called as soon as it was answered, also when what asked for it is on the page no more. */
  mutate(given: Given<Name>, then?: Then<Endpoints[Name]['answer']>): void
}

interface Then<Answer> {
  onSuccess?(answer: Answer): void
  onError?(refusal: Refusal): void
}

/** A request that changes something; afterwards what it may have changed is asked again. */
export function useChange<Name extends keyof Endpoints>(name: Name): Change<Name> {
  type Answer = Endpoints[Name]['answer']
  const { data, error, isPending, isSuccess, reset, mutate } = useMutation<
    Answer,
    Refusal,
    readonly [given: Given<Name>, then: Then<Answer>]
  >({
    mutationFn: ([given]) => ask(name, given),
    // By the change itself: it may take away the button that asked for it, and what is called by that with it.
    onSuccess(answer, [, then]) {
      putInPlace(name, answer)
      then.onSuccess?.(answer)
    },
    onError: (refusal, [, then]) => then.onError?.(refusal),
    onSettled: () => Promise.all(outdatedBy(name.split('/')[2] ?? '').map((noun) => outdate(noun))),
  })
  return {
    data,
    error,
    isPending,
    isSuccess,
    reset,
    mutate: (given, then = {}) => mutate([given, then]),
  }
}

/** Shows a thing as a change has left it before it is asked for again: a form that is opened meanwhile begins with that. */
function putInPlace(name: string, changed: unknown): void {
  const [, list, member] = /^PUT (.+)\/\{(\w+)\}$/.exec(name) ?? []
  if (list === undefined || member === undefined || !isRecord(changed)) return
  const renew = (one: unknown) =>
    isRecord(one) && one[member] === changed[member] ? { ...one, ...changed } : one
  answers.setQueriesData<unknown>(
    { predicate: ({ queryKey: [asked] }) => asked === `GET ${list}` || asked === `GET ${list}/{${member}}` },
    (known: unknown) =>
      isRecord(known) && Array.isArray(known['items'])
        ? { ...known, items: known['items'].map(renew) }
        : renew(known),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a change of one of these makes old as well: what the person may do is told of by datastore, and comes from teams. */
const rightsOf = new Set(['datastores', 'teams'])

function outdatedBy(noun: string): string[] {
  return rightsOf.has(noun) ? [noun, 'users/me'] : [noun]
}

/** Marks every answer under a noun of the API as old, so that what is shown of it is asked again; but not those that `isKept` names. */
export function outdate(noun: string, isKept: (query: Query) => boolean = () => false): Promise<void> {
  return answers.invalidateQueries({
    predicate(query) {
      const [name] = query.queryKey
      return typeof name === 'string' && name.startsWith(`GET /api/${noun}`) && !isKept(query)
    },
  })
}

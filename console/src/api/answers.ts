import {
  QueryClient,
  keepPreviousData,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Endpoints } from './api.generated.ts'
import { ask, type Given, type Reading } from './ask.ts'
import { Refusal } from './refusal.ts'

/** All answers that the page holds, by request. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 3 && error instanceof Refusal && [0, 502, 503].includes(error.status),
      refetchOnWindowFocus: true,
    },
  },
})

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

/** The key of a request among the answers. */
export function keyOf<Name extends Reading>(name: Name, given: Given<Name>): readonly unknown[] {
  return [name, given.path ?? null, given.query ?? null]
}

/** A change, and how it goes. */
type Change<Name extends keyof Endpoints> = Omit<
  UseMutationResult<Endpoints[Name]['answer'], Refusal, Given<Name>>,
  'mutate' | 'mutateAsync'
> & {
  /** Has it done; one of `then` is called at its end, also when what asked for it is on the page no more. */
  mutate(given: Given<Name>, then?: Then<Endpoints[Name]['answer']>): void
}

interface Then<Answer> {
  onSuccess?(answer: Answer): void
  onError?(refusal: Refusal): void
}

/** A request that changes something; afterwards what it may have changed is asked again. */
export function useChange<Name extends keyof Endpoints>(name: Name): Change<Name> {
  const {
    mutate: _,
    mutateAsync,
    ...change
  } = useMutation<Endpoints[Name]['answer'], Refusal, Given<Name>>({
    mutationFn: (given) => ask(name, given),
    onSettled: () => outdate(name.split('/')[2] ?? ''),
  })
  return {
    ...change,
    mutate(given, { onSuccess, onError } = {}) {
      // By the promise: a change may take away the button that asked for it, and what the library would call after it with it.
      void mutateAsync(given).then(onSuccess, onError ?? (() => undefined))
    },
  }
}

/** Marks every answer under a noun of the API as old, so that what is shown of it is asked again; but not those that `isKept` names. */
export function outdate(
  noun: string,
  isKept: (name: string, path: unknown) => boolean = () => false,
): Promise<void> {
  return answers.invalidateQueries({
    predicate: ({ queryKey: [name, path] }) =>
      typeof name === 'string' && name.startsWith(`GET /api/${noun}`) && !isKept(name, path),
  })
}
